// The code of a position of Superpuzz or Gaps: for each card in deck order its cell number in 6 bits, least
// significant first.
#pragma once

#include "game.hpp"

namespace yomikiri {

// Up to 52 cards, and room to read eight bytes at a time.
using Code = ByteKey<40>;

}  // namespace yomikiri
