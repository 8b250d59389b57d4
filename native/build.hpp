// What the kernel was built with, in brief.
#pragma once

#include <string>

#include "system.hpp"

namespace yomikiri {

// A build for a first look leaves out templates that only make searches faster.
#if defined(YOMIKIRI_QUICK)
inline constexpr bool kQuickBuild = true;
#else
inline constexpr bool kQuickBuild = false;
#endif

inline std::string build_words() {
#if defined(__clang__)
    std::string words = "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__);
#elif defined(__GNUC__)
    std::string words = "gcc " + std::to_string(__GNUC__) + "." + std::to_string(__GNUC_MINOR__);
#else
    std::string words = "another compiler";
#endif
    if (kQuickBuild) words += ", quick";
#if defined(YOMIKIRI_PORTABLE)
    words += ", portable";
#endif
#if defined(Py_LIMITED_API)
    words += ", stable ABI";
#endif
#if defined(__SANITIZE_ADDRESS__)
    words += ", sanitizers";
#endif
    return words;
}

}  // namespace yomikiri
