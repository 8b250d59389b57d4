// The kernel for a page without a server: a module that answers requests about lines of play.
//
// To be included last, after `Served`, the words of the games that it answers for: there is a module for each
// folder of games, so that a page loads no more than what is played.
//
// A request is a list of texts, each ended by a zero byte: game, size, variant, deal, position and
// arrangement, each '-' or '=' and what it is; the number of options, and their names and values; then the
// moves.  An answer is JSON.  The host imports are few: what fails (failures.cpp), a watch that is called
// about ten times a second, and of WASI the clock.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "words/desk.hpp"

using namespace yomikiri;

extern "C" [[clang::import_module("host"), clang::import_name("watch")]] int host_watch(
    double expanded, double generated, double stored, double open, double bytes, double seconds, int lower);

namespace {

std::string request, answer;

std::optional<std::string> optional_of(const std::string& field) {
    if (field.starts_with("=")) return field.substr(1);
    return std::nullopt;
}

// Calls use(setup, moves, type) with the words of the game of the request, and keeps what it answers.
template <class Use>
void with_words(Use&& use) {
    const Words fields = split_at(request, '\0');
    if (fields.size() < 8) refuse("a request of ", fields.size(), " fields: expected 8 or more");
    Setup setup;
    setup.game = optional_of(fields[0]).value_or("");
    setup.size = optional_of(fields[1]);
    setup.variant = optional_of(fields[2]);
    setup.deal = optional_of(fields[3]);
    setup.position = optional_of(fields[4]);
    setup.arrangement = optional_of(fields[5]);
    const auto options = static_cast<std::size_t>(std::max(0, small_number(fields[6])));
    if (fields.size() < 8 + 2 * options) refuse("a request that breaks off");
    for (std::size_t i = 0; i < options; ++i)
        setup.options.emplace_back(fields[7 + 2 * i], fields[8 + 2 * i]);
    // The last field is what follows the last zero: nothing.
    const Words moves(fields.begin() + static_cast<std::ptrdiff_t>(7 + 2 * options), fields.end() - 1);
    const bool known = [&]<class... All>(std::type_identity<std::tuple<All...>>) {
        return ((setup.game == All::kName ? (answer = use(setup, moves, std::type_identity<All>{}), true)
                                          : false) ||
                ...);
    }(std::type_identity<Served>{});
    if (!known) refuse("unknown game '", shown(setup.game), "'");
}
// Calls `use` with the desk of the request.
template <class Use>
void at_desk(Use&& use) {
    with_words([&]<class W>(const Setup& setup, const Words& moves, std::type_identity<W>) {
        return use(Desk<W>(setup, moves));
    });
}

}  // namespace

// Room for a request of so many bytes.
extern "C" [[clang::export_name("request")]] char* make_request(std::uint32_t size) {
    request.assign(size, '\0');
    return request.data();
}
extern "C" [[clang::export_name("answer")]] const char* answer_text() { return answer.data(); }
extern "C" [[clang::export_name("answer_size")]] std::uint32_t answer_size() {
    return static_cast<std::uint32_t>(answer.size());
}

extern "C" [[clang::export_name("state")]] void state() {
    at_desk([](const auto& desk) { return desk.state(); });
}
extern "C" [[clang::export_name("line")]] void line() {
    at_desk([](const auto& desk) { return desk.line(); });
}
extern "C" [[clang::export_name("analysis")]] void analysis() {
    at_desk([](const auto& desk) { return desk.analysis(); });
}
// The answer to "can it still be won?" if that needs no search; null otherwise.
extern "C" [[clang::export_name("look")]] void look() {
    at_desk([](const auto& desk) { return desk.solve({}, true); });
}
// The goal and the rules of the game of the request.
extern "C" [[clang::export_name("guide")]] void rules() {
    with_words(
        []<class W>(const Setup& setup, const Words&, std::type_identity<W>) { return guide<W>(setup); });
}
// The number of the deal that the day in the place of the deal draws after `before` others.
extern "C" [[clang::export_name("daily")]] void daily(double most, int before) {
    with_words([&]<class W>(const Setup& setup, const Words&, std::type_identity<W>) {
        return std::to_string(drawn_by<W>(setup.deal.value_or(""), setup, static_cast<std::uint64_t>(most),
                                          static_cast<unsigned>(before)));
    });
}
extern "C" [[clang::export_name("rating")]] void rating(double nodes, double memory) {
    Question asked;
    asked.limits.nodes = static_cast<std::uint64_t>(nodes);
    asked.limits.memory = static_cast<std::uint64_t>(memory);
    asked.watch = [](const Counts&, double) { return false; };
    at_desk([&](const auto& desk) { return desk.rating(asked); });
}
// Negative limits are none.
extern "C" [[clang::export_name("solve")]] void solve(int shortest, double nodes, double seconds,
                                                      double memory) {
    Question asked;
    asked.shortest = shortest != 0;
    if (nodes >= 0) asked.limits.nodes = static_cast<std::uint64_t>(nodes);
    if (seconds >= 0) asked.limits.seconds = seconds;
    asked.limits.memory = static_cast<std::uint64_t>(memory);
    asked.watch = [](const Counts& now, double elapsed) {
        return host_watch(static_cast<double>(now.expanded), static_cast<double>(now.generated),
                          static_cast<double>(now.stored), static_cast<double>(now.open),
                          static_cast<double>(now.bytes), elapsed, now.lower_bound) != 0;
    };
    at_desk([&](const auto& desk) { return desk.solve(asked, false); });
}
