// The state store of games that cannot undo their moves: each position keeps the number of its parent.
//
// A hash store with records takes a third less memory and one probe less per expansion, so writing undo() is
// worthwhile.
#pragma once

#include "stores/indexed_store.hpp"

namespace yomikiri {

template <GameKey Key>
class ParentStore {
  public:
    struct Place {};
    static constexpr bool kByHash = false;
    static constexpr std::uint32_t kNoParent = 0xFFFFFFFF;

    ParentStore(MemoryBudget& budget, std::size_t key_bytes) : store_(budget, key_bytes) {}

    Place locate(const Child<Key>&) const { return {}; }
    void prefetch(Place) const {}
    Insert insert(Place, const Child<Key>& child, std::uint32_t parent) {
        const auto [what, number] = store_.insert(child.key);
        if (what == Insert::kNew) store_.data(number).parent = parent;
        return what;
    }
    // The number of a stored position.
    std::uint32_t number(const Key& key) const { return *store_.find(key); }
    std::optional<Key> parent(const Key& key) const {
        const std::uint32_t found = store_.data(number(key)).parent;
        if (found == kNoParent) return std::nullopt;
        return store_.key(found);
    }
    std::size_t size() const { return store_.size(); }
    double error_bound() const { return 0.0; }

  private:
    struct Data {
        std::uint32_t parent;
    };
    IndexedStore<Key, Data> store_;
};

}  // namespace yomikiri
