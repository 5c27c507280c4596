#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(x) do { int r_ = (x); if (r_) { fprintf(stderr, "%s: %d\n", #x, r_); abort(); } } while (0)
#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)
#define COUNT(x) do { int r_ = (x); counted += r_ == 0; } while (0)

struct box {
	pthread_mutex_t lock;
	int n, error;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t strict = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 1, 5 };
static int n, checks, counted;

static int check(int r, const char *what)
{
	checks++;
	if (r)
		printf("%s: %s\n", what, r == EDEADLK ? "EDEADLK" : "another");
	return r;
}

/* These fail by the program's will: the result stays what it is. */
static int twice(void)
{
	int rc = pthread_mutex_lock(&strict);

	check(rc, "first");
	rc = pthread_mutex_lock(&strict);
	check(rc, "second");
	n++;
	pthread_mutex_unlock(&strict);
	return rc;
}

static int try_twice(void)
{
	TRY(pthread_mutex_lock(&strict));
	n++;
	pthread_mutex_unlock(&strict);
	return 0;
}

static int try_in_section(void)
{
	int rc;

	pthread_mutex_lock(&strict);
	n++;
	rc = try_twice();
	pthread_mutex_unlock(&strict);
	return rc;
}

/* Through functions. */
static int take(struct box *b)
{
	return pthread_mutex_lock(&b->lock);
}

static int give(struct box *b)
{
	return pthread_mutex_unlock(&b->lock);
}

static int through(struct box *b, int more)
{
	int rc = take(b);

	check(rc, "take");
	b->n += more;
	rc = give(b);
	check(rc, "give");
	check(take(b), "take");
	b->n++;
	CHECK(give(b));
	return b->n;
}

/* A macro that does something if the call succeeds. */
static void count_through(struct box *b)
{
	COUNT(take(b));
	b->n++;
	COUNT(give(b));
}

static void count(void)
{
	COUNT(pthread_mutex_lock(&lock));
	n++;
	COUNT(pthread_mutex_unlock(&lock));
}

/* What else the statements do comes before, or may come before, the calls. */
static int first(int i)
{
	int rc = n + pthread_mutex_lock(&other);

	rc += n++;
	pthread_mutex_unlock(&other);
	rc += check(i, "zero") + pthread_mutex_lock(&lock);
	n++;
	rc += check(i, "zero") + pthread_mutex_unlock(&lock);
	(void)(i && pthread_mutex_lock(&lock));
	n++;
	(void)(i && pthread_mutex_unlock(&lock));
	return rc;
}

/* Into whatever keeps it. */
static int into(struct box *b)
{
	int rc = 0, also = 3, *p = &rc;

	b->error = pthread_mutex_lock(&b->lock);
	b->n++;
	b->error |= pthread_mutex_unlock(&b->lock);
	*p += pthread_mutex_lock(&b->lock);
	b->n++;
	rc += b->error;
	rc |= pthread_mutex_unlock(&b->lock);
	int last = pthread_mutex_lock(&b->lock), more = also;
	b->n += more;
	also = last;
	int before = b->n, done = pthread_mutex_unlock(&b->lock);
	return rc + also + before + done;
}

/* Two locks in one statement, and a lock and its release. */
static int two(void)
{
	int rc = pthread_mutex_lock(&lock) || pthread_mutex_lock(&other);

	n++;
	rc += pthread_mutex_unlock(&other) || pthread_mutex_unlock(&lock);
	if (pthread_mutex_lock(&lock) == 0 && n > 0)
		rc += pthread_mutex_unlock(&lock);
	else
		pthread_mutex_unlock(&lock);
	return rc;
}

/* Released for a while, by a result that is looked at, too. */
static int pause_between(void)
{
	int rc;

	pthread_mutex_lock(&lock);
	n++;
	rc = pthread_mutex_unlock(&lock);
	check(rc, "pause");
	rc = pthread_mutex_lock(&lock);
	check(rc, "again");
	n++;
	pthread_mutex_unlock(&lock);
	return rc;
}

/* What a failure is for stands behind else. */
static int otherwise(int more)
{
	if (pthread_mutex_lock(&lock) == 0) {
		n += more;
		pthread_mutex_unlock(&lock);
	} else {
		perror("lock");
		exit(1);
	}
	return more;
}

static int unless(int more)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)) == 0) {
		n += more;
		rc = pthread_mutex_unlock(&lock);
	} else {
		more = -1;
	}
	return rc + more;
}

int main(void)
{
	printf("%d %d\n", twice() == EDEADLK, try_in_section() == EDEADLK);
	printf("%d\n", through(&box, 3));
	count();
	count();
	count_through(&box);
	printf("%d\n", first(0));
	printf("%d\n", into(&box));
	printf("%d\n", two());
	printf("%d %d %d\n", pause_between(), otherwise(2), unless(3));
	printf("%d %d %d %d %d\n", n, checks, counted, box.n, box.error);
	return 0;
}
