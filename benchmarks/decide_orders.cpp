// What benchmarks/decide_orders.py measures with: `decide` of Superpuzz with the children in another order.
//
// The kernel has no place for such an order, because none was better than its own.  Here the search is made
// from the kernel's headers with a space whose score is a sum of weights.
//
//     decide_orders gather COLUMNS NODES < codes   siblings along the way of a solution, and what each costs
//     decide_orders measure COLUMNS NODES WEIGHTS < codes   the outcome, and the positions taken up
//
// A code is a position in hexadecimal digits, one a line.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "games/rows/decision.hpp"
#include "search/pooled.hpp"

using namespace yomikiri;

namespace {

constexpr std::size_t kRanks = 14, kColumns = 14;  // from 1; rank 0 is a hole or the border
// By rank and column: cards, cards right of their predecessor, holes by what is left of them; then by its
// length how many rows are in order; then the kernel's own score.
constexpr std::size_t kCards = 0, kFollowing = kRanks * kColumns, kHoles = 2 * kFollowing;
constexpr std::size_t kRows = 3 * kFollowing, kOwn = kRows + kColumns, kCounts = kOwn + 1;

class Ordered : public RowDecision {
  public:
    Ordered(int columns, std::vector<int> weights)
        : RowDecision(columns, Rules{}), weights_(std::move(weights)) {}

    // Calls f(index, count) for whatever is there.
    template <class F>
    void count(const Node& node, F&& f) const {
        const RowBoard& b = node.at.board;
        for_each_bit(rows().geometry.cells, [&](unsigned cell) {
            const unsigned card = b.at[cell], left = b.at[cell - 1], column = RowBoard::column(cell);
            const bool no_card = left == RowBoard::kHole || left == RowBoard::kBorder;
            if (card == RowBoard::kHole) {
                f(kHoles + (no_card ? 0 : RowBoard::rank(left)) * kColumns + column, 1);
                return;
            }
            const std::size_t at = RowBoard::rank(card) * kColumns + column;
            f(kCards + at, 1);
            if (!no_card && left + 1 == card) f(kFollowing + at, 1);
        });
        for (unsigned row = 0; row < 64; row += 16) {
            unsigned length = 0;
            while (length + 1 < rows().geometry.columns && is_next(b, row + 1 + length, length)) ++length;
            f(kRows + length, 1);
        }
        f(kOwn, RowDecision::score(node));
    }

    int score(const Node& node) const {
        if (weights_.empty()) return 0;
        long sum = 0;
        count(node, [&](std::size_t at, int many) { sum += long{weights_[at]} * many; });
        return static_cast<int>(std::clamp(sum, -1'000'000'000L, 1'000'000'000L));
    }

  private:
    // Whether the row goes on: an ace, then the successor of what is left of the cell.
    static bool is_next(const RowBoard& b, unsigned cell, unsigned length) {
        const unsigned card = b.at[cell];
        if (card == RowBoard::kHole) return false;
        return length == 0 ? RowBoard::rank(card) == 1 : card == b.at[cell - 1] + 1u;
    }

    std::vector<int> weights_;
};
static_assert(PooledSpace<Ordered>);
using Node = Ordered::Node;

struct Found {
    Outcome outcome;
    std::uint64_t expanded;
    std::vector<RowStep> steps;
};

Found decide(Ordered& space, const Node& from, std::uint64_t nodes) {
    Control control({nodes, {}, 0}, [](const Counts&, double) { return false; });
    MemoryBudget budget(std::size_t{8} << 30);
    auto search =
        std::make_unique<PooledSearch<Ordered, FingerprintSet>>(space, budget, control, PoolOptions{1, 0});
    const Answer answer = search->run(from);
    const bool solved = answer.outcome == Outcome::kSolved;
    return {answer.outcome, answer.counts.expanded, solved ? search->steps() : std::vector<RowStep>{}};
}

// The children of a node, with their steps.
struct Kids {
    std::vector<Node> nodes;
    std::vector<RowStep> steps;
    Node next;
    Node* place() { return &next; }
    void take(RowStep step) {
        nodes.push_back(next);
        steps.push_back(step);
    }
};
Kids kids_of(const Ordered& space, const Node& node) {
    Kids kids;
    space.for_each_child(node, kids);
    return kids;
}

// The open positions that the search has to choose between below a node: forced ones are followed at once.
void choices(Ordered& space, const Node& node, std::vector<Node>& found) {
    for (Node& kid : kids_of(space, node).nodes) {
        if (space.is_goal(kid)) continue;
        const Prospect prospect = space.examine(kid);
        if (prospect == Prospect::kForced) choices(space, kid, found);
        if (prospect != Prospect::kOpen) continue;
        const Code key = space.key(kid);
        const bool known =
            std::ranges::any_of(found, [&](const Node& other) { return space.key(other) == key; });
        if (!known) found.push_back(kid);
    }
}

const char* word(Outcome outcome) {
    return outcome == Outcome::kSolved ? "won" : outcome == Outcome::kUnsolvable ? "lost" : "open";
}

void gather(Ordered& space, const Node& root, std::uint64_t nodes) {
    Node node = root;
    int group = 0;
    for (const RowStep step : decide(space, root, nodes).steps) {
        if (space.examine(node) == Prospect::kOpen) {
            std::vector<Node> found;
            choices(space, node, found);
            if (found.size() > 1) {
                for (const Node& kid : found) {
                    const Found below = decide(space, kid, nodes);
                    std::cout << group << ' ' << word(below.outcome) << ' ' << below.expanded;
                    space.count(kid, [](std::size_t at, int many) { std::cout << ' ' << at << ':' << many; });
                    std::cout << '\n';
                }
                ++group;
            }
        }
        Kids kids = kids_of(space, node);
        const auto same = [&](const RowStep& other) {
            return other.member == step.member && other.ace == step.ace && other.card == step.card &&
                   other.target == step.target;
        };
        const auto at = std::ranges::find_if(kids.steps, same);
        if (at == kids.steps.end()) throw std::logic_error("a step of the solution is no child");
        node = kids.nodes[static_cast<std::size_t>(at - kids.steps.begin())];
    }
    std::cout << std::endl;  // An empty line ends the deal.
}

Code read_code(const std::string& line) {
    Code code{};
    for (std::size_t i = 0; 2 * i + 1 < line.size(); ++i)
        code.at(i) = static_cast<std::uint8_t>(std::stoi(line.substr(2 * i, 2), nullptr, 16));
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 3) return 2;
    const int columns = std::stoi(words[1]);
    const std::uint64_t nodes = std::stoull(words[2]);
    std::vector<int> weights(words[0] == "gather" ? kCounts : 0);
    if (words[0] == "gather") weights[kOwn] = 1;
    if (words.size() > 3) {
        std::ifstream file(words[3]);
        for (int weight; file >> weight;) weights.push_back(weight);
        if (weights.size() != kCounts) {
            std::cerr << weights.size() << " weights: expected " << kCounts << '\n';
            return 2;
        }
    }
    Ordered space(columns, weights);
    for (std::string line; std::getline(std::cin, line);) {
        const Node root = space.root(read_code(line));
        if (words[0] == "gather") {
            gather(space, root, nodes);
        } else {
            const Found found = decide(space, root, nodes);
            std::cout << word(found.outcome) << ' ' << found.expanded << std::endl;
        }
    }
}
