/* Lock functions that are others, or macros, on another system: where the sections need none of them, they stay. */
#include <stdio.h>
#ifdef _WIN32
#include <windows.h>
static CRITICAL_SECTION items_lock, names_lock;

static void lock_items(void)
{
	EnterCriticalSection(&items_lock);
}

static void unlock_items(void)
{
	LeaveCriticalSection(&items_lock);
}

#define lock_names() EnterCriticalSection(&names_lock)
#define unlock_names() LeaveCriticalSection(&names_lock)
#else
#include <pthread.h>
static pthread_mutex_t items_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

static void lock_items(void)
{
	pthread_mutex_lock(&items_lock);
}

static void unlock_items(void)
{
	pthread_mutex_unlock(&items_lock);
}

static void lock_names(void)
{
	pthread_mutex_lock(&names_lock);
}

static void unlock_names(void)
{
	pthread_mutex_unlock(&names_lock);
}
#endif

static long items, names;

static long take(long n)
{
	lock_items();
	if (items < n) {
		unlock_items();
		return -1;
	}
	items -= n;
	unlock_items();
	return n;
}

static long put(long n)
{
	lock_items();
	items += n;
	n = items;
	unlock_items();
	return n;
}

static long name(long n)
{
	lock_names();
	names += n;
	n = names;
	unlock_names();
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
