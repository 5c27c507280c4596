/* Wrappers whose assertion reports a failure by functions of the program's own before it ends the program. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define unlikely(x) __builtin_expect((x), 0)
#define zero_or_end(rc) do { \
		if (unlikely(!((rc) == 0))) { \
			show_stack(); \
			fprintf(stderr, "%s (%s:%d)\n", message(rc), __FILE__, __LINE__); \
			give_up(); \
		} \
	} while (0)

struct mutex {
	pthread_mutex_t mutex;
	int users;
};

static int failures;

static void show_stack(void)
{
	failures++;
	puts("somewhere");
}

static const char *message(int rc)
{
	return rc == 22 ? "invalid" : "unknown";
}

static void give_up(void)
{
	abort();
}

void mutex_lock(struct mutex *self)
{
	int rc;

	rc = pthread_mutex_lock(&self->mutex);
	zero_or_end(rc);
}

void mutex_unlock(struct mutex *self)
{
	int rc;

	rc = pthread_mutex_unlock(&self->mutex);
	zero_or_end(rc);
}

/* It counts as well, and is no mere lock call. */
void mutex_enter(struct mutex *self)
{
	int rc = pthread_mutex_lock(&self->mutex);

	if (rc) {
		show_stack();
		give_up();
	}
	self->users++;
}

/* It ends the program for something else, too: another lock is not taken then. */
void mutex_use(struct mutex *self)
{
	if (failures > 3) {
		show_stack();
		give_up();
	}
	pthread_mutex_lock(&self->mutex);
}

static struct mutex queue = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int sum;

static void add(int n)
{
	mutex_lock(&queue);
	sum += n;
	mutex_unlock(&queue);
}

static void enter(int n)
{
	mutex_enter(&queue);
	sum += n;
	mutex_unlock(&queue);
}

static void use(int n)
{
	mutex_use(&queue);
	sum += n;
	mutex_unlock(&queue);
}

int main(void)
{
	add(3);
	enter(4);
	use(5);
	printf("%d %d\n", sum, queue.users);
	return 0;
}
