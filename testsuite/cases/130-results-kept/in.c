#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

/* Kept by an assignment, and given back. */
static int add(int by, int *now)
{
	int r;

	r = pthread_mutex_trylock(&lock);
	if (r == 0) {
		n += by;
		*now = n;
		pthread_mutex_unlock(&lock);
	}
	return r;
}

/* Kept as a truth by the declaration; what is taken out is used behind it. */
static int twice(int by)
{
	int now = -1;
	bool ok = !pthread_mutex_trylock(&lock);

	if (ok) {
		n += 2 * by;
		now = n;
		pthread_mutex_unlock(&lock);
	}
	return now;
}

/* Nothing else reads it. */
static void count(void)
{
	int busy = pthread_mutex_trylock(&lock);

	if (!busy) {
		n++;
		pthread_mutex_unlock(&lock);
	}
}

static void count_later(void)
{
	int busy;

	printf("%d ", n);
	busy = pthread_mutex_trylock(&lock);
	if (!busy) {
		n++;
		pthread_mutex_unlock(&lock);
	}
}

/* Kept in the condition; the section has several ways out, and gives the variable a new value. */
static int at_most(int most)
{
	int rc;

	if ((rc = pthread_mutex_trylock(&lock)) != 0)
		return -rc;
	if (n >= most) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	rc = ++n;
	pthread_mutex_unlock(&lock);
	return rc;
}

static int at_least(int least)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == EBUSY) {
		printf("busy\n");
		return rc;
	}
	if (n < least) {
		n = least;
		pthread_mutex_unlock(&lock);
		goto low;
	}
	n++;
	pthread_mutex_unlock(&lock);
	return 0;
low:
	return -1;
}

static int branch_with_ways_out(int most)
{
	int rc;

	if ((rc = pthread_mutex_trylock(&lock)) == 0) {
		if (n > most) {
			pthread_mutex_unlock(&lock);
			return -1;
		}
		n++;
		pthread_mutex_unlock(&lock);
	}
	return rc;
}

/* The section reads it: 0. */
static void in_section(void)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc == 0) {
		n += rc + 1;
		pthread_mutex_unlock(&lock);
	}
}

int main(void)
{
	int now = 0, r = add(3, &now);

	printf("%d %d", r, now);
	printf(" %d", twice(4));
	count();
	count_later();
	printf(" %d", at_most(2));
	printf(" %d", at_most(200));
	printf(" %d", at_least(20));
	printf(" %d", at_least(20));
	printf(" %d", branch_with_ways_out(20));
	printf(" %d", branch_with_ways_out(200));
	in_section();
	printf(" %d\n", n);
	pthread_mutex_lock(&lock);
	printf("%d %d\n", add(3, &now) == EBUSY, at_most(2) == -EBUSY);
	printf("%d\n", at_least(2) == EBUSY);
	pthread_mutex_unlock(&lock);
	return 0;
}
