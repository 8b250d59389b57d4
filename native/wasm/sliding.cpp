// The module of sliding puzzles.
//
// Searches are to be fast, and what is said about them small: it is more than half of a module.
#include "games/sliding/sliding.hpp"

#include "games/sliding/run.hpp"
#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/sliding/words.hpp"
#include "words/desk.hpp"

using Served = std::tuple<yomikiri::SlidingWords>;

#include "wasm/module.hpp"
#pragma clang attribute pop
