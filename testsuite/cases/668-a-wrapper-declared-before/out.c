#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

typedef struct {
	rcl_mutex_t sys_mutex;
} mutex_t;

#define mutex_lock(m) mutex_lock_at(m, __LINE__, __FILE__)
#define mutex_unlock(m) mutex_unlock_at(m, __LINE__, __FILE__)

static mutex_t lock = { RCL_MUTEX_INITIALIZER(mutex_t_sys_mutex) };
static int count;

/* the system's */
static void sys_lock(mutex_t *mutex);
static rcl_mutex_t *sys_mutex(mutex_t *mutex);
static void sys_unlock(mutex_t *mutex);

void mutex_lock_at(mutex_t *mutex, int line, const char *file);
rcl_mutex_t *mutex_at_mutex(mutex_t *mutex);
void mutex_unlock_at(mutex_t *mutex, int line, const char *file);

rcl_mutex_t *mutex_at_mutex(mutex_t *mutex)
{
	return sys_mutex(mutex);
}

void mutex_lock_at(mutex_t *mutex, int line, const char *file)
{
	sys_lock(mutex);
}

void mutex_unlock_at(mutex_t *mutex, int line, const char *file)
{
	sys_unlock(mutex);
}

struct next_sys_1_cs {  /* lock.sys_mutex, in.c:35-37 */
	int n;          /* out */
};

static int next_sys_1_cs(void *ctx)
{
	struct next_sys_1_cs *cs = ctx;
	int n;

	n = ++count;
	cs->n = n;
	return 0;
}

struct next_sys_2_cs {  /* lock.sys_mutex, in.c:38-40 */
	int n;          /* in */
};

static int next_sys_2_cs(void *ctx)
{
	struct next_sys_2_cs *cs = ctx;
	int n = cs->n;

	count += n;
	return 0;
}

static int next(void)
{
	int n;

	struct next_sys_1_cs cs;
	rcl_exec_anon(mutex_at_mutex(&lock), next_sys_1_cs, &cs, sizeof(cs));
	n = cs.n;
	struct next_sys_2_cs sys_2_cs = { .n = n };
	rcl_exec_anon(sys_mutex(&lock), next_sys_2_cs, &sys_2_cs, sizeof(sys_2_cs));
	return n;
}

int main(void)
{
	printf("%d", next());
	printf(" %d\n", next());
	return 0;
}

static rcl_mutex_t *sys_mutex(mutex_t *mutex)
{
	return &mutex->sys_mutex;
}

static void sys_lock(mutex_t *mutex)
{
	rcl_lock(&mutex->sys_mutex);
}

static void sys_unlock(mutex_t *mutex)
{
	rcl_unlock(&mutex->sys_mutex);
}
