// How a call fails where there are no exceptions: it leaves the module.
//
// Without exception handling the compiler drops the handlers and keeps the throws.  Each ends here, and so
// does memory that is refused.  The host gets the message and throws an exception of its own, which leaves
// all calls of the module at once.  What they held is lost, so the host takes a new instance afterwards.
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

extern "C" [[clang::import_module("host"), clang::import_name("fail")]] void host_fail(int is_memory,
                                                                                       const char* message);

namespace {

[[noreturn]] void leave(bool is_memory, const char* message) {
    host_fail(is_memory ? 1 : 0, message);
    std::abort();  // The host does not return.
}

void* taken(std::size_t size) {
    void* found = std::malloc(size > 0 ? size : 1);
    if (found == nullptr) leave(true, "out of memory");
    return found;
}

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t size) { return taken(size); }
void __cxa_free_exception(void* exception) { std::free(exception); }
// All that the kernel throws is a std::exception, which is its first base.
void __cxa_throw(void* exception, std::type_info* type, void (*)(void*)) {
    const bool is_memory = *type == typeid(std::bad_alloc);
    leave(is_memory, static_cast<std::exception*>(exception)->what());
}
void* __cxa_begin_catch(void* exception) noexcept { return exception; }
void __cxa_end_catch() {}
void __cxa_rethrow() { leave(false, "rethrown"); }
}

void* operator new(std::size_t size) { return taken(size); }
void* operator new[](std::size_t size) { return taken(size); }
void operator delete(void* at) noexcept { std::free(at); }
void operator delete[](void* at) noexcept { std::free(at); }
void operator delete(void* at, std::size_t) noexcept { std::free(at); }
void operator delete[](void* at, std::size_t) noexcept { std::free(at); }
