#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count, other;

static bool try_m(void)
{
	if (pthread_mutex_trylock(&m))
		return false;
	return true;
}

static pthread_mutex_t *got_m(pthread_mutex_t *mutex)
{
	if (pthread_mutex_trylock(mutex))
		return NULL;
	return mutex;
}

/* the truth is kept, and there are ways out */
int truth(int a)
{
	bool had = try_m();

	if (!had)
		return -1;
	if (a == 1) {
		count++;
		pthread_mutex_unlock(&m);
		puts("one");
		return had;
	}
	if (a == 2) {
		pthread_mutex_unlock(&m);
		puts("two");
		return had + 1;
	}
	other++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* nobody keeps the pointer */
int pointed(int a)
{
	if (got_m(&m)) {
		count += a;
		pthread_mutex_unlock(&m);
	}
	return a;
}

/* two that keep it, and one that does not */
int pointers(int a)
{
	pthread_mutex_t *first, *second;

	first = got_m(&m);
	if (!first)
		return -1;
	count += a;
	pthread_mutex_unlock(first);
	second = got_m(&m);
	if (!second)
		return -2;
	other += a;
	pthread_mutex_unlock(second);
	if (got_m(&m)) {
		count++;
		pthread_mutex_unlock(&m);
	}
	return first == second;
}

/* released in either branch, and that is all */
int branches(int a)
{
	if (pthread_mutex_trylock(&m) == 0) {
		if (a) {
			count++;
			pthread_mutex_unlock(&m);
		} else {
			other++;
			pthread_mutex_unlock(&m);
		}
	}
	return a;
}

/* who fails tells others */
int failing(int a)
{
	int tries = 0;

	sscanf("3", "%d", &tries);
	if (pthread_mutex_trylock(&m)) {
		tries++;
		pthread_cond_signal(&changed);
		return tries;
	}
	count += tries + a;
	pthread_mutex_unlock(&m);
	return tries;
}

/* what the lock is reached by is by reference */
struct box {
	pthread_mutex_t m;
	int n;
};

static struct box boxes[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };

static void choose(struct box **at, int a)
{
	*at = &boxes[a & 1];
}

int boxed(int a)
{
	struct box *at;

	choose(&at, a);
	pthread_mutex_lock(&at->m);
	if (at->n > 20) {
		at->n = 0;
		pthread_mutex_unlock(&at->m);
		choose(&at, a + 1);
		return 1;
	}
	at->n++;
	pthread_mutex_unlock(&at->m);
	return at->n & 1;
}

/* a lock call in the body of a macro of its own */
int own_macro(int a)
{
#define TELL() pthread_cond_broadcast(&changed)
	pthread_mutex_lock(&m);
	count += a;
	TELL();
	pthread_mutex_unlock(&m);
	return a;
#undef TELL
}

#define LEVEL 2

/* the section stands behind an #elif */
int levels(int a)
{
#if LEVEL > 2
	a++;
#elif LEVEL > 1
	pthread_mutex_lock(&m);
	count += a;
	pthread_mutex_unlock(&m);
#endif
	return a;
}

/* waits for members of what the section has by reference */
struct job {
	pthread_cond_t done;
	int state;
};

static struct job *pending;
static pthread_cond_t conditions[2] = { PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER };

static void conditions_of(pthread_cond_t **of)
{
	*of = conditions;
}

int waiting(int a)
{
	struct job own = { PTHREAD_COND_INITIALIZER, a };
	struct timespec past = { 0, 0 };
	pthread_cond_t *of;

	conditions_of(&of);
	pthread_mutex_lock(&m);
	pending = &own;
	pthread_cond_timedwait(&own.done, &m, &past);
	count += pending->state;
	pthread_cond_timedwait(&of[a & 1], &m, &past);
	pending = NULL;
	while (own.state++ < a + 2)
		pthread_cond_timedwait(&changed, &m, &past);
	pthread_mutex_unlock(&m);
	return own.state;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 50; i++)
		sum += truth(i % 3) + pointed(i) + pointers(i) + branches(i % 2) + failing(i) + boxed(i) + own_macro(i) + levels(i) + waiting(i);
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
