// The search with Manhattan distance on the 4x4 board, which the literature compares: cells are constants,
// and bitmaps are queried directly.  A quick build does without.
#include "games/sliding/run.hpp"

namespace yomikiri {

IdaAnswer run_four(const SlidingCall& call) {
    using Four = Grid<4, 4>;
    const Manhattan bound(call.start.grid);
    if (!call.asks_gaps()) return run_ida<Four, Packed>(call, bound, NoGaps{});
    const auto* gap0 = dynamic_cast<const Bitmap8Of16*>(call.gap0);
    const auto* gap2 = dynamic_cast<const Bitmap8Of16*>(call.gap2);
    if ((call.gap0 != nullptr && gap0 == nullptr) || (call.gap2 != nullptr && gap2 == nullptr))
        return run_any(call, bound);
    return run_ida<Four, Packed>(call, bound, Bitmap8Gaps{{gap0, gap2}});
}

}  // namespace yomikiri
