/* A variable of the function's says whether the lock was taken, perhaps until that is given back. It must be 0 before, and
 * only its function may change it, not in the section. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, threaded;

static int add(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

static int leaves(int n)
{
	int sum, locked = 0;

	/* not in a callback */
	if (n > 0 && threaded != n) {
		/* which has it */
		locked = 1;
		pthread_mutex_lock(&lock);
	}
	total += n;
	if (total > 10) {
		if (locked)
			pthread_mutex_unlock(&lock);
		return -1;
	}
	sum = total;
	if (locked)
		pthread_mutex_unlock(&lock);
	return sum;
}

static int reads(int n)
{
	int locked = 0;

	if (threaded) { pthread_mutex_lock(&lock); locked = 1; }
	total += n + locked;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}


/* it may be set before */
static int before(int n, int locked)
{
	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* or by another round */
static int again(int n)
{
	int locked = 0;

	while (n-- > 0) {
		if (threaded) {
			pthread_mutex_lock(&lock);
			locked = 1;
		}
		total += n;
		if (locked)
			pthread_mutex_unlock(&lock);
	}
	return n;
}

/* or in the section */
static int inside(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	if (n > 5)
		locked = 0;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* or by others */
static void set(int *flag)
{
	*flag = 0;
}

static int others(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	set(&locked);
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* the branch does more */
static int more(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		total++;
		locked = 1;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* it is cleared where the lock is given back */
static int clears(int n)
{
	int locked = 0;

	while (n-- > 0) {
		if (threaded) {
			pthread_mutex_lock(&lock);
			locked = 1;
		}
		total += n;
		if (total > 50) {
			if (locked) {
				pthread_mutex_unlock(&lock);
				locked = 0;
			}
			return -locked;
		}
		total += n;
		if (locked) {
			locked = 0;
			pthread_mutex_unlock(&lock);
		}
	}
	return n;
}

static int twice(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	if (locked) {
		pthread_mutex_unlock(&lock);
		locked = 0;
	}
	printf("%d\n", locked);
	if (threaded != n) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total -= n;
	if (locked)
		pthread_mutex_unlock(&lock);
	return n;
}

/* with something else */
static int besides(int n)
{
	int locked = 0;

	if (threaded) {
		pthread_mutex_lock(&lock);
		locked = 1;
	}
	total += n;
	if (locked) {
		pthread_mutex_unlock(&lock);
		locked = total;
	}
	return n;
}

int main(void)
{
	printf("%d %d %d\n", add(1), leaves(2), reads(2));
	threaded = 1;
	printf("%d %d %d\n", add(1), leaves(2), reads(2));
	threaded = 0;
	printf("%d %d %d %d %d %d\n", 0, before(1, 0), again(2), inside(1), others(1), more(1));
	threaded = 1;
	printf("%d %d %d\n", leaves(9), before(1, 0), more(1));
	printf("%d %d %d %d\n", clears(4), clears(40), twice(1), besides(1));
	threaded = 0;
	printf("%d %d %d %d\n", clears(4), clears(40), twice(1), besides(1));
	printf("%d\n", total);
	return 0;
}
