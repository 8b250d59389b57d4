// What a game is to pooled depth-first search (pooled.hpp), and what the search can be asked for.
#pragma once

#include <concepts>
#include <cstdint>

#include "game.hpp"

namespace yomikiri {

// Where children go: each is made in the given place, without copies, then its step is passed.  No place
// means that the search is over.
template <class Node, class Step>
struct AnyNursery {
    Node* place();
    void take(Step step);
};

// What a game is to this search.  A Node is an unpacked position, a Packed one its short form for the pool, a
// Step what is needed to replay the way from a position to its child.
template <class S>
concept PooledSpace =
    requires(S space, const typename S::Node& node, typename S::Node& examined,
             const typename S::Packed& packed, AnyNursery<typename S::Node, typename S::Step>& nursery) {
        { space.key_bytes() } -> std::same_as<std::size_t>;
        { space.hash(node) } -> std::same_as<Hash>;
        { space.key(node) } -> std::same_as<typename S::Key>;
        { space.pack(node) } -> std::same_as<typename S::Packed>;
        { space.unpack(packed) } -> std::same_as<typename S::Node>;
        { space.is_goal(node) } -> std::same_as<bool>;
        { space.examine(examined) } -> std::same_as<Prospect>;
        { space.score(node) } -> std::same_as<int>;
        { space.for_each_child(node, nursery) } -> std::same_as<bool>;
    };

// What affects the course of the search: a seed for the draws, and how many waiting positions make the pool
// crowded; and a seed for the hash constants, which does not affect it.
struct PoolOptions {
    std::uint64_t draws, hash;
    std::size_t crowd = kCrowd;
    static constexpr std::size_t kCrowd = std::size_t{1} << 25;
};

}  // namespace yomikiri
