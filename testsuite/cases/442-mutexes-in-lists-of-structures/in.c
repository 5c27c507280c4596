#include <pthread.h>
#include <stdio.h>

struct task {
	void (*run)(void *arg);
	void *arg;
};

struct slot {
	const char *name;
	pthread_mutex_t *mutex;
	int *counter;
};

typedef struct {
	struct task tasks[2];
	int number;
} batch;

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t third = PTHREAD_MUTEX_INITIALIZER;
static int n, total;

static void work(void *arg)
{
	pthread_mutex_t *m = arg;
	pthread_mutex_lock(m);
	n++;
	pthread_mutex_unlock(m);
}

static struct task fixed = { work, &first };

static void run(const struct task *task)
{
	task->run(task->arg);
}

static void run_all(const batch *all)
{
	for (int i = 0; i < all->number; i++)
		run(&all->tasks[i]);
}

static void count(const struct slot *slot, int by)
{
	pthread_mutex_lock(slot->mutex);
	*slot->counter += by;
	pthread_mutex_unlock(slot->mutex);
}

int main(void)
{
	pthread_mutex_t *other = &second;
	struct task named = { .run = work, .arg = &first };
	const struct slot slots[] = { { "one", &third, &total }, { .counter = &total, .mutex = &third } };
	batch both = { { { work, other }, { work, &first } }, 2 };

	run(&fixed);
	run(&named);
	run(&(struct task){ work, other });
	run_all(&both);
	for (int i = 0; i < 2; i++)
		count(&slots[i], i + 2);
	printf("%d %d\n", n, total);
	return 0;
}
