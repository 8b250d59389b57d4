// The proof, for any game: docs/certificates.md says why this is enough.
//
// A game G has
//   Node, Move;
//   width(); start(); key(node, bytes); read(bytes), which throws NotACertificate if they are no key;
//   is_goal(node); bound(node), a lower bound that is computed from the node, kInfinite if it is lost;
//   followers(node, f), which calls f(move, child) for every move that has to be looked at;
//   replay(words), which throws NotProved unless the moves win; board(node); text(node, move).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "table.hpp"

namespace checker {

inline std::string moves_words(int bound) {
    return bound == kInfinite ? "more than any number of moves" : std::to_string(bound) + " moves";
}

// What is asked of the moves of a claim that has some.
template <class G>
void replay(const G& game, const Header& header) {
    if (!header.has_moves()) return;
    if (header.moves.size() != static_cast<std::size_t>(header.length))
        throw NotProved{"there are not as many moves as the claim says", ""};
    game.replay(header.moves);
}

template <class G>
class Proof {
  public:
    Proof(const G& game, const Header& header, const Table& table)
        : game_(game), header_(header), table_(table), key_(game.width()) {}

    long long visits = 0;

    void run() {
        const int wanted = header_.wanted();
        replay(game_, header_);
        const typename G::Node start = game_.start();
        if (value(start) < wanted && game_.bound(start) < wanted)
            throw NotProved{"the start is not proved to need " + moves_words(wanted), game_.board(start)};
        for (std::size_t entry = 0; entry < table_.size(); ++entry) {
            const typename G::Node node = game_.read(table_.key(entry));
            if (game_.is_goal(node)) throw NotProved{"a position of the table is won", game_.board(node)};
            waiting_.emplace_back(node, table_.bound_of(entry));
            while (!waiting_.empty()) expand();
        }
    }

  private:
    int value(const typename G::Node& node) {
        game_.key(node, key_.data());
        return table_.bound(key_.data());
    }

    // Looks at the followers of the node that waits on top; with joins, those that are not proved wait in
    // turn.
    void expand() {
        const std::pair<typename G::Node, int> top = std::move(waiting_.back());
        waiting_.pop_back();
        ++visits;
        if (header_.visits >= 0 && visits > header_.visits)
            throw NotProved{"more positions had to be looked at than the header says", ""};
        const typename G::Node& node = top.first;
        const int wanted = top.second == kInfinite ? kInfinite : top.second - 1;
        game_.followers(node, [&](const typename G::Move& move, const typename G::Node& child) {
            const int stated = value(child);
            if (stated >= wanted || game_.bound(child) >= wanted) return;
            if (header_.visits < 0 || stated > 0 || game_.is_goal(child))
                throw NotProved{game_.text(node, move) + " leads to a position that is not proved to need " +
                                    moves_words(wanted),
                                game_.board(node)};
            waiting_.emplace_back(child, wanted);
        });
    }

    const G& game_;
    const Header& header_;
    const Table& table_;
    std::vector<std::uint8_t> key_;
    std::vector<std::pair<typename G::Node, int>> waiting_;
};

}  // namespace checker
