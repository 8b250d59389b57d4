// A* over short keys on several threads: batches of positions of one f are expanded side by side.
//
// Expanding takes most of the time, and only reads the store.  So a batch is taken from the queue, the
// threads list and estimate the children of its positions, each thread with a domain of its own, and then one
// thread puts the children into the store in the order of the batch.  What happens does not depend on which
// thread was faster: the same question has the same counts for any number of threads above one.  They differ
// a little from those of one thread, where a child may be expanded before the next of its batch.
#pragma once

#include <barrier>
#include <memory>
#include <thread>

#include "search/keyed_a_star.hpp"

namespace yomikiri {

template <KeyedDomain D>
class KeyedParallel : KeyedAStar<D> {
    using Base = KeyedAStar<D>;
    using Base::answer_, Base::store_, Base::queue_, Base::upper_, Base::kNothing;

  public:
    using Key = typename D::Key;
    using Record = typename Base::Record;

    // One domain for each thread.
    KeyedParallel(const std::vector<std::unique_ptr<D>>& domains, int upper, MemoryBudget& budget,
                  Control& control)
        : Base(*domains[0], upper, budget, control), domains_(domains), found_(domains.size()) {}

    KeyedAnswer<Key> run(const Key& start, int depth) {
        std::barrier<> meet(static_cast<std::ptrdiff_t>(domains_.size()));
        std::vector<std::jthread> threads;
        struct Release {  // also when the watch throws: the threads must not wait for ever
            KeyedParallel& search;
            std::barrier<>& meet;
            ~Release() {
                search.over_ = true;
                meet.arrive_and_wait();
            }
        };
        for (std::size_t i = 1; i < domains_.size(); ++i)
            threads.emplace_back([this, &meet, i] {
                while (true) {
                    meet.arrive_and_wait();
                    if (over_) return;
                    work(i);
                    meet.arrive_and_wait();
                }
            });
        const Release release{*this, meet};
        return search(start, depth, meet);
    }

  private:
    struct Item {
        std::uint32_t number;
        int depth, estimate;
        Key key;
        int settled;  // the estimate, worked out if it was only a bound
    };
    struct Found {
        Key key;
        std::uint64_t hash;
        std::uint32_t parent;
        int depth;
        KeyedBound estimate;
    };
    struct Part {  // of one thread
        std::vector<Found> found;
        std::vector<std::uint32_t> ends;  // where the children of each of its positions end
        std::uint64_t generated = 0;
        bool left_out = false;
    };
    static constexpr std::size_t kBatch = 1024;

    KeyedAnswer<Key> search(const Key& start, int depth, std::barrier<>& meet) {
        domains_[0]->open(start);
        if (!this->reach(start, start.hash(), depth, {domains_[0]->exact(), true}, 0))
            return this->finish(Outcome::kMemoryLimit);
        Counts& counts = answer_.counts;
        while (take_batch()) {
            if (batch_.front().estimate == 0) {
                this->trace(batch_.front().number, batch_.front().depth);
                return this->finish(Outcome::kSolved);
            }
            // The limit on positions holds to the letter.
            for (std::size_t i = 0; i < batch_.size(); ++i) {
                if (std::optional<Outcome> stop = this->watch(queue_.size())) return this->finish(*stop);
                ++counts.expanded;
            }
            meet.arrive_and_wait();
            work(0);
            meet.arrive_and_wait();
            if (!gather()) return this->finish(Outcome::kMemoryLimit);
        }
        return this->conclude();
    }

    // The next positions of the least f, closed; false if there is nothing left to look at.
    bool take_batch() {
        batch_.clear();
        std::uint32_t number = 0;
        unsigned f = 0;
        while (batch_.size() < kBatch && queue_.pop(number, f)) {
            Record& record = store_[number];
            if (record.closed || static_cast<unsigned>(record.depth + record.estimate) != f) continue;
            if (static_cast<int>(f) >= upper_) break;
            const int least = answer_.counts.lower_bound = std::max(answer_.counts.lower_bound, int(f));
            if (!batch_.empty() && batch_.front().depth + batch_.front().estimate != least) {
                queue_.push(number, f, record.estimate);  // into the room that it left
                break;
            }
            record.closed = 1;
            batch_.push_back(
                {number, record.depth, record.estimate, record.key(), record.settled ? record.estimate : -1});
        }
        return !batch_.empty();
    }

    void work(std::size_t me) {
        D& domain = *domains_[me];
        Part& part = found_[me];
        part.found.clear();
        part.ends.clear();
        for (std::size_t i = me; i < batch_.size(); i += domains_.size()) {
            Item& item = batch_[i];
            domain.open(item.key);
            if (item.settled < 0) item.settled = domain.exact(item.estimate);
            if (item.settled > item.estimate) {
                part.ends.push_back(static_cast<std::uint32_t>(part.found.size()));
                continue;
            }
            domain.list(item.estimate);
            for (const auto& kid : domain.kids())
                if (item.depth + kid.cost + kid.least < upper_) store_.prefetch(kid.hash);
            for (const auto& kid : domain.kids()) {
                ++part.generated;
                const int g = item.depth + kid.cost;
                if (g + kid.least >= upper_) {
                    part.left_out = true;
                    continue;
                }
                const std::uint32_t known = store_.find(kid.key, kid.hash);
                if (known != kNothing && g >= store_[known].depth) continue;
                const KeyedBound h = known != kNothing
                                         ? KeyedBound{store_[known].estimate, false}
                                         : domain.settle(kid, item.depth + item.estimate + 1 - g);
                part.found.push_back({kid.key, kid.hash, item.number, g, h});
            }
            part.ends.push_back(static_cast<std::uint32_t>(part.found.size()));
        }
    }

    // Puts the children into the store, in the order of the batch; false if memory ran out.
    bool gather() {
        std::vector<std::uint32_t> next(found_.size(), 0);
        for (std::size_t i = 0; i < batch_.size(); ++i) {
            const std::size_t who = i % found_.size();
            const Part& part = found_[who];
            const Item& item = batch_[i];
            Record& record = store_[item.number];
            record.settled = 1;
            if (item.settled > item.estimate) {
                record.estimate = static_cast<std::uint8_t>(item.settled);
                record.closed = 0;
                --answer_.counts.expanded;
                if (!this->wait(item.number)) return false;
            }
            for (std::uint32_t end = part.ends[i / found_.size()]; next[who] < end; ++next[who]) {
                const Found& child = part.found[next[who]];
                if (child.depth + child.estimate.value >= upper_) {
                    answer_.left_out = true;
                    continue;
                }
                const std::uint32_t known = store_.find(child.key, child.hash);
                const bool room = known != kNothing ? this->reach_again(known, child.depth, child.parent)
                                                    : this->reach(child.key, child.hash, child.depth,
                                                                  child.estimate, child.parent);
                if (!room) return false;
            }
        }
        for (Part& part : found_) {
            answer_.counts.generated += std::exchange(part.generated, 0);
            answer_.left_out |= part.left_out;
        }
        return true;
    }

    const std::vector<std::unique_ptr<D>>& domains_;
    std::vector<Item> batch_;
    std::vector<Part> found_;
    bool over_ = false;
};

}  // namespace yomikiri
