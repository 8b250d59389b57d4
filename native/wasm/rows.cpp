// The module of Superpuzz, Montana and Gaps.
//
// Searches are to be fast, and what is said about them small: it is more than half of a module.
#include "games/rows/answer.hpp"
#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/rows/words.hpp"
#include "words/desk.hpp"

using Served = std::tuple<yomikiri::SuperpuzzWords, yomikiri::GapsWords>;

#include "wasm/module.hpp"
#pragma clang attribute pop
