// The kernel for a page without a server: a module that answers requests about lines of play.
//
// A request is a list of texts, each ended by a zero byte: game, size, variant, deal, position and
// arrangement, each '-' or '=' and what it is; the number of options, and their names and values; then the
// moves.  An answer is JSON.  The host imports are few: what fails (failures.cpp), a watch that is called
// about ten times a second, and of WASI the clock.
#include <cstdint>
#include <string>
#include <vector>

// Searches are to be fast, and what is said about them small: it is more than half of the module.
#include "games/blackhole/blackhole.hpp"
#include "games/freecell/answer.hpp"
#include "games/peg/peg.hpp"
#include "games/rows/answer.hpp"
#include "games/sliding/run.hpp"
#include "games/sliding/sliding.hpp"
#include "words/answer.hpp"
#pragma clang attribute push(__attribute__((minsize)), apply_to = function)
#include "games/blackhole/words.hpp"
#include "games/freecell/words.hpp"
#include "games/peg/words.hpp"
#include "games/rows/words.hpp"
#include "games/sliding/words.hpp"
#include "words/desk.hpp"
#pragma clang attribute pop

using namespace yomikiri;

extern "C" [[clang::import_module("host"), clang::import_name("watch")]] int host_watch(
    double expanded, double generated, double stored, double open, double bytes, double seconds, int lower);

namespace {

std::string request, answer;

std::optional<std::string> optional_of(const std::string& field) {
    if (field.starts_with("=")) return field.substr(1);
    return std::nullopt;
}

// Calls `use` with the desk of the request.
template <class Use>
void at_desk(Use&& use) {
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
    const bool known =
        [&]<class... All>(std::type_identity<All>...) {
            return ((setup.game == All::kName ? (answer = use(Desk<All>(setup, moves)), true) : false) ||
                    ...);
        }(std::type_identity<SuperpuzzWords>{}, std::type_identity<GapsWords>{},
          std::type_identity<FreeCellWords>{}, std::type_identity<SlidingWords>{},
          std::type_identity<PegWords>{}, std::type_identity<BlackHoleWords>{});
    if (!known) refuse("unknown game '", shown(setup.game), "'");
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
