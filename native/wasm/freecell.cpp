// The module of FreeCell and its family.
//
// Searches are to be fast, and what is said about them small: it is more than half of a module.
#include "games/freecell/answer.hpp"
#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/freecell/words.hpp"
#include "words/desk.hpp"

using Served = std::tuple<yomikiri::FreeCellWords>;

#include "wasm/module.hpp"
#pragma clang attribute pop
