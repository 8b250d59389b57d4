// The ways to store a gap set for lookups: a bitmap by rank, a hash table, a BDD, a ZDD.
//
// A stored set is one block of bytes, a header and a body, that can be a mapped file; all four answer the
// query of gap_oracle.hpp.  A bitmap needs one bit for every possible pattern and one cache miss per query, a
// hash table a few bytes for every pattern of the set, a diagram the fewest bytes and a chain of cache
// misses, one per bit.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "diagrams/image.hpp"
#include "games/sliding/gap_oracle.hpp"
#include "games/sliding/pattern_rank.hpp"

namespace yomikiri {

enum class GapForm : std::uint8_t { kBitmap = 0, kHash = 1, kBdd = 2, kZdd = 3 };

struct GapSetHeader {
    static constexpr char kMagic[9] = "yomigap1";

    char magic[8];
    std::uint8_t rows, columns, gap, kept, form;
    std::uint8_t unused[3];
    std::uint64_t count;  // patterns in the set
    std::uint64_t slots;  // of a hash table
    std::uint8_t padding[32];
};
static_assert(sizeof(GapSetHeader) == 64);

inline std::uint64_t kept_bits(int kept) {
    return kept == 16 ? ~std::uint64_t{0} : (std::uint64_t{1} << (4 * kept)) - 1;
}

class BitmapGapSet final : public GapSet {
  public:
    BitmapGapSet(int cells, int kept, const std::uint8_t* bits) : rank_(cells, kept), bits_(bits) {}
    bool contains(std::uint64_t code) const override {
        std::uint64_t rank = rank_.rank(code);
        return bits_[rank / 8] >> (rank % 8) & 1;
    }
    static std::size_t body_bytes(int cells, int kept) { return (PatternRank(cells, kept).size() + 7) / 8; }

  private:
    PatternRank rank_;
    const std::uint8_t* bits_;
};

// The bitmap that searches use most, with its sizes as constants.
class Bitmap8Of16 final : public GapSet {
  public:
    static constexpr int kCells = 16, kKept = 8;
    explicit Bitmap8Of16(const std::uint8_t* bits) : bits_(bits) {}
    bool contains(std::uint64_t code) const override {
        const std::uint32_t rank = PatternRank::fixed_rank<kCells, kKept>(code);
        return bits_[rank / 8] >> (rank % 8) & 1;
    }

  private:
    const std::uint8_t* bits_;
};

// Gaps with such bitmaps: the compiler also knows which cells they look at.
struct Bitmap8Gaps : Gaps<Bitmap8Of16> {
    static constexpr bool unseen(int cell) { return cell >= Bitmap8Of16::kKept; }
};
static_assert(GapOracle<Bitmap8Gaps>);

// Open addressing in slots of four bytes if the patterns fit, else of eight.  All ones is a free slot: no
// pattern has the same tile twice.
template <class Slot>
class HashGapSet final : public GapSet {
  public:
    HashGapSet(int kept, const std::uint8_t* slots, std::uint64_t count)
        : mask_(kept_bits(kept)), slots_(reinterpret_cast<const Slot*>(slots)), count_(count) {}

    bool contains(std::uint64_t code) const override {
        const Slot key = static_cast<Slot>(code & mask_);
        std::uint64_t i = home(key, count_);
        // There is a free slot, unless the mapped file was truncated and the rest reads as zeros.
        for (std::uint64_t left = count_; left > 0; --left, i = i + 1 == count_ ? 0 : i + 1) {
            if (slots_[i] == key) return true;
            if (slots_[i] == kFree) return false;
        }
        return true;
    }

    // Three quarters full.
    static std::uint64_t slots_for(std::uint64_t codes) { return codes + codes / 3 + 1; }
    static void fill(Codes codes, std::uint8_t* place, std::uint64_t count) {
        Slot* slots = reinterpret_cast<Slot*>(place);
        std::fill_n(slots, count, kFree);
        for (std::uint64_t code : codes) {
            std::uint64_t i = home(static_cast<Slot>(code), count);
            while (slots[i] != kFree) i = i + 1 == count ? 0 : i + 1;
            slots[i] = static_cast<Slot>(code);
        }
    }

  private:
    static constexpr Slot kFree = static_cast<Slot>(~Slot{0});

    // The high half of a product: any number of slots, without a division.
    static std::uint64_t home(Slot key, std::uint64_t count) {
        std::uint64_t h = static_cast<std::uint64_t>(key) * 0x9E3779B97F4A7C15u;
        h ^= h >> 32;
        h *= 0xD6E8FEB86659FD93u;
        return static_cast<std::uint64_t>(static_cast<SetCount>(h) * count >> 64);
    }

    std::uint64_t mask_;
    const Slot* slots_;
    std::uint64_t count_;
};

class DiagramGapSet final : public GapSet {
  public:
    explicit DiagramGapSet(const DiagramView& diagram) : diagram_(diagram) {}
    bool contains(std::uint64_t code) const override { return diagram_.contains(code); }

  private:
    DiagramView diagram_;
};

// A set behind a smaller one that sees fewer cells of the same positions: what is not in that is in neither.
//
// Most positions that a search asks about are in neither, and the smaller set fits into the processor's
// cache.
class SievedGapSet final : public GapSet {
  public:
    SievedGapSet(const GapSet& coarse, const GapSet& fine) : coarse_(coarse), fine_(fine) {
        bytes = coarse.bytes + fine.bytes;
        seen = std::max(coarse.seen, fine.seen);
    }
    bool contains(std::uint64_t code) const override {
        return coarse_.contains(code) && fine_.contains(code);
    }

  private:
    const GapSet& coarse_;
    const GapSet& fine_;
};

// The order in which diagrams of gap sets are kept: the first cell on top, the most significant bit first.
inline BitOrder gap_order(int kept) {
    BitOrder order;
    order.bits = 4 * kept;
    for (int level = 0; level < order.bits; ++level)
        order.order[static_cast<std::size_t>(level)] = static_cast<std::uint8_t>(level ^ 3);
    return order;
}

// A set in its bytes.  Whoever maps a table checks its checksum.
struct KeptGapSet {
    GapSetHeader header;
    std::unique_ptr<GapSet> set;

    KeptGapSet(const std::uint8_t* data, std::size_t size) {
        if (size < sizeof header || std::memcmp(data, GapSetHeader::kMagic, 8) != 0)
            throw std::invalid_argument("not a gap set: expected the magic word 'yomigap1'");
        std::memcpy(&header, data, sizeof header);
        const std::uint8_t* body = data + sizeof header;
        const std::size_t bytes = size - sizeof header;
        const int cells = header.rows * header.columns, kept = header.kept;
        if (header.rows < 2 || header.columns < 2 || cells > 16 || kept < 1 || kept > cells ||
            header.form > 3)
            refuse();
        switch (static_cast<GapForm>(header.form)) {
            case GapForm::kBitmap:
                if (bytes != BitmapGapSet::body_bytes(cells, kept)) refuse();
                if (cells == Bitmap8Of16::kCells && kept == Bitmap8Of16::kKept)
                    set = std::make_unique<Bitmap8Of16>(body);
                else
                    set = std::make_unique<BitmapGapSet>(cells, kept, body);
                break;
            case GapForm::kHash:
                // A full table would be searched without end.
                if (header.count >= header.slots || header.slots > bytes ||
                    bytes != header.slots * (kept <= 8 ? 4 : 8))
                    refuse();
                if (kept <= 8)
                    set = std::make_unique<HashGapSet<std::uint32_t>>(kept, body, header.slots);
                else
                    set = std::make_unique<HashGapSet<std::uint64_t>>(kept, body, header.slots);
                break;
            case GapForm::kBdd:
            case GapForm::kZdd: {
                DiagramView diagram = read_image(body, bytes);
                if (diagram.order.bits != 4 * kept) refuse();
                set = std::make_unique<DiagramGapSet>(diagram);
                break;
            }
        }
        set->bytes = size;
        set->seen = kept;
    }

  private:
    [[noreturn]] static void refuse() {
        throw std::invalid_argument("a damaged gap set: its header does not fit its body");
    }
};

}  // namespace yomikiri
