// Requests a cache line that will be needed soon.
//
// A compiler may consider a function that does nothing else to have no effect and drop calls to it: GCC does.
// The empty asm statement is an effect that it must keep.
#pragma once

namespace yomikiri {

inline void prefetch(const void* address) {
    __builtin_prefetch(address);
    asm volatile("");
}

}  // namespace yomikiri
