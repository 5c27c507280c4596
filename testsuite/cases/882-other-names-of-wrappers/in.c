/* A macro may be another name of a wrapper, also where the lock is taken under a condition. */
#include <pthread.h>
#include <assert.h>
#include <stdio.h>
struct st { pthread_mutex_t lock; int n; };
static inline void _pop_lock(struct st *s)
{
	int ret;

	ret = pthread_mutex_lock(&s->lock);
	assert(!ret);
}
static inline void _pop_unlock(struct st *s)
{
	int ret;

	ret = pthread_mutex_unlock(&s->lock);
	assert(!ret);
}
#define pop_lock _pop_lock
#define pop_unlock _pop_unlock
static struct st s = { PTHREAD_MUTEX_INITIALIZER, 5 };
enum sync { NONE, MUTEX };
static int plain(void)
{
	int r;

	pop_lock(&s);
	r = s.n--;
	pop_unlock(&s);
	return r;
}
static int unalias(enum sync sync)
{
	int r;

	if (sync == MUTEX)
		_pop_lock(&s);
	r = s.n--;
	if (sync == MUTEX)
		_pop_unlock(&s);
	return r;
}
static int alias(enum sync sync)
{
	int r;

	if (sync == MUTEX)
		pop_lock(&s);
	r = s.n--;
	if (sync == MUTEX)
		pop_unlock(&s);
	return r;
}
int main(void)
{
	printf("%d %d", plain(), unalias(MUTEX));
	printf("%d\n", alias(MUTEX));
	return 0;
}
