/* Wrappers give what their lock calls give: it may be asserted, and is 0 behind a release; not what does more, or loses an effect. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
struct mx { pthread_mutex_t mutex; };
static struct mx m = { PTHREAD_MUTEX_INITIALIZER };
static int n;
int mx_lock(struct mx *mutex)
{
	int rv;

	rv = pthread_mutex_lock(&mutex->mutex);
	return rv;
}
int mx_unlock(struct mx *mutex)
{
	int status;

	status = pthread_mutex_unlock(&mutex->mutex);
	return status;
}
static void each(void)
{
	n++;
	assert(mx_lock(&m) == 0);
	assert(mx_unlock(&m) == 0);
	n++;
}
static void two(void)
{
	assert(mx_lock(&m) == 0);
	n++;
	assert(mx_unlock(&m) == 0);
}
static int three(void)
{
	int rc;
	if (mx_lock(&m) != 0)
		return -1;
	n++;
	rc = mx_unlock(&m);
	return rc;
}
static int four(void)
{
	if (mx_lock(&m) != 0)
		return -1;
	n++;
	if (mx_unlock(&m) != 0)
		return -2;
	return 1;
}
static int effects;
static pthread_mutex_t *next(pthread_mutex_t *p) { effects++; return p; }
static int five(void)
{
	int rc;
	pthread_mutex_lock(&m.mutex);
	n++;
	rc = pthread_mutex_unlock(next(&m.mutex));
	return rc + effects;
}
static int six(void)
{
	int rc;
	pthread_mutex_lock(&m.mutex);
	n++;
	if ((rc = pthread_mutex_unlock(next(&m.mutex))) != 0)
		return 0;
	return rc + effects;
}
int mx_unlock_true(struct mx *mutex)
{
	return pthread_mutex_unlock(&mutex->mutex) == 0;
}
int mx_unlock_counts(struct mx *mutex)
{
	effects += 3;
	return pthread_mutex_unlock(&mutex->mutex);
}
static int seven(int k)
{
	int rc;
	mx_lock(&m);
	n++;
	switch (k) {
	case 1: rc = mx_unlock_true(&m); return rc + 5;
	case 2: return mx_unlock_counts(&m) + effects;
	case 3: return mx_unlock(&m);
	case 4: if (mx_unlock(&m)) return 77; break;
	case 5: if (!mx_unlock_true(&m)) return 77; break;
	default: if (mx_unlock(&m)) { perror("x"); return 9; } return k;
	}
	return 8;
}

int main(void)
{
	int i;

	each();
	two();
	printf("%d %d\n", three(), four());
	for (i = 0; i < 8; i++)
		printf("%d ", seven(i));
	printf("%d %d %d %d\n", n, five(), six(), effects);
	return 0;
}
