// A diagram as bytes: a header of 256 bytes and the words of its nodes, ready to be mapped into memory.
//
// Nothing in a file is trusted: magic word, version, lengths, checksum and then every node are checked before
// a diagram is used, so that a damaged file is refused and cannot mislead a search.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

#include "diagrams/diagram.hpp"
#include "stores/checksum.hpp"

namespace yomikiri {

struct DiagramHeader {
    static constexpr char kMagic[17] = "yomikiri diagram";
    static constexpr std::uint32_t kVersion = 1;

    char magic[16];
    std::uint32_t version;
    std::uint8_t kind;
    std::uint8_t bits;
    std::uint8_t unused[2];
    std::uint64_t words;
    std::uint64_t root;
    std::uint64_t words_checksum;
    std::uint64_t header_checksum;  // of the header with this field 0
    std::uint8_t order[64];
    std::uint8_t padding[136];

    std::uint64_t checksum_of_header() const {
        DiagramHeader copy = *this;
        copy.header_checksum = 0;
        return checksum(reinterpret_cast<const std::uint8_t*>(&copy), sizeof copy);
    }
};
static_assert(sizeof(DiagramHeader) == 256);

inline std::size_t image_bytes(const DiagramView& diagram) {
    return sizeof(DiagramHeader) + diagram.words.size_bytes();
}

inline void write_image(const DiagramView& diagram, std::uint8_t* to) {
    const auto* words = reinterpret_cast<const std::uint8_t*>(diagram.words.data());
    DiagramHeader header{};
    std::memcpy(header.magic, DiagramHeader::kMagic, sizeof header.magic);
    header.version = DiagramHeader::kVersion;
    header.kind = static_cast<std::uint8_t>(diagram.kind);
    header.bits = static_cast<std::uint8_t>(diagram.order.bits);
    header.words = diagram.words.size();
    header.root = diagram.root;
    header.words_checksum = checksum(words, diagram.words.size_bytes());
    std::copy(diagram.order.order.begin(), diagram.order.order.end(), header.order);
    header.header_checksum = header.checksum_of_header();
    std::memcpy(to, &header, sizeof header);
    std::memcpy(to + sizeof header, words, diagram.words.size_bytes());
}

// The diagram in these bytes, which must stay where they are (on a multiple of 8).
inline DiagramView read_image(const std::uint8_t* data, std::size_t size) {
    auto refuse = [](const std::string& reason) { throw std::invalid_argument(reason); };
    DiagramHeader header;
    if (size < sizeof header || std::memcmp(data, DiagramHeader::kMagic, sizeof header.magic) != 0)
        refuse("not a diagram: expected the magic word 'yomikiri diagram'");
    std::memcpy(&header, data, sizeof header);
    if (header.version != DiagramHeader::kVersion)
        refuse("a diagram of version " + std::to_string(header.version) + ": expected version " +
               std::to_string(DiagramHeader::kVersion));
    if (header.header_checksum != header.checksum_of_header())
        refuse("a damaged diagram: the checksum of its header is wrong");
    const std::size_t body = size - sizeof header;
    if (header.words > kMaxNodes || body != header.words * 8)
        refuse("a damaged diagram: " + std::to_string(body) + " bytes of nodes, expected " +
               std::to_string(header.words * 8));
    if (checksum(data + sizeof header, body) != header.words_checksum)
        refuse("a damaged diagram: the checksum of its nodes is wrong");
    DiagramView diagram;
    diagram.kind = static_cast<DiagramKind>(header.kind);
    diagram.order.bits = header.bits;
    std::copy(std::begin(header.order), std::end(header.order), diagram.order.order.begin());
    diagram.words = {reinterpret_cast<const std::uint64_t*>(data + sizeof header),
                     static_cast<std::size_t>(header.words)};
    diagram.root = static_cast<NodeId>(header.root);
    if (header.kind > 1 || header.root >= header.words || !diagram.order.is_permutation() ||
        !diagram.is_sound())
        refuse("a damaged diagram: its nodes make no reduced diagram");
    return diagram;
}

}  // namespace yomikiri
