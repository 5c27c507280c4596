/* What leads to a mutex is read out of a structure by where it stands there. */
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct object {
	long id;
	struct {
		long count;
		pthread_mutex_t *lock;
	} shared;
};

struct text {
	long id;
	char *lock;
};

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static struct object object;
static struct text text;
static long sum, others;

static void begin(void)
{
	object.shared.lock = &one;
	text.lock = (char *)&two;
}

static void add(void)
{
	pthread_mutex_t *mine = *(void **)((char *)&object + offsetof(struct object, shared.lock));
	pthread_mutex_t *other = *(void **)((char *)&text + offsetof(struct text, lock));

	pthread_mutex_lock(&one);
	sum++;
	pthread_mutex_unlock(&one);
	pthread_mutex_lock(mine);
	sum += 2;
	pthread_mutex_unlock(mine);
	pthread_mutex_lock(&two);
	others++;
	pthread_mutex_unlock(&two);
	pthread_mutex_lock(other);
	others += 4;
	pthread_mutex_unlock(other);
}

static void *run(void *unused)
{
	for (int i = 0; i < 1000; i++)
		add();
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	begin();
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, run, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%ld %ld\n", sum, others);
	return 0;
}
