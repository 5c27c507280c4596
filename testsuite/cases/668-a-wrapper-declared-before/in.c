#include <pthread.h>
#include <stdio.h>

typedef struct {
	pthread_mutex_t sys_mutex;
} mutex_t;

#define mutex_lock(m) mutex_lock_at(m, __LINE__, __FILE__)
#define mutex_unlock(m) mutex_unlock_at(m, __LINE__, __FILE__)

static mutex_t lock = { PTHREAD_MUTEX_INITIALIZER };
static int count;

/* the system's */
static void sys_lock(mutex_t *mutex);
static void sys_unlock(mutex_t *mutex);

void mutex_lock_at(mutex_t *mutex, int line, const char *file);
void mutex_unlock_at(mutex_t *mutex, int line, const char *file);

void mutex_lock_at(mutex_t *mutex, int line, const char *file)
{
	sys_lock(mutex);
}

void mutex_unlock_at(mutex_t *mutex, int line, const char *file)
{
	sys_unlock(mutex);
}

static int next(void)
{
	int n;

	mutex_lock(&lock);
	n = ++count;
	mutex_unlock(&lock);
	sys_lock(&lock);
	count += n;
	sys_unlock(&lock);
	return n;
}

int main(void)
{
	printf("%d", next());
	printf(" %d\n", next());
	return 0;
}

static void sys_lock(mutex_t *mutex)
{
	pthread_mutex_lock(&mutex->sys_mutex);
}

static void sys_unlock(mutex_t *mutex)
{
	pthread_mutex_unlock(&mutex->sys_mutex);
}
