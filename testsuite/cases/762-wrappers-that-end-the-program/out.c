/* Wrappers whose assertion reports a failure by functions of the program's own before it ends the program. */
#include <pthread.h>
#include "rcl_config.h"
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
	rcl_mutex_t mutex;
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

static rcl_mutex_t *mutex_mutex(struct mutex *self)
{
	return &self->mutex;
}

void mutex_lock(struct mutex *self)
{
	int rc;

	rc = rcl_lock(&self->mutex);
	zero_or_end(rc);
}

void mutex_unlock(struct mutex *self)
{
	int rc;

	rc = rcl_unlock(&self->mutex);
	zero_or_end(rc);
}

static rcl_mutex_t *mutex_enter_mutex(struct mutex *self)
{
	return &self->mutex;
}

static void mutex_enter_held(struct mutex *self)
{
	self->users++;
}

/* It counts as well, and is no mere lock call. */
void mutex_enter(struct mutex *self)
{
	int rc = rcl_lock(&self->mutex);

	if (rc) {
		show_stack();
		give_up();
	}
	mutex_enter_held(self);
}

static rcl_mutex_t *mutex_use_mutex(struct mutex *self)
{
	return &self->mutex;
}

static void mutex_use_ahead(void)
{
	if (failures > 3) {
		show_stack();
		give_up();
	}
}

/* It ends the program for something else, too: another lock is not taken then. */
void mutex_use(struct mutex *self)
{
	mutex_use_ahead();
	rcl_lock(&self->mutex);
}

static struct mutex queue = { RCL_MUTEX_INITIALIZER(mutex_mutex), 0 };
static int sum;

struct add_cs {  /* queue.mutex, in.c:81-83 */
	int n;   /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void add(int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon(mutex_mutex(&queue), add_cs, &cs, sizeof(cs));
}

struct enter_cs {  /* queue.mutex, in.c:88-90 */
	int n;     /* in */
};

static int enter_cs(void *ctx)
{
	struct enter_cs *cs = ctx;
	int n = cs->n;

	mutex_enter_held(&queue);
	sum += n;
	return 0;
}

static void enter(int n)
{
	struct enter_cs cs = { .n = n };
	rcl_exec(mutex_enter_mutex(&queue), enter_cs, &cs, sizeof(cs));
}

struct use_cs {  /* queue.mutex, in.c:95-97 */
	int n;   /* in */
};

static int use_cs(void *ctx)
{
	struct use_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return 0;
}

static void use(int n)
{
	struct use_cs cs = { .n = n };
	mutex_use_ahead();
	rcl_exec_anon(mutex_use_mutex(&queue), use_cs, &cs, sizeof(cs));
}

int main(void)
{
	add(3);
	enter(4);
	use(5);
	printf("%d %d\n", sum, queue.users);
	return 0;
}
