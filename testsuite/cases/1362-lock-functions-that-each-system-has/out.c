/* Lock functions that are others, or macros, on another system: where the sections need none of them, they stay. */
#include <stdio.h>
#include "rcl_config.h"
#ifdef _WIN32
#include <windows.h>
static CRITICAL_SECTION items_lock, names_lock;

static inline void lock_items(void)
{
	EnterCriticalSection(&items_lock);
}

static inline void unlock_items(void)
{
	LeaveCriticalSection(&items_lock);
}

#define lock_names() EnterCriticalSection(&names_lock)
#define unlock_names() LeaveCriticalSection(&names_lock)
#else
#include <pthread.h>
static rcl_mutex_t items_lock = RCL_MUTEX_INITIALIZER(items_lock);
static rcl_mutex_t names_lock = RCL_MUTEX_INITIALIZER(names_lock);

static inline void lock_items(void)
{
	rcl_lock(&items_lock);
}

static inline void unlock_items(void)
{
	rcl_unlock(&items_lock);
}

static inline void lock_names(void)
{
	rcl_lock(&names_lock);
}

static inline void unlock_names(void)
{
	rcl_unlock(&names_lock);
}
#endif

static long items, names;

struct take_cs {  /* items_lock, in.c:49-55 */
	long n;   /* in */
};

static int take_cs(void *ctx)
{
	struct take_cs *cs = ctx;
	long n = cs->n;

	if (items < n) {
		return 1;
	}
	items -= n;
	return 0;
}

static long take(long n)
{
	struct take_cs cs = { .n = n };
	if (rcl_exec_anon(&items_lock, take_cs, &cs, sizeof(cs)) == 1) {
		return -1;
	}
	return n;
}

struct put_cs {  /* items_lock, in.c:61-64 */
	long n;  /* in-out */
};

static int put_cs(void *ctx)
{
	struct put_cs *cs = ctx;
	long n = cs->n;

	items += n;
	n = items;
	cs->n = n;
	return 0;
}

static long put(long n)
{
	struct put_cs cs = { .n = n };
	rcl_exec_anon(&items_lock, put_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

struct name_cs {  /* names_lock, in.c:70-73 */
	long n;   /* in-out */
};

static int name_cs(void *ctx)
{
	struct name_cs *cs = ctx;
	long n = cs->n;

	names += n;
	n = names;
	cs->n = n;
	return 0;
}

static long name(long n)
{
	struct name_cs cs = { .n = n };
	rcl_exec_anon(&names_lock, name_cs, &cs, sizeof(cs));
	n = cs.n;
	return n;
}

int main(void)
{
#ifdef _WIN32
	InitializeCriticalSection(&items_lock);
	InitializeCriticalSection(&names_lock);
#endif
	for (long n = 1; n < 4; n++)
		printf("%ld %ld %ld\n", put(n), take(2 * n), name(n));
	return 0;
}
