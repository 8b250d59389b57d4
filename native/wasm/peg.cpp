// The module of peg solitaire.
//
// Searches are to be fast, and what is said about them small: it is more than half of a module.
#include "games/peg/peg.hpp"

#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/peg/words.hpp"
#include "words/desk.hpp"

using Served = std::tuple<yomikiri::PegWords>;

#include "wasm/module.hpp"
#pragma clang attribute pop
