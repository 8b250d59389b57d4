// Beam search for a sliding puzzle with any bound.
#include <new>

#include "arguments.hpp"
#include "games/sliding/informed.hpp"
#include "games/sliding/run.hpp"
#include "search/frontier_beam.hpp"

namespace yomikiri {

InformedAnswer<ByteKey<kMaxCells>> run_beam(const SlidingCall& call, const std::string& name,
                                            std::size_t width, int upper) {
    Control control(call.limits, call.watch);
    MemoryBudget budget(call.limits.memory);
    auto search = [&]<class Bound>(const Bound& with) {
        SlidingDomain<Bound> domain(call.start, with);
        return FrontierBeam<SlidingDomain<Bound>>(domain, width, upper, kMostSlides, budget, control)
            .run(domain.start());
    };
    InformedAnswer<ByteKey<kMaxCells>> answer;
    try {
        answer = with_bound(call, name, search, [&] { return with_patterns(call, search); });
    } catch (const std::bad_alloc&) {
        // Small bookkeeping outside the budget failed: the machine itself is out of memory.
        answer.outcome = Outcome::kMemoryLimit;
        answer.peak_bytes = budget.peak();
        answer.seconds = control.seconds();
    }
    return answer;
}

}  // namespace yomikiri
