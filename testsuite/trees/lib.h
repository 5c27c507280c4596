#include <stddef.h>
static inline void *g_steal_pointer(void *at)
{
    void **to = at, *found = *to;

    *to = NULL;
    return found;
}
#ifdef TYPEOF
#define g_steal_pointer(at) ((__typeof__(*(at)))(g_steal_pointer)(at))
#else
#define g_steal_pointer(at) (0 ? (*(at)) : (g_steal_pointer)(at))
#endif
#define DEFINE_CLEAR(type, func) static inline __attribute__((unused)) void clear_##type(type *at) { (func)(at); }
#define AUTO(type) __attribute__((unused, cleanup(clear_##type))) type
