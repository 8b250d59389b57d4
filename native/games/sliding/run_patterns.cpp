// The search of a sliding puzzle with pattern databases.
#include "games/sliding/run.hpp"

namespace yomikiri {

IdaAnswer run_patterns(const SlidingCall& call) {
    return with_patterns(call, [&](const auto& bound) { return run_any(call, bound); });
}

}  // namespace yomikiri
