// `decide` with fingerprints, in its own file: together with the other stores the compiler inlines less of
// it, which takes 0 to 5 % longer.
#include "games/rows/decide.hpp"

template yomikiri::PathAnswer<yomikiri::Code> yomikiri::decide_rows<yomikiri::FingerprintSet>(
    int, const Code&, RowDecision::Rules, PoolOptions, std::size_t, const Limits&, const Watch&);
