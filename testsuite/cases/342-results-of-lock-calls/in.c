#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define CHECK(x) do { int r_ = (x); if (r_) { fprintf(stderr, "%s: %d\n", #x, r_); abort(); } } while (0)
#define EXPECT(x) if ((x) != 0) { perror(#x); exit(1); }
#define REQUIRE(x) ((x) ? (void)0 : abort())
#define VERIFY(x) do { if (__builtin_expect(!(x), 0)) { fprintf(stderr, "no\n"); abort(); } } while (0)
#define TRY(x) do { int r_ = (x); if (r_ != 0) return r_; } while (0)
#define LOCK(m) pthread_mutex_lock(m)

struct box {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static mtx_t plain;
static struct box boxes[2] = { { PTHREAD_MUTEX_INITIALIZER, 1 }, { PTHREAD_MUTEX_INITIALIZER, 2 } };
static int n, is_ready, checks;

static void check(int r, const char *what)
{
	checks++;
	if (r) {
		fprintf(stderr, "%s: %d\n", what, r);
		exit(1);
	}
}

static int ok(int r)
{
	checks++;
	return r == 0;
}

/* Macros that do nothing if the call succeeds: they go with it. */
static void asserted(void)
{
	assert(pthread_mutex_lock(&lock) == 0);
	n++;
	assert(pthread_mutex_unlock(&lock) == 0);
}

static void expected(void)
{
	EXPECT(pthread_mutex_lock(&lock));
	n++;
	EXPECT(pthread_mutex_unlock(&lock));
}

static void required(int more)
{
	REQUIRE(pthread_mutex_lock(&lock) == 0);
	if (more) {
		n += more;
		REQUIRE(0 == pthread_mutex_unlock(&lock));
		return;
	}
	n++;
	VERIFY(!pthread_mutex_unlock(&lock));
}

static int tried(void)
{
	TRY(pthread_mutex_lock(&lock));
	n++;
	TRY(pthread_mutex_unlock(&lock));
	return 0;
}

/* The result is kept, and asserted. */
static void kept(void)
{
	int rc;

	rc = pthread_mutex_lock(&lock);
	assert(rc == 0);
	n++;
	rc = pthread_mutex_unlock(&lock);
	assert(!rc);
}

static int declared(int more)
{
	int rc = LOCK(&lock);

	check(rc, "lock");
	n += more;
	rc = pthread_mutex_unlock(&lock);
	check(rc, "unlock");
	return rc;
}

/* The result is handed on; the mutex is named by a variable that the section does not need. */
static void handed(struct box *box, int which)
{
	struct box *own = &box[which];

	check(pthread_mutex_lock(&own->lock), "lock");
	boxes[0].n++;
	check(pthread_mutex_unlock(&own->lock), "unlock");
}

/* Ways out with and without a use of the result. */
static int left(int how)
{
	int rc = -1;

	check(pthread_mutex_lock(&lock), "lock");
	n++;
	if (how == 1) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	if (how == 2) {
		rc = pthread_mutex_unlock(&lock);
		check(rc, "unlock");
		return rc;
	}
	if (how == 3) {
		return pthread_mutex_unlock(&lock);
	}
	n++;
	return pthread_mutex_unlock(&lock);
}

/* In a branch. */
static int branch(void)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)) == 0) {
		n++;
		rc = pthread_mutex_unlock(&lock);
	}
	return rc;
}

static int branches(int more)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)) == 0) {
		n += more;
		if (more > 1) {
			rc = pthread_mutex_unlock(&lock);
			more = 0;
		} else {
			rc = pthread_mutex_unlock(&lock);
		}
	}
	return rc + more;
}

static int followed(void)
{
	int rc;

	if ((rc = pthread_mutex_lock(&lock)) == 0) {
		n++;
		rc = pthread_mutex_unlock(&lock);
		check(rc, "unlock");
		rc += n > 0;
	}
	return rc;
}

/* In loops, nested, behind a label, and with a condition of its own. */
static int loop(int times)
{
	int sum = 0;

	for (int i = 0; i < times; i++) {
		int rc = pthread_mutex_lock(&lock);
		if (i == 1) {
			check(rc, "once");
			rc = pthread_mutex_unlock(&lock);
			continue;
		}
		sum += ++n;
		check(pthread_mutex_lock(&inner), "inner");
		n += rc;
		check(pthread_mutex_unlock(&inner), "inner");
		rc = pthread_mutex_unlock(&lock);
		sum += rc;
	}
	return sum;
}

static int labelled(void)
{
	int rc;

again:
	rc = pthread_mutex_lock(&lock);
	check(rc, "lock");
	n++;
	if (n % 3) {
		pthread_mutex_unlock(&lock);
		goto again;
	}
	pthread_mutex_unlock(&lock);
	return rc;
}

static void complained(void)
{
	if (pthread_mutex_lock(&lock))
		perror("lock");
	n++;
	if (pthread_mutex_unlock(&lock))
		perror("unlock");
}

static void either(void)
{
	(void)(ok(pthread_mutex_lock(&lock)) && n++);
	n++;
	(void)(ok(pthread_mutex_unlock(&lock)) ? checks++ : 0);
}

/* Waits, whose result is used, too; and one whose result says more. */
static void *waits(void *unused)
{
	struct timespec ages = { 0x7fffffff, 0 };
	int rc = pthread_mutex_lock(&lock);

	check(rc, "lock");
	while (is_ready < 1)
		CHECK(pthread_cond_wait(&ready, &lock));
	while (is_ready < 2) {
		check(pthread_cond_wait(&ready, &lock), "wait");
	}
	while (is_ready < 3) {
		rc = pthread_cond_timedwait(&ready, &lock, &ages);
		check(rc, "timedwait");
	}
	n++;
	rc = pthread_mutex_unlock(&lock);
	check(rc, "unlock");
	return unused;
}

static int late(void)
{
	struct timespec past = { 0, 0 };
	int timed_out = 0;

	pthread_mutex_lock(&lock);
	while (!timed_out) {
		REQUIRE(pthread_cond_timedwait(&ready, &lock, &past) == 0 || (timed_out = 1));
	}
	n++;
	pthread_mutex_unlock(&lock);
	return timed_out;
}

/* C11's. */
static int standard(void)
{
	int r = mtx_lock(&plain);

	if (r != thrd_success)
		fprintf(stderr, "mtx_lock\n");
	n++;
	return mtx_unlock(&plain) == thrd_success ? n : -1;
}

int main(void)
{
	pthread_t thread;

	mtx_init(&plain, mtx_plain);
	asserted();
	expected();
	required(0);
	required(2);
	printf("%d\n", tried());
	kept();
	printf("%d\n", declared(2));
	handed(boxes, 1);
	for (int how = 0; how < 4; how++)
		printf("%d ", left(how));
	printf("%d %d %d %d\n", branch(), branches(1), branches(2), followed());
	printf("%d %d\n", loop(3), labelled());
	complained();
	either();
	pthread_create(&thread, NULL, waits, NULL);
	for (int i = 0; i < 3; i++) {
		CHECK(pthread_mutex_lock(&lock));
		is_ready++;
		pthread_cond_broadcast(&ready);
		CHECK(pthread_mutex_unlock(&lock));
	}
	pthread_join(thread, NULL);
	printf("%d\n", late());
	printf("%d\n", standard());
	printf("%d %d %d\n", n, boxes[0].n, checks > 0);
	return 0;
}
