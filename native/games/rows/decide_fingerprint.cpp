// `decide` with fingerprints, by itself: beside the other stores the compiler leaves more of it out of line,
// which takes 0 to 5 % longer.
#include "games/rows/decide.hpp"

template yomikiri::PathAnswer<yomikiri::Code> yomikiri::decide_rows<yomikiri::FingerprintSet>(
    int, const Code&, RowDecision::Rules, Seeds, std::size_t, const Limits&, const Watch&);
