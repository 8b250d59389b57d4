// The same proof for a table that does not fit into memory: by sorted passes over files.
//
// Entries are read one after another.  Whatever is wanted of a follower, and not bounded already, is a
// *request*: its key and the bound.  Requests are sorted by way of the disk, and compared with the table in
// one pass, in which the levels of the table, each sorted by itself, are merged.  With joins, requests that
// the table does not have are looked at in turn, which makes new ones, round after round.
#pragma once

#include <cstdio>
#include <memory>
#include <queue>
#include <string>
#include <vector>

#include "proof.hpp"

namespace checker {

// Records of one size, sorted through temporary files in runs of so many bytes.
class Sorter {
  public:
    Sorter(std::string folder, std::size_t size, std::size_t most) : folder_(std::move(folder)), size_(size) {
        most_ = std::max<std::size_t>(1, most / size) * size;
    }

    bool empty() const { return records_.empty() && runs_.empty(); }
    void add(const std::uint8_t* record) {
        records_.insert(records_.end(), record, record + size_);
        if (records_.size() >= most_) spill();
    }
    // Calls f(record) for all records in rising order, and forgets them.
    template <class F>
    void drain(F&& f) {
        if (!runs_.empty() && !records_.empty()) spill();
        std::vector<std::uint8_t> sorted = in_order();
        for (std::size_t at = 0; at < sorted.size(); at += size_) f(&sorted[at]);
        records_.clear();
        std::vector<std::vector<std::uint8_t>> heads(runs_.size(), std::vector<std::uint8_t>(size_));
        auto later = [&](std::size_t a, std::size_t b) { return heads[b] < heads[a]; };
        std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> next(later);
        auto advance = [&](std::size_t run) {
            if (std::fread(heads[run].data(), 1, size_, runs_[run].get()) == size_) next.push(run);
        };
        for (std::size_t run = 0; run < runs_.size(); ++run) {
            std::rewind(runs_[run].get());
            advance(run);
        }
        while (!next.empty()) {
            const std::size_t run = next.top();
            next.pop();
            f(heads[run].data());
            advance(run);
        }
        runs_.clear();
    }

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    std::vector<std::uint8_t> in_order() const {
        std::vector<std::uint32_t> order(records_.size() / size_);
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
        std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::memcmp(&records_[a * size_], &records_[b * size_], size_) < 0;
        });
        std::vector<std::uint8_t> sorted;
        sorted.reserve(records_.size());
        for (std::uint32_t i : order)
            sorted.insert(sorted.end(), &records_[i * size_], &records_[i * size_] + size_);
        return sorted;
    }
    void spill() {
        const std::string name = folder_ + "/check-certificate." + std::to_string(runs_.size()) + ".run";
        runs_.emplace_back(std::fopen(name.c_str(), "w+b"));
        const std::vector<std::uint8_t> sorted = in_order();
        if (!runs_.back()) {
            runs_.pop_back();
            throw NotACertificate{"no file can be written in '" + folder_ + "'"};
        }
        std::remove(name.c_str());  // It lives until it is closed, whatever happens.
        if (std::fwrite(sorted.data(), 1, sorted.size(), runs_.back().get()) != sorted.size())
            throw NotACertificate{"the disk of '" + folder_ + "' is full"};
        records_.clear();
    }

    std::string folder_;
    std::size_t size_, most_ = 0;
    std::vector<std::uint8_t> records_;
    std::vector<std::unique_ptr<std::FILE, Close>> runs_;
};

// The keys of a table in rising order, whatever their bounds: its levels are merged.
class MergedTable {
  public:
    MergedTable(const File& file, const std::vector<std::pair<std::uint64_t, std::uint64_t>>& levels)
        : width_(static_cast<std::size_t>(file.header.width)) {
        for (const auto& [start, length] : levels) {
            levels_.emplace_back(
                new Level{BlockReader(file.name(), start, length, file.header.width), {}, 0, 0});
            advance(levels_.size() - 1);
        }
    }
    // The bound of a key, 0 if it is not there; keys have to be asked in rising order.
    int bound(const std::uint8_t* wanted) {
        while (!next_.empty() && std::memcmp(key(next_.front()), wanted, width_) < 0) step();
        if (next_.empty() || std::memcmp(key(next_.front()), wanted, width_) != 0) return 0;
        return levels_[next_.front()]->bound;
    }
    // Goes through what is left: no key may be there twice.
    void finish() {
        while (!next_.empty()) step();
    }

  private:
    struct Level {
        BlockReader reader;
        std::vector<std::uint8_t> keys;
        std::size_t at;
        int bound;
    };
    const std::uint8_t* key(std::size_t level) const { return &levels_[level]->keys[levels_[level]->at]; }
    bool later(std::size_t a, std::size_t b) const { return std::memcmp(key(a), key(b), width_) > 0; }
    void advance(std::size_t level) {
        Level& now = *levels_[level];
        if (now.at >= now.keys.size()) {
            now.at = 0;
            if (!now.reader.next(now.bound, now.keys)) return;
        }
        next_.push_back(level);
        std::push_heap(next_.begin(), next_.end(), [&](std::size_t a, std::size_t b) { return later(a, b); });
    }
    void step() {
        const std::size_t level = next_.front();
        std::pop_heap(next_.begin(), next_.end(), [&](std::size_t a, std::size_t b) { return later(a, b); });
        next_.pop_back();
        if (!next_.empty() && std::memcmp(key(level), key(next_.front()), width_) == 0)
            throw NotACertificate{"a key is in the table twice"};
        levels_[level]->at += width_;
        advance(level);
    }

    std::size_t width_;
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<std::size_t> next_;
};

template <class G>
class DiskProof {
  public:
    // `most` bytes of requests are kept in memory.
    DiskProof(const G& game, const File& file, std::string folder, std::size_t most)
        : game_(game),
          file_(file),
          header_(file.header),
          width_(game.width()),
          key_(width_ + 2),
          requests_(std::move(folder), width_ + 2, most) {}

    long long visits = 0, entries = 0;

    void run() {
        replay(game_, header_);
        ask(game_.start(), header_.wanted());
        BlockReader reader = file_.blocks();
        std::vector<std::uint8_t> keys;
        for (int bound = 0, before = 0;; before = bound) {
            const std::uint64_t start = reader.place();
            if (!reader.next(bound, keys)) break;
            if (bound != before) levels_.emplace_back(start, 0);
            levels_.back().second = reader.place() - levels_.back().first;
            entries += static_cast<long long>(keys.size() / width_);
            for (std::size_t at = 0; at < keys.size(); at += width_) {
                const typename G::Node node = game_.read(&keys[at]);
                if (game_.is_goal(node)) throw NotProved{"a position of the table is won", game_.board(node)};
                expand(node, bound);
            }
        }
        if (entries != header_.entries)
            throw NotACertificate{"the table has not as many entries as its header says"};
        do round();
        while (!requests_.empty());
    }

  private:
    void ask(const typename G::Node& node, int wanted) {
        if (game_.bound(node) >= wanted) return;
        game_.key(node, key_.data());
        key_[width_] = static_cast<std::uint8_t>(wanted >> 8);
        key_[width_ + 1] = static_cast<std::uint8_t>(wanted);
        requests_.add(key_.data());
    }
    void expand(const typename G::Node& node, int bound) {
        if (++visits > header_.visits && header_.visits >= 0)
            throw NotProved{"more positions had to be looked at than the header says", ""};
        const int wanted = bound == kInfinite ? kInfinite : bound - 1;
        game_.followers(node,
                        [&](const typename G::Move&, const typename G::Node& child) { ask(child, wanted); });
    }
    // Compares all requests with the table; what is not there is looked at, with joins, and asks for more.
    void round() {
        MergedTable table(file_, levels_);
        std::vector<std::uint8_t> last, missing;
        auto settle = [&] {
            if (last.empty()) return;
            const int wanted = last[width_] << 8 | last[width_ + 1], stated = table.bound(last.data());
            if (stated >= wanted) return;
            const typename G::Node node = game_.read(last.data());
            if (header_.visits < 0 || stated > 0 || game_.is_goal(node))
                throw NotProved{"a position is reached that is not proved to need " + moves_words(wanted),
                                game_.board(node)};
            missing.insert(missing.end(), last.begin(), last.end());
        };
        requests_.drain([&](const std::uint8_t* record) {
            // Of one key the last request wants the most.
            if (!last.empty() && std::memcmp(last.data(), record, width_) != 0) settle();
            last.assign(record, record + width_ + 2);
        });
        settle();
        table.finish();
        for (std::size_t at = 0; at < missing.size(); at += width_ + 2)
            expand(game_.read(&missing[at]), missing[at + width_] << 8 | missing[at + width_ + 1]);
    }

    const G& game_;
    const File& file_;
    const Header& header_;
    std::size_t width_;
    std::vector<std::uint8_t> key_;
    Sorter requests_;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> levels_;  // where each begins, and its bytes
};

}  // namespace checker
