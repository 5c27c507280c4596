#include <pthread.h>
#include <stdio.h>

/* Old code declares first and assigns then: what a variable gets once, it stands for. */
struct env {
	pthread_mutex_t mutex;
	pthread_mutex_t inner;
	int free;
	int made;
};

struct table {
	struct env *env;
	int entries;
};

static int grow(struct table *t, int n)
{
	struct env *env;

	env = t->env;
	pthread_mutex_lock(&env->inner);
	while (n > env->free)
		env->free += 2;
	pthread_mutex_unlock(&t->env->inner);
	return n;
}

static int add(struct table *t, int n)
{
	struct env *env;
	int found;

	env = t->env;
	pthread_mutex_lock(&env->mutex);
	found = grow(t, n);
	t->entries += found;
	pthread_mutex_unlock(&t->env->mutex);
	return found;
}

/* assigned again, or behind a label: who knows which one is given back */
static int swap(struct table *t, struct table *other)
{
	struct env *env;

	env = t->env;
	pthread_mutex_lock(&env->mutex);
	env->made++;
	env = other->env;
	pthread_mutex_unlock(&t->env->mutex);
	return env->made;
}

static int again(struct table *t, int n)
{
	struct env *env;

retry:
	env = t->env;
	pthread_mutex_lock(&env->mutex);
	env->made += n;
	pthread_mutex_unlock(&t->env->mutex);
	if (--n > 0)
		goto retry;
	return n;
}

/* what it is made of changes in between */
static int move(struct table *t, struct env *to)
{
	struct env *env;
	int made;

	env = t->env;
	pthread_mutex_lock(&env->mutex);
	made = env->made++;
	pthread_mutex_unlock(&env->mutex);
	t->env = to;
	pthread_mutex_lock(&t->env->mutex);
	to->made += made;
	pthread_mutex_unlock(&to->mutex);
	return made;
}

int main(void)
{
	static struct env one = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
	static struct env two = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0 };
	struct table first = { &one, 0 }, second = { &two, 0 };

	printf("%d %d\n", add(&first, 3), add(&second, 5));
	printf("%d %d\n", swap(&first, &second), again(&second, 3));
	printf("%d %d %d\n", move(&first, &two), one.made, two.made);
	printf("%d %d %d %d\n", first.entries, second.entries, one.free, two.free);
	return 0;
}
