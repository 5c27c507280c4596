/* Lock macros that check what they get, under a condition. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#define mutex_lock(mutex) do { int err = pthread_mutex_lock(mutex); if (err) { errno = err; abort(); } } while (0)
#define mutex_unlock(mutex) do { int err = pthread_mutex_unlock(mutex); if (err) { errno = err; abort(); } } while (0)
struct mgr { pthread_mutex_t mutex; int n; };
static struct mgr mgr = { PTHREAD_MUTEX_INITIALIZER, 0 };
static void add(bool locked, struct mgr *m, int by)
{
	if (!locked)
		mutex_lock(&m->mutex);
	m->n += by;
	if (!locked)
		mutex_unlock(&m->mutex);
}
static int close_con(bool locked, struct mgr *m)
{
	int rc = 0;

	if (!locked)
		mutex_lock(&m->mutex);
	if (m->n > 5) {
		rc = -1;
		goto cleanup;
	}
	m->n++;
cleanup:
	if (!locked)
		mutex_unlock(&m->mutex);
	return rc;
}
/* in the words of the macro */
static void in_words(bool locked, struct mgr *m)
{
	if (!locked) {
		int err = pthread_mutex_lock(&m->mutex);
		if (err)
			abort();
	}
	m->n++;
	if (!locked) {
		int err = pthread_mutex_unlock(&m->mutex);
		if (err)
			abort();
	}
}

/* what follows an attempt that fails is no check */
static int tried(bool locked, struct mgr *m)
{
	int missed = 0;

	if (!locked) {
		int err = pthread_mutex_trylock(&m->mutex);
		if (err) {
			missed++;
			pthread_mutex_lock(&m->mutex);
		}
	}
	m->n += 2;
	if (!locked)
		mutex_unlock(&m->mutex);
	return missed;
}

int main(void)
{
	add(false, &mgr, 2);
	mutex_lock(&mgr.mutex);
	add(true, &mgr, 3);
	mutex_unlock(&mgr.mutex);
	int a = close_con(false, &mgr);
	in_words(false, &mgr);
	a += tried(false, &mgr);
	printf("%d %d %d\n", mgr.n, a, close_con(false, &mgr));
	return 0;
}
