#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, hook = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int count, hooks;

#define LIST_LOCK      do { pthread_mutex_lock(&list); } while (0)
#define LIST_UNLOCK    do { pthread_mutex_unlock(&list); } while (0)
#define HOOK_LOCK      pthread_mutex_lock(&hook)
#define HOOK_UNLOCK    pthread_mutex_unlock(&hook)
#define HOOK_TRY       pthread_mutex_trylock(&hook)
#define LIST_WAIT      pthread_cond_wait(&filled, &list)
#define ENDED_LOCK     pthread_mutex_lock(&hook);
#define ENDED_UNLOCK   pthread_mutex_unlock(&hook);

static void add(int n)
{
	LIST_LOCK;
	count += n;
	LIST_UNLOCK /* the last */ ;
}

/* Ways out, one without braces, and a section in a section. */
static int find(int n)
{
	int i;

	LIST_LOCK;
	if (n < 0) {
		LIST_UNLOCK;
		return -1;
	}
	for (i = 0; i < count; i++) {
		if (i == n) {
			(void)HOOK_LOCK;
			hooks++;
			HOOK_UNLOCK;
			LIST_UNLOCK;
			return i;
		}
	}
	if (n > 100)
		LIST_UNLOCK;
	else {
		count++;
		LIST_UNLOCK;
	}
	return count;
}

/* Released for a while, a wait, and an attempt. */
static int take(void)
{
	int taken = 0;

	LIST_LOCK;
	while (count > 3) {
		count--;
		LIST_UNLOCK;
		taken++;
		LIST_LOCK;
	}
	while (count == 0)
		LIST_WAIT;
	count--;
	LIST_UNLOCK;
	if (HOOK_TRY == 0) {
		hooks += taken;
		HOOK_UNLOCK;
	}
	return taken;
}

/* The macros hold their own semicolons. */
static int ended(void)
{
	int n;

	ENDED_LOCK
	n = ++hooks;
	ENDED_UNLOCK
	return n;
}

/* In an #if. */
static int threaded(void)
{
	int n;

#ifndef ALONE
	LIST_LOCK;
#endif
	n = count;
	if (n == 0) {
#ifndef ALONE
		LIST_UNLOCK;
#endif
		return -1;
	}
#ifndef ALONE
	LIST_UNLOCK;
#endif
	return n;
}

static int last(void);

int main(void)
{
	add(7);
	printf("%d %d %d\n", find(-1), find(2), find(8));
	printf("%d\n", take());
	printf("%d %d\n", count, ended());
	printf("%d %d\n", threaded(), last());
	return 0;
}

/* No parenthesis follows. */
static int last(void)
{
	int n;

	LIST_LOCK;
	n = count++;
	LIST_UNLOCK;
	return n;
}
