/* Wrappers give what their lock calls give: it may be asserted, and is 0 behind a release; not what does more, or loses an effect. */
#include <assert.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
struct mx { rcl_mutex_t mutex; };
static struct mx m = { RCL_MUTEX_INITIALIZER(mx_mutex) };
static int n;
static rcl_mutex_t *mx_mutex(struct mx *mutex)
{
	return &mutex->mutex;
}

int mx_lock(struct mx *mutex)
{
	int rv;

	rv = rcl_lock(&mutex->mutex);
	return rv;
}
int mx_unlock(struct mx *mutex)
{
	int status;

	status = rcl_unlock(&mutex->mutex);
	return status;
}
static void each(void)
{
	n++;
	assert(mx_lock(&m) == 0);
	assert(mx_unlock(&m) == 0);
	n++;
}

/* m.mutex, in.c:31-33 */
static int two_cs(void *ctx)
{
	n++;
	return 0;
}

static void two(void)
{
	rcl_exec_anon(mx_mutex(&m), two_cs, NULL, 0);
}

/* m.mutex, in.c:38-41 */
static int three_cs(void *ctx)
{
	n++;
	return 0;
}

static int three(void)
{
	int rc;
	if (rcl_exec_anon(mx_mutex(&m), three_cs, NULL, 0) < 0)
		return -1;
	rc = 0;
	return rc;
}

/* m.mutex, in.c:46-49 */
static int four_cs(void *ctx)
{
	n++;
	return 0;
}

static int four(void)
{
	if (rcl_exec_anon(mx_mutex(&m), four_cs, NULL, 0) < 0)
		return -1;
	return 1;
}
static int effects;
static rcl_mutex_t *next(rcl_mutex_t *p) { effects++; return p; }

/* m.mutex, in.c:58-59 */
static int five_cs(void *ctx)
{
	n++;
	return RCL_KEEP;
}

static int five(void)
{
	int rc;
	rcl_exec_anon(&m.mutex, five_cs, NULL, 0);
	rc = rcl_unlock(next(&m.mutex));
	return rc + effects;
}

/* m.mutex, in.c:66-67 */
static int six_cs(void *ctx)
{
	n++;
	return RCL_KEEP;
}

static int six(void)
{
	int rc;
	rcl_exec_anon(&m.mutex, six_cs, NULL, 0);
	if ((rc = rcl_unlock(next(&m.mutex))) != 0)
		return 0;
	return rc + effects;
}
int mx_unlock_true(struct mx *mutex)
{
	return rcl_unlock(&mutex->mutex) == 0;
}
int mx_unlock_counts(struct mx *mutex)
{
	effects += 3;
	return rcl_unlock(&mutex->mutex);
}

/* m.mutex, in.c:84-85 */
static int seven_cs(void *ctx)
{
	n++;
	return RCL_KEEP;
}

static int seven(int k)
{
	int rc;
	rcl_exec_anon(mx_mutex(&m), seven_cs, NULL, 0);
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
