// The search of a sliding puzzle with the bound of a name.
#include "games/sliding/run.hpp"

namespace yomikiri {

IdaAnswer run_bound(const SlidingCall& call, const std::string& name) {
    if constexpr (!kQuickBuild)
        if (name == "manhattan" && call.start.grid.rows() == 4 && call.start.grid.columns() == 4)
            return run_four(call);
    return with_bound(
        call, name, [&](const auto& bound) { return run_any(call, bound); },
        [&] { return run_patterns(call); });
}

}  // namespace yomikiri
