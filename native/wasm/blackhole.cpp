// The module of Black Hole.
//
// Searches are to be fast, and what is said about them small: it is more than half of a module.
#include "games/blackhole/blackhole.hpp"

#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/blackhole/words.hpp"
#include "words/desk.hpp"

using Served = std::tuple<yomikiri::BlackHoleWords>;

#include "wasm/module.hpp"
#pragma clang attribute pop
