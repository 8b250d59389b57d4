// All distances at once: the claim that no position that can be solved needs more than N moves.
//
// The table has every such position but the goal, with its distance.  docs/certificates.md says why what is
// asked here is enough; it needs a game with one goal(), whose moves can all be undone.
#pragma once

#include "table.hpp"

namespace checker {

template <class G>
class Distances {
  public:
    Distances(const G& game, const Header& header, const Table& table)
        : game_(game), header_(header), table_(table), key_(game.width()) {
        if (!header.inference.empty() || header.bound != "none")
            throw NotACertificate{"the claim 'greatest' goes without inference and bound"};
    }

    long long visits = 0;

    void run() {
        const typename G::Node start = game_.start();
        if (number(start) != header_.length)
            throw NotProved{"the start is not proved to need that many moves", game_.board(start)};
        position(game_.goal(), 0);
        for (std::size_t entry = 0; entry < table_.size(); ++entry) {
            const typename G::Node node = game_.read(table_.key(entry));
            const int stated = table_.bound_of(entry);
            if (game_.is_goal(node)) throw NotProved{"a position of the table is won", game_.board(node)};
            if (stated > header_.length)
                throw NotProved{"a position of the table has more than the claim", game_.board(node)};
            position(node, stated);
        }
    }

  private:
    // -1 if the position is not there.
    int number(const typename G::Node& node) {
        if (game_.is_goal(node)) return 0;
        game_.key(node, key_.data());
        const int found = table_.bound(key_.data());
        return found == 0 ? -1 : found;
    }
    void position(const typename G::Node& node, int stated) {
        ++visits;
        bool nearer = stated == 0;
        game_.followers(node, [&](const typename G::Move& move, const typename G::Node& child) {
            const int found = number(child);
            if (found < 0 || found > stated + 1 || found < stated - 1)
                throw NotProved{game_.text(node, move) + " leads to a position that does not fit",
                                game_.board(node)};
            nearer = nearer || found == stated - 1;
        });
        if (!nearer) throw NotProved{"no move leads to a position that is nearer", game_.board(node)};
    }

    const G& game_;
    const Header& header_;
    const Table& table_;
    std::vector<std::uint8_t> key_;
};

}  // namespace checker
