// What a state store is: the duplicate detector of a search, and its memory of how positions were reached.
//
// A search locates a child (which computes where it belongs), may prefetch that place while it does other
// work, and inserts it: the answer is new, known, or full (the memory budget did not let the store grow;
// nothing has changed).  After the search, find() returns the record of a position, from which the path to it
// is traced.
#pragma once

#include <concepts>
#include <optional>

#include "game.hpp"

namespace yomikiri {

enum class Insert { kNew, kKnown, kFull };

// Stores take the keys of any game; the concepts are checked with this one.
using AnyKey = ByteKey<16>;

// The duplicate detector alone.
template <class S>
concept PositionSet =
    requires(S store, const S const_store, const Child<AnyKey>& child, typename S::Place place) {
        { const_store.locate(child) } -> std::same_as<typename S::Place>;
        const_store.prefetch(place);
        { store.insert(place, child) } -> std::same_as<Insert>;
        { const_store.size() } -> std::same_as<std::size_t>;
        { const_store.error_bound() } -> std::same_as<double>;
    };

template <class S>
concept StateStore = PositionSet<S> && requires(const S const_store, const Hash& hash, const AnyKey& key) {
    { const_store.find(hash, key) } -> std::same_as<std::optional<Record>>;
};

}  // namespace yomikiri
