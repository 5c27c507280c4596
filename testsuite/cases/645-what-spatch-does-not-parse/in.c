#include <pthread.h>
#include <stdio.h>
#include <sys/queue.h>

/* as if in a header: UNLESS, ADD and COLUMNS are the compiler's flags */
#define LOCK_DO(m) do { pthread_mutex_lock(m)
#define UNLOCK_WHILE(m) pthread_mutex_unlock(m); } while (0)

struct item { int value; SLIST_ENTRY(item) next; };
struct pair { int a, b; };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SLIST_HEAD(, item) items;
static int last;

/* a macro for an if, with an else */
static int other(int n)
{
	UNLESS(n > 3) {
		pthread_mutex_lock(&lock);
		last += n;
		if (last > 5) {
			pthread_mutex_unlock(&lock);
			return 1;
		}
		pthread_mutex_unlock(&lock);
	} else
		n--;
	return n;
}

/* a statement expression that a macro gets, and what follows it */
static int given(int n)
{
	struct item *item;

	ADD(n, ({ int one = 1; one + 1; }));
	SLIST_FOREACH(item, &items, next) {
		ADD(n, ({ int two = item->value; UNLESS(two) two = 3; two; }));
	}
	pthread_mutex_lock(&lock);
	last += n;
	n = last;
	pthread_mutex_unlock(&lock);
	return n;
}

/* declarations and statements without a semicolon, and a pointer's member */
static int columns(int n)
{
	struct pair pair = { n, 2 };
	COLUMNS(COLUMN_VAR, n)

	pthread_mutex_lock(&lock);
	COLUMNS(COLUMN_STEP, n)
	last += n_first * n_second + pair.a;
	pair.b = last;
	pthread_mutex_unlock(&lock);
	return n_first + pair.b;
}

/* half a loop */
static int half(int n)
{
	LOCK_DO(&lock);
	last += n;
	UNLOCK_WHILE(&lock);
	UNLESS(n) n = 1; else n = 2;
	pthread_mutex_lock(&lock);
	last += n;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	struct item item = { 4, { NULL } };

	SLIST_INSERT_HEAD(&items, &item, next);
	printf("%d %d", other(2), other(4));
	printf(" %d %d", given(1), columns(3));
	printf(" %d %d\n", half(1), last);
	return 0;
}
