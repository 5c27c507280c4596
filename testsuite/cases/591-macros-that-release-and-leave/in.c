#include <pthread.h>
#include <stdio.h>

struct store {
	pthread_mutex_t lock;
	int items, error;
};

static struct store store = { PTHREAD_MUTEX_INITIALIZER, 3, 0 };
static int notes;

#define RETURN_UNLOCK(s, value) do { \
	int value_ = (value); \
	pthread_mutex_unlock(&(s)->lock); \
	return value_; \
} while (0)
#define FAIL(s, code) do { \
	(s)->error = (code); \
	ret = -1; \
	goto out; \
} while (0)
#define FAIL_UNLOCK(s, code) do { \
	(s)->error = (code) + step; \
	pthread_mutex_unlock(&(s)->lock); \
	return -1; \
} while (0)
#define NEXT_UNLOCK(s) { \
	pthread_mutex_unlock(&(s)->lock); \
	continue; \
}
#define LAST_UNLOCK(s) { \
	pthread_mutex_unlock(&(s)->lock); \
	break; \
}
#define MAYBE_UNLOCK(s, n) do { \
	notes++; \
	if ((n) > 9) { \
		pthread_mutex_unlock(&(s)->lock); \
		return -2; \
	} \
} while (0)
#define GO_UNLOCK(s) do { \
	pthread_mutex_unlock(&(s)->lock); \
	goto out; \
} while (0)

/* In branches with and without braces, and at the end. */
static int take(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	if (n < 0)
		RETURN_UNLOCK(s, s->items);
	if (n > s->items) {
		s->error++;
		RETURN_UNLOCK(s, -1);
	}
	s->items -= n;
	RETURN_UNLOCK(s, s->items);
}

/* The macro names what the section has changed, and what it sets is read by nobody else. */
static int put(struct store *s, int n)
{
	int step = 1;

	pthread_mutex_lock(&s->lock);
	step += s->items;
	if (n < 0) {
		FAIL_UNLOCK(s, 40);
	}
	s->items += n;
	pthread_mutex_unlock(&s->lock);
	return step;
}

/* And here it is left in a loop, where only the macro reads that. */
static int empty(struct store *s, int n)
{
	int step = 0;

	pthread_mutex_lock(&s->lock);
	while (s->items > 0) {
		step += s->items--;
		if (step > n) {
			FAIL_UNLOCK(s, 1);
		}
	}
	pthread_mutex_unlock(&s->lock);
	return 0;
}

/* It goes to a label behind the section. */
static int move(struct store *s, int n)
{
	int ret = 0;

	pthread_mutex_lock(&s->lock);
	if (n > s->items) {
		ret = s->items;
		GO_UNLOCK(s);
	}
	s->items -= n;
	pthread_mutex_unlock(&s->lock);
	notes++;
out:
	return ret;
}

/* It goes to the release. */
static int fail(struct store *s, int n)
{
	int ret = 0;

	pthread_mutex_lock(&s->lock);
	if (n > s->items)
		FAIL(s, n);
	s->items -= n;
out:
	pthread_mutex_unlock(&s->lock);
	return ret;
}

/* A loop's jumps, which a loop of the client's would catch. */
static int loop(struct store *s, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&s->lock);
		if (i == s->items)
			NEXT_UNLOCK(s)
		s->items++;
		if (s->items > 20)
			LAST_UNLOCK(s)
		sum += s->items;
		pthread_mutex_unlock(&s->lock);
	}
	return sum;
}

/* It does not always leave. */
static int maybe(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	s->items++;
	if (n > 1) {
		MAYBE_UNLOCK(s, n);
	}
	s->items += n;
	pthread_mutex_unlock(&s->lock);
	return notes;
}

/* In a loop in the section, and with work in the branch before. */
static int drain(struct store *s, int n)
{
	int taken = 0;

	pthread_mutex_lock(&s->lock);
	while (s->items > 0) {
		if (taken == n) {
			notes += taken;
			RETURN_UNLOCK(s, taken);
		}
		taken++;
		s->items--;
	}
	s->error = 0;
	pthread_mutex_unlock(&s->lock);
	return -taken;
}

int main(void)
{
	struct store *s = &store;

	printf("%d", take(s, 1));
	printf(" %d", take(s, 7));
	printf(" %d", take(s, -1));
	printf(" %d", put(s, 4));
	printf(" %d %d\n", put(s, -1), s->error);
	printf("%d", move(s, 100));
	printf(" %d", move(s, 2));
	printf(" %d", fail(s, 50));
	printf(" %d %d\n", fail(s, 1), s->error);
	printf("%d", loop(s, 5));
	printf(" %d", loop(s, 30));
	printf(" %d", maybe(s, 1));
	printf(" %d", maybe(s, 3));
	printf(" %d %d\n", maybe(s, 10), notes);
	printf("%d", drain(s, 5));
	printf(" %d", drain(s, 100));
	printf(" %d %d %d\n", s->items, s->error, notes);
	put(s, 6);
	printf("%d", empty(s, 8));
	printf(" %d %d", s->error, s->items);
	printf(" %d\n", empty(s, 100));
	return 0;
}
