/* The scope of a lock guard is left by a macro where a check fails, which its user ends or not. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static pthread_mutex_t *take(pthread_mutex_t *mutex) { pthread_mutex_lock(mutex); return mutex; }
static void give_back(pthread_mutex_t **mutex) { pthread_mutex_unlock(*mutex); }
#define GUARD(m) pthread_mutex_t *guard __attribute__((cleanup(give_back))) = take(m)
#define NEED(condition, value) \
	if (!(condition)) \
		return value
#define NEED2(condition, value) do { if (!(condition)) { count++; return (value); } } while (0)
static int by_macro(int n)
{
	GUARD(&m);

	NEED(n > 0, -1);
	count += n;
	NEED2(n < 20, 3);
	return count;
}
int main(void) { printf("%d %d %d %d\n", by_macro(0), by_macro(1), by_macro(20), count); return 0; }
