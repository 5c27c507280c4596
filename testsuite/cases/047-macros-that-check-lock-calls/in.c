#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void log_err(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why);
}

#define LOCKRET(func) do { \
	int lockret_err; \
	if ((lockret_err = (func)) != 0) \
		log_err("could not " #func, strerror(lockret_err)); \
	} while (0)
#define lock_basic_init(lock) LOCKRET(pthread_mutex_init(lock, NULL))
#define lock_basic_lock(lock) LOCKRET(pthread_mutex_lock(lock))
#define lock_basic_unlock(lock) LOCKRET(pthread_mutex_unlock(lock))

struct table {
	pthread_mutex_t lock;
	int used;
};

static int add(struct table *t, int n)
{
	lock_basic_lock(&t->lock);
	if (t->used > 10) {
		lock_basic_unlock(&t->lock);
		return 0;
	}
	t->used += n;
	lock_basic_unlock(&t->lock);
	return 1;
}

/* Locked for the caller if there is something. */
static int *find(struct table *t)
{
	lock_basic_lock(&t->lock);
	if (t->used)
		return &t->used;
	lock_basic_unlock(&t->lock);
	return NULL;
}

int main(void)
{
	struct table t = { .used = 0 };
	int *used, added = 0;

	lock_basic_init(&t.lock);
	used = find(&t);
	printf("%s\n", used ? "some" : "none");
	for (int i = 0; i < 8; i++)
		added += add(&t, i);
	used = find(&t);
	if (used) {
		printf("%d %d\n", *used, added);
		lock_basic_unlock(&t.lock);
	}
	return 0;
}
