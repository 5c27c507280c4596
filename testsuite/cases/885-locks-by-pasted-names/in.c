/* Lock macros that paste the mutex's name together; what is pasted may be a macro, and is another name then where it is handed on. */
#include <pthread.h>
#include <stdio.h>

#define LOCK(name) pthread_mutex_lock(&name##_lock)
#define UNLOCK(name) pthread_mutex_unlock(&name##_lock)
#define LOCK_IN(object, what) \
	do { pthread_mutex_lock(&(object)->what ## _lock); } while (0)
#define UNLOCK_IN(object, what) \
	do { pthread_mutex_unlock(&(object)->what ## _lock); } while (0)
#define LOCK_STATS() LOCK(stats)
#define UNLOCK_STATS() UNLOCK(stats)
#define ENTER(name) LOCK(name)
#define LEAVE(name) UNLOCK(name)
#define current spare

struct pipe {
	pthread_mutex_t in_lock, out_lock;
	int in, out;
};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t current_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pipe pipe_ = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static int queue_count, stats_count, current_count, spare_count;

static int step(struct pipe *pipe, int number)
{
	int sum;

	LOCK(queue);
	queue_count += number;
	UNLOCK(queue);
	LOCK_STATS();
	stats_count++;
	UNLOCK_STATS();
	LOCK_IN(pipe, in);
	pipe->in += number;
	UNLOCK_IN(pipe, in);
	LOCK_IN(pipe, out);
	if (pipe->out > 3) {
		UNLOCK_IN(pipe, out);
		return -1;
	}
	sum = ++pipe->out;
	UNLOCK_IN(pipe, out);
	return sum;
}

static void handed_on(void)
{
	ENTER(queue);
	queue_count++;
	LEAVE(queue);
	LOCK(current);
	current_count++;
	UNLOCK(current);
	ENTER(current);
	spare_count++;
	LEAVE(current);
}

static void *run(void *arg)
{
	int i, sum = 0;

	for (i = 0; i < 100; i++) {
		sum += step(&pipe_, i) > 0;
		handed_on();
	}
	return sum > 100 ? arg : NULL;
}

int main(void)
{
	pthread_t threads[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d %d %d %d %d\n", queue_count, stats_count, current_count, spare_count, pipe_.in, pipe_.out);
	return pthread_mutex_trylock(&spare_lock) || pthread_mutex_trylock(&current_lock);
}
