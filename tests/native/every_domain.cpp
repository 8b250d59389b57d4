// Exhaustive search over every domain of the kernel, also those that the Python module divides and does not
// explore.  A line of standard input asks for one search, and a line of output answers it:
//
//     sliding SEED ROWS COLUMNS GOAL START ORDER STORE
//     freecell SEED COLUMNS CELLS RANKS SUIT KINGS SUPERMOVE BOARD ORDER STORE
//     superpuzz SEED COLUMNS START ORDER STORE
//     superpuzz-alive SEED COLUMNS START ORDER STORE
//     components SEED COLUMNS START
//
// SEED is the hash seed.  Boards and codes are hexadecimal, flags 0 or 1; ORDER is queue, stack or priority,
// STORE exact, fingerprint or patricia.  The answer is OUTCOME EXPANDED GENERATED STORED MOVES HASH, the last
// of the start; for the nodes of `decide`, which are no domain, only that is told.
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

#include "games/freecell/plain.hpp"
#include "games/rows/components.hpp"
#include "games/rows/superpuzz_alive.hpp"
#include "games/sliding/sliding.hpp"
#include "search/explore.hpp"
#include "stores/hash_store.hpp"
#include "stores/patricia_store.hpp"

namespace yomikiri {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("not understood: " + what); }

template <class T>
T next(std::istream& from) {
    T value{};
    if (!(from >> value)) refuse("a line that ends too soon");
    return value;
}

std::vector<std::uint8_t> bytes_of(const std::string& digits) {
    std::vector<std::uint8_t> found;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        found.push_back(static_cast<std::uint8_t>(std::stoi(digits.substr(i, 2), nullptr, 16)));
    return found;
}

template <class Key>
Key code_of(const std::string& digits) {
    const std::vector<std::uint8_t> bytes = bytes_of(digits);
    if (bytes.size() > Key::kBytes) refuse(digits);
    return Key::read(bytes.data(), bytes.size());
}

struct Found {
    Answer answer;
    std::size_t moves = 0;
    Hash hash;
};

template <template <class> class Order, class Store, Undoable D>
Found run(const D& domain, const typename D::Key& start) {
    const Watch nobody = [](const Counts&, double) { return false; };
    Control control(Limits{std::nullopt, std::nullopt, std::size_t{1} << 30}, nobody);
    MemoryBudget budget(std::size_t{1} << 30);
    Store store(budget, domain.key_bytes());
    const auto answer = explore<Order>(domain, start, store, budget, control);
    return {answer, answer.path.size(), domain.hash(start)};
}

template <template <class> class Order, Undoable D>
Found run(const D& domain, const typename D::Key& start, const std::string& store) {
    if (store == "exact") return run<Order, ExactStore>(domain, start);
    if (store == "fingerprint") return run<Order, FingerprintStore>(domain, start);
    if (store == "patricia") return run<Order, PatriciaStore>(domain, start);
    refuse(store);
}

template <Undoable D>
Found run(const D& domain, const typename D::Key& start, std::istream& rest) {
    const std::string order = next<std::string>(rest), store = next<std::string>(rest);
    if (!domain.is_position(start)) refuse("a start that is not a position");
    if (order == "queue") return run<Queue>(domain, start, store);
    if (order == "stack") return run<Stack>(domain, start, store);
    if (order == "priority") return run<PriorityStacks>(domain, start, store);
    refuse(order);
}

Found sliding(std::uint64_t seed, std::istream& line) {
    const int rows = next<int>(line), columns = next<int>(line);
    using Key = SlidingGame::Key;
    const Key goal = code_of<Key>(next<std::string>(line)), start = code_of<Key>(next<std::string>(line));
    return run(SlidingGame(rows, columns, goal, seed), start, line);
}

Found freecell(std::uint64_t seed, std::istream& line) {
    FreeCellRules rules{};
    rules.columns = next<unsigned>(line);
    rules.cells = next<unsigned>(line);
    rules.ranks = next<unsigned>(line);
    rules.building = next<bool>(line) ? Building::kSuit : Building::kAlternate;
    rules.kings_only = next<bool>(line);
    rules.supermove = next<bool>(line);
    const std::vector<std::uint8_t> bytes = bytes_of(next<std::string>(line));
    const std::optional<FreeCellBoard> board = FreeCellBoard::read(rules, bytes.data(), bytes.size());
    if (!rules.valid() || !board) refuse("a board");
    const FreeCellPlain domain(rules, *board, seed);
    return run(domain, domain.coder().code(*board), line);
}

template <class D>
Found superpuzz(std::uint64_t seed, std::istream& line) {
    const D domain(next<int>(line), false, seed);
    return run(domain, code_of<Code>(next<std::string>(line)), line);
}

Found components(std::uint64_t seed, std::istream& line) {
    const RowComponents rows(next<int>(line), true, true, seed);
    RowNode node = rows.node(code_of<Code>(next<std::string>(line)));
    rows.normalise(node);
    return {{}, 0, rows.hash(node)};
}

Found answer(std::istream& line) {
    const std::string domain = next<std::string>(line);
    const std::uint64_t seed = next<std::uint64_t>(line);
    if (domain == "sliding") return sliding(seed, line);
    if (domain == "freecell") return freecell(seed, line);
    if (domain == "superpuzz") return superpuzz<Superpuzz>(seed, line);
    if (domain == "superpuzz-alive") return superpuzz<SuperpuzzAlive>(seed, line);
    if (domain == "components") return components(seed, line);
    refuse(domain);
}

}  // namespace
}  // namespace yomikiri

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        const yomikiri::Found found = yomikiri::answer(words);
        const yomikiri::Answer& answer = found.answer;
        const char* outcome = answer.outcome == yomikiri::Outcome::kSolved       ? "solved"
                              : answer.outcome == yomikiri::Outcome::kUnsolvable ? "unsolvable"
                                                                                 : "stopped";
        std::cout << outcome << ' ' << answer.counts.expanded << ' ' << answer.counts.generated << ' '
                  << answer.counts.stored << ' ' << found.moves << ' ' << std::hex << std::setfill('0')
                  << std::setw(16) << found.hash.high << std::setw(16) << found.hash.low << std::dec << '\n';
    }
}
