// `decide` with fingerprints, by itself: beside the other stores the compiler leaves more of it out of line,
// which takes 0 to 5 % longer.
#include "games/row_decide.hpp"

template yomikiri::Answer yomikiri::decide_rows<yomikiri::FingerprintSet>(int, const Code&,
                                                                          RowDecision::Rules, std::uint64_t,
                                                                          std::size_t, const Limits&,
                                                                          const Watch&);
