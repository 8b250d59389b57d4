// The positions of Superpuzz and Gaps as Python gives them.
#pragma once

#include "bindings.hpp"
#include "games/rows/superpuzz.hpp"

namespace yomikiri {

inline Code code_of(const Superpuzz& domain, const nb::bytes& bytes) {
    Code code{};
    if (bytes.size() != domain.key_bytes())
        refuse("a code of ", bytes.size(), " bytes: expected ", domain.key_bytes());
    std::memcpy(code.data(), bytes.c_str(), bytes.size());
    if (!domain.is_position(code))
        refuse("not the code of a position: expected each card in a cell of its own");
    return code;
}

inline nb::bytes bytes_of(const Superpuzz& domain, const Code& code) {
    return nb::bytes(reinterpret_cast<const char*>(code.data()), domain.key_bytes());
}

}  // namespace yomikiri
