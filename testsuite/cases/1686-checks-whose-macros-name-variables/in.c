/* What a macro does behind its check names variables of its user's, by itself. */
#include <pthread.h>
#include <stdio.h>
#include <errno.h>

struct store { pthread_mutex_t lock; int used, failures; const char *name; };
static struct store one = { PTHREAD_MUTEX_INITIALIZER, 0, 0, "one" };
static int total;

#define FAIL_IF(cond, code) do { \
		if (cond) { \
			pthread_mutex_unlock(&s->lock); \
			ret = code; \
			goto out; \
		} \
	} while (0)
#define RETURN_IF(cond) do { if (cond) { pthread_mutex_unlock(&s->lock); return ret; } } while (0)
#define SAY_IF(cond) do { \
		if (cond) { \
			s->failures++; \
			pthread_mutex_unlock(&s->lock); \
			printf("%s: %d %d\n", s->name, ret, n); \
			ret -= 2; \
			return ret; \
		} \
	} while (0)

/* its parameter is a field's name, too */
#define NOTE_IF(cond, failures) do { \
		if (cond) { \
			pthread_mutex_unlock(&s->lock); \
			s->failures += 3; \
			return -1; \
		} \
	} while (0)

static int a(struct store *s, int n)
{
	int ret = 7;

	pthread_mutex_lock(&s->lock);
	FAIL_IF(n < 0, -EINVAL);
	total += n;
	FAIL_IF(n > 100, -E2BIG);
	s->used += n;
	ret = s->used;
	FAIL_IF(ret == 77, ret + n);
	pthread_mutex_unlock(&s->lock);
out:
	return ret;
}

static int b(struct store *s, int n)
{
	int ret;

	pthread_mutex_lock(&s->lock);
	ret = s->used - n;
	RETURN_IF(ret < 0);
	ret += total;
	s->used++;
	RETURN_IF(n == 3);
	pthread_mutex_unlock(&s->lock);
	return 0;
}

static int c(struct store *s, int n)
{
	int ret = 1;

	pthread_mutex_lock(&s->lock);
	SAY_IF(n == 0);
	s->used += n;
	n += 100;
	SAY_IF(s->used > 90);
	pthread_mutex_unlock(&s->lock);
	return ret;
}

/* one that has it by its address, too */
static int d(struct store *s, int n)
{
	int ret = 0;

	pthread_mutex_lock(&s->lock);
	if (sscanf("12", "%d", &ret) != 1)
		n++;
	RETURN_IF(n > 2);
	s->used += ret;
	pthread_mutex_unlock(&s->lock);
	return ret + n;
}

/* and one that is only set there */
static int e(struct store *s, int n)
{
	int ret;

	pthread_mutex_lock(&s->lock);
	FAIL_IF(n > 2, n);
	s->used += n;
	pthread_mutex_unlock(&s->lock);
	return 0;
out:
	return ret + 1;
}

static int f(struct store *s, int n)
{
	pthread_mutex_lock(&s->lock);
	NOTE_IF(n > 2, used);
	s->used += n;
	pthread_mutex_unlock(&s->lock);
	return 0;
}

int main(void)
{
	printf("%d %d %d %d\n", a(&one, 3), a(&one, -3), a(&one, 300), a(&one, 74));
	printf("%d %d %d\n", b(&one, 100), b(&one, 3), b(&one, 4));
	printf("%d %d %d\n", c(&one, 0), c(&one, 2), c(&one, 30));
	printf("%d %d\n", d(&one, 0), d(&one, 4));
	printf("%d %d\n", e(&one, 0), e(&one, 4));
	printf("%d %d\n", f(&one, 0), f(&one, 4));
	printf("%d %d %d\n", total, one.used, one.failures);
	return 0;
}
