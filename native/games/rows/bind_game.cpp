// Superpuzz and Gaps through the general bindings.
#include "bind_game.hpp"

#include "games/rows/rows.hpp"

namespace yomikiri {

// Compiled in decide_fingerprint.cpp.
extern template PathAnswer<Code> decide_rows<FingerprintSet>(int, const Code&, RowDecision::Rules,
                                                             PoolOptions, std::size_t, const Limits&,
                                                             const Watch&);
// Compiled in bind_decide.cpp.
extern template PathAnswer<Code> decide_rows<ExactStore>(int, const Code&, RowDecision::Rules, PoolOptions,
                                                         std::size_t, const Limits&, const Watch&);

void bind_rows_game(nb::module_& m) { bind_game<RowGame>(m, "rows"); }

}  // namespace yomikiri
