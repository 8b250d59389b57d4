// The header of a certificate, and its blocks, as docs/certificate-format.md has them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "inflate.hpp"
#include "sha256.hpp"
#include "verdict.hpp"

namespace checker {

constexpr int kInfinite = 0xFFFF;

inline std::vector<std::string> split(const std::string& text, char between) {
    std::vector<std::string> words(1);
    for (char c : text)
        if (c == between)
            words.emplace_back();
        else
            words.back() += c;
    return words;
}

inline bool is_number(const std::string& text, std::size_t digits) {
    if (text.empty() || text.size() > digits || (text[0] == '0' && text.size() > 1)) return false;
    for (char c : text)
        if (c < '0' || c > '9') return false;
    return true;
}

inline long long number(const std::string& name, const std::string& text, std::size_t digits = 18) {
    if (!is_number(text, digits)) throw NotACertificate{name + ": '" + text + "' is not a number"};
    return std::stoll(text);
}

struct Header {
    std::string game, claim, bound, sha256;
    std::vector<std::pair<std::string, std::string>> rules;
    std::vector<std::string> start, moves, inference;
    int length = 0;
    int lower = 0;  // with the claim `within`: no solution is shorter
    long long deal = -1, width = 0, entries = 0, visits = -1, body = 0;
    std::size_t bytes = 0;  // of the header itself

    // The lower bound that the table has to prove.
    int wanted() const {
        if (claim == "within") return lower;
        return claim == "unsolvable" ? kInfinite : claim == "solved" ? 0 : length;
    }
    bool has_moves() const { return claim == "shortest" || claim == "within" || claim == "solved"; }
    bool uses(const std::string& name) const {
        for (const std::string& word : inference)
            if (word == name) return true;
        return false;
    }
    const std::string& rule(std::size_t index, const std::string& name) const {
        if (index >= rules.size() || rules[index].first != name)
            throw NotACertificate{"rule " + std::to_string(index + 1) + " is not '" + name + "'"};
        return rules[index].second;
    }
    int rule_number(std::size_t index, const std::string& name, int least, int most) const {
        const long long found = number(name, rule(index, name), 4);
        if (found < least || found > most) throw NotACertificate{"rule " + name + " is out of range"};
        return static_cast<int>(found);
    }
    void rules_end(std::size_t count) const {
        if (rules.size() != count) throw NotACertificate{"there are more rules than the game has"};
    }
    // The inference must be some of these words, in their order, or 'joins' at the end.
    void allow(std::vector<std::string> known) const {
        known.push_back("joins");
        std::size_t at = 0;
        for (const std::string& word : inference) {
            while (at < known.size() && known[at] != word) ++at;
            if (at++ == known.size()) throw NotACertificate{"inference '" + word + "' is not known here"};
        }
    }
};

// Blocks of a body, one after another, from some byte of the file on.
class BlockReader {
  public:
    BlockReader(const std::string& name, std::uint64_t start, std::uint64_t length, long long width)
        : file_(name, std::ios::binary), at_(start), left_(length), width_(static_cast<std::size_t>(width)) {
        file_.seekg(static_cast<std::streamoff>(start));
        if (!file_) throw NotACertificate{"'" + name + "' cannot be read"};
    }

    // Where the next block begins.
    std::uint64_t place() const { return at_; }

    // The next block: its bound, and its keys one after another; false at the end.
    bool next(int& bound, std::vector<std::uint8_t>& keys) {
        if (left_ == 0) return false;
        const std::uint64_t head_size = 14;
        std::uint8_t head[14];
        if (left_ < head_size) throw NotACertificate{"a block is cut short"};
        take(head, head_size);
        auto word = [&](std::size_t at) {
            return static_cast<std::uint64_t>(head[at]) << 24 |
                   static_cast<std::uint64_t>(head[at + 1]) << 16 |
                   static_cast<std::uint64_t>(head[at + 2]) << 8 | head[at + 3];
        };
        bound = head[0] << 8 | head[1];
        const std::uint64_t count = word(2), first = word(6), second = word(10);
        if (bound == 0 || count < 1 || count > 65536 || first + second > left_)
            throw NotACertificate{"a block has an impossible head"};
        const std::size_t width = width_;
        std::vector<std::uint8_t> packed(first), shared(count);
        take(packed.data(), first);
        if (!Inflate::run(packed, shared)) throw NotACertificate{"a block cannot be unpacked"};
        std::size_t rest = count * width;
        for (std::uint8_t same : shared) {
            if (same > width || rest < same)
                throw NotACertificate{"a block shares more bytes than there are"};
            rest -= same;
        }
        if (shared[0]) throw NotACertificate{"a block shares bytes with the one before"};
        packed.resize(second);
        take(packed.data(), second);
        std::vector<std::uint8_t> suffixes(rest);
        if (!Inflate::run(packed, suffixes)) throw NotACertificate{"a block cannot be unpacked"};
        if (bound > bound_) throw NotACertificate{"the bounds of the blocks rise"};
        if (bound < bound_) last_.clear();
        bound_ = bound;
        keys.resize(count * width);
        std::size_t at = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::uint8_t* key = &keys[i * width];
            for (std::size_t b = 0; b < shared[i]; ++b) key[b] = key[b - width];
            for (std::size_t b = shared[i]; b < width; ++b) key[b] = suffixes[at++];
            if (!last_.empty() && !std::lexicographical_compare(last_.begin(), last_.end(), key, key + width))
                throw NotACertificate{"the keys of a block do not rise"};
            last_.assign(key, key + width);
        }
        return true;
    }

  private:
    void take(std::uint8_t* to, std::uint64_t size) {
        file_.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size));
        if (static_cast<std::uint64_t>(file_.gcount()) != size)
            throw NotACertificate{"the file is cut short"};
        left_ -= size;
        at_ += size;
    }

    std::ifstream file_;
    std::uint64_t at_, left_;
    std::size_t width_;
    int bound_ = kInfinite;
    std::vector<std::uint8_t> last_;
};

// A certificate on disk: its header, whose hash has been compared.
class File {
  public:
    explicit File(const std::string& name) : name_(name), file_(name, std::ios::binary) {
        if (!file_) throw NotACertificate{"'" + name + "' cannot be read"};
        read_header();
        check_size_and_hash();
    }

    Header header;

    // Its blocks from the first on.
    BlockReader blocks() const {
        return BlockReader(name_, header.bytes, static_cast<std::uint64_t>(header.body), header.width);
    }
    const std::string& name() const { return name_; }

  private:
    void read_header() {
        std::string text;
        char c = 0;
        while (file_.get(c)) {
            text += c;
            if (text.size() >= 2 && text.compare(text.size() - 2, 2, "\n\n") == 0) break;
            if (text.size() > (1u << 20)) break;
        }
        lines_ = split(text, '\n');
        if (lines_[0] != "yomikiri certificate 1")
            throw NotACertificate{"the file is not a certificate of version 1"};
        if (lines_.size() < 3 || text.compare(text.size() - 2, 2, "\n\n") != 0)
            throw NotACertificate{"the header has no end"};
        lines_.resize(lines_.size() - 2);
        for (char each : text)
            if (each != '\n' && (each < 32 || each > 126))
                throw NotACertificate{"the header is not ASCII text"};
        Header& h = header;
        at_ = 1;
        h.game = value("game");
        while (begins("rule ")) {
            const std::string line = lines_[at_++].substr(5);
            const std::size_t colon = line.find(": ");
            if (colon == std::string::npos) throw NotACertificate{"a rule without a value"};
            h.rules.emplace_back(line.substr(0, colon), line.substr(colon + 2));
        }
        for (std::size_t i = 0; i < h.rules.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (h.rules[i].first == h.rules[j].first) throw NotACertificate{"a rule is there twice"};
        if (begins("deal:")) h.deal = number("deal", value("deal"));
        if (lines_.at(at_) != "start:") throw NotACertificate{"there is no start"};
        ++at_;
        while (begins("  ")) h.start.push_back(lines_[at_++].substr(2));
        read_claim();
        if (h.has_moves()) h.moves = words("moves", true);
        h.inference = words("inference", false);
        if (h.inference.size() == 1 && h.inference[0] == "none") h.inference.clear();
        h.bound = value("bound");
        h.width = number("key", value("key"));
        h.entries = number("entries", value("entries"));
        if (begins("visits:")) h.visits = number("visits", value("visits"));
        if (h.uses("joins") != (h.visits >= 0)) throw NotACertificate{"'visits' goes with 'joins'"};
        h.body = number("body", value("body"));
        h.sha256 = value("sha256");
        if (at_ != lines_.size()) throw NotACertificate{"the header goes on after its hash"};
        if (h.sha256.size() != 64) throw NotACertificate{"the hash has not 64 digits"};
        unsigned_ = text.substr(0, text.size() - 66) + std::string(64, '0') + "\n\n";
        h.bytes = text.size();
        if (h.width < 1 || h.width > 255) throw NotACertificate{"keys have an impossible width"};
    }
    void read_claim() {
        const std::string text = value("claim");
        if (text == "unsolvable") {
            header.claim = text;
            return;
        }
        const std::vector<std::string> parts = split(text, ' ');
        if (parts.size() == 3 && parts[0] == "within") {
            header.claim = parts[0];
            header.length = static_cast<int>(number("claim", parts[1], 5));
            header.lower = static_cast<int>(number("claim", parts[2], 5));
            if (header.length >= kInfinite || header.lower > header.length)
                throw NotACertificate{"the claim has an impossible length"};
            return;
        }
        if (parts.size() != 2 || (parts[0] != "at-least" && parts[0] != "shortest" && parts[0] != "solved" &&
                                  parts[0] != "greatest"))
            throw NotACertificate{"the claim '" + text + "' is not known"};
        header.claim = parts[0];
        header.length = static_cast<int>(number("claim", parts[1], 5));
        if (header.length >= kInfinite) throw NotACertificate{"the claim has an impossible length"};
    }
    bool begins(const std::string& text) const {
        return at_ < lines_.size() && lines_[at_].compare(0, text.size(), text) == 0;
    }
    std::string value(const std::string& name) {
        if (!begins(name + ": ") || lines_[at_].size() == name.size() + 2)
            throw NotACertificate{"line " + std::to_string(at_ + 1) + " is not '" + name + ": …'"};
        return lines_[at_++].substr(name.size() + 2);
    }
    std::vector<std::string> words(const std::string& name, bool none) {
        if (none && begins(name + ": ") && lines_[at_].size() == name.size() + 2) {
            ++at_;
            return {};
        }
        std::vector<std::string> found = split(value(name), ' ');
        for (const std::string& word : found)
            if (word.empty()) throw NotACertificate{"'" + name + "' has a word without letters"};
        return found;
    }
    void check_size_and_hash() {
        file_.clear();
        file_.seekg(0, std::ios::end);
        const auto size = static_cast<std::uint64_t>(file_.tellg());
        const auto body = static_cast<std::uint64_t>(header.body);
        if (size != header.bytes + body)
            throw NotACertificate{"the file has not the size that its header says"};
        Sha256 hash;
        hash.add(unsigned_.data(), unsigned_.size());
        std::vector<char> piece(1 << 20);
        file_.seekg(static_cast<std::streamoff>(header.bytes));
        for (std::uint64_t rest = body; rest > 0;) {
            const std::uint64_t now = rest < piece.size() ? rest : piece.size();
            file_.read(piece.data(), static_cast<std::streamsize>(now));
            if (static_cast<std::uint64_t>(file_.gcount()) != now)
                throw NotACertificate{"the file is cut short"};
            hash.add(piece.data(), now);
            rest -= now;
        }
        if (hash.hex() != header.sha256) throw NotACertificate{"the SHA-256 is another: the file is damaged"};
    }

    std::string name_;
    std::ifstream file_;
    std::vector<std::string> lines_;
    std::size_t at_ = 0;
    std::string unsigned_;
};

}  // namespace checker
