/* What follows a release may have labels of its own. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int queue[10], filled, failures;

static int work(int n) { return n % 3 == 0; }
static int more(int n) { return n % 3 == 1; }

/* a label in a branch of it, to which it jumps forward */
static int forward(void)
{
	int ret, item;

	pthread_mutex_lock(&lock);
	if (filled > 0) {
		item = queue[--filled];
		pthread_mutex_unlock(&lock);
		if (work(item))
			goto fail;
		if (more(item)) {
fail:
			failures++;
		} else {
			printf("item %d\n", item);
		}
		ret = 1;
	} else {
		pthread_mutex_unlock(&lock);
		ret = 0;
	}
	return ret;
}

/* back, and behind it the function ends */
static int back(int tries)
{
	int item;

	pthread_mutex_lock(&lock);
	if (filled > 0) {
		item = queue[--filled];
		pthread_mutex_unlock(&lock);
again:
		if (work(item + tries) && tries-- > 0)
			goto again;
		return item;
	}
	filled++;
	pthread_mutex_unlock(&lock);
	return -tries;
}

/* the label is another way's, too */
static int shared(int n)
{
	int item = 0;

	pthread_mutex_lock(&lock);
	if (filled > 0) {
		item = queue[--filled];
		if (item == n)
			goto out;
		pthread_mutex_unlock(&lock);
		printf("took %d\n", item);
		if (more(item))
			goto told;
		return item;
told:
		printf("told\n");
		return 0;
	}
	queue[filled++] = n;
out:
	pthread_mutex_unlock(&lock);
	return n;
}

/* one that the section jumps to has the lock there, or not: it stays */
static int jumped(int n)
{
	pthread_mutex_lock(&lock);
	if (filled == 0) {
		pthread_mutex_unlock(&lock);
		n++;
wait:
		printf("nothing\n");
		return 0;
	}
	filled--;
	if (n > 5)
		goto wait;
	pthread_mutex_unlock(&lock);
	return n;
}

/* with the lock kept for what the branch does */
static int kept(int n)
{
	pthread_mutex_lock(&lock);
	filled++;
	if (n > 3) {
		if (more(n))
			goto quiet;
		printf("many\n");
quiet:
		failures++;
		pthread_mutex_unlock(&lock);
		return n;
	}
	queue[filled - 1] = n;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	for (int i = 0; i < 9; i++)
		queue[i] = i * 5 % 7;
	filled = 9;
	for (int i = 0; i < 4; i++)
		printf("%d\n", forward());
	for (int i = 0; i < 4; i++)
		printf("%d %d\n", back(i), shared(i));
	printf("%d %d %d\n", kept(2), kept(4), kept(5));
	filled = 0;
	printf("%d %d %d %d\n", jumped(3), forward(), filled, failures);
	return 0;
}
