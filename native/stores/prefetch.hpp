// Asks for a cache line that will be needed soon.
//
// A compiler may take a function that does nothing else for one without effect, and leave out calls of it:
// GCC does.  The empty statement is an effect that it has to keep.
#pragma once

namespace yomikiri {

inline void prefetch(const void* address) {
    __builtin_prefetch(address);
    asm volatile("");
}

}  // namespace yomikiri
