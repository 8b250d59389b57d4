// The two ways in which a check can end badly.
#pragma once

#include <string>

namespace checker {

// The file is not a certificate, or damaged, or of a kind that is not known: nothing can be said.
struct NotACertificate {
    std::string reason;
};

// It is a certificate, and its proof has a hole.
struct NotProved {
    std::string reason, board;
};

}  // namespace checker
