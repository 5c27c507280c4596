#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t grown = PTHREAD_COND_INITIALIZER;
static int total, limit = 3;
static const char *label = "none";

static const char *name_of(int n)
{
	return n % 2 ? "odd" : "even";
}

/* The section goes on with what its client declares meanwhile. */
static void relabel(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		const char *name = name_of(n);
		pthread_mutex_lock(&lock);
		label = name;
		total += n;
	}
	pthread_mutex_unlock(&lock);
}

/* In one branch; in the other one, the name is that of another variable. */
static int toggle(int on)
{
	pthread_mutex_lock(&lock);
	if (on != !!limit) {
		if (on) {
			pthread_mutex_unlock(&lock);
			int next = on * 3;
			pthread_mutex_lock(&lock);
			limit = next;
		} else {
			int next = limit;
			limit = 0;
			pthread_mutex_unlock(&lock);
			return next;
		}
	}
	pthread_mutex_unlock(&lock);
	return -1;
}

/* It is kept while the section waits, and while the lock is released once more. */
static int kept(int n)
{
	int twice = 0;

	pthread_mutex_lock(&lock);
	if (n > 0) {
		pthread_mutex_unlock(&lock);
		const int wanted = n * 5, half = wanted / 2;
		pthread_mutex_lock(&lock);
		while (total < wanted)
			pthread_cond_wait(&grown, &lock);
		total -= half;
		pthread_mutex_unlock(&lock);
		twice = n + n;
		pthread_mutex_lock(&lock);
		total -= wanted - half + twice;
	}
	pthread_mutex_unlock(&lock);
	return twice;
}

/* It is still there behind the next pause, where another variable of that name is not meant. */
static int twice_released(int n)
{
	int step = n + 7, seen = 0;

	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		int step = n * 2;
		pthread_mutex_lock(&lock);
		total += step;
		pthread_mutex_unlock(&lock);
		seen += n;
		pthread_mutex_lock(&lock);
		total -= step;
	}
	pthread_mutex_unlock(&lock);
	return step + seen;
}

static int released_in_a_branch(int n)
{
	int step = n + 7, seen = 0;

	pthread_mutex_lock(&lock);
	if (n > 1) {
		total++;
		pthread_mutex_unlock(&lock);
		int step = n * 2;
		pthread_mutex_lock(&lock);
		total += step;
		if (total > 9) {
			pthread_mutex_unlock(&lock);
			seen += n;
			pthread_mutex_lock(&lock);
			total++;
		}
		total -= step;
	}
	pthread_mutex_unlock(&lock);
	return step + seen;
}

/* The section stands in a loop itself. */
static int in_a_loop(int n)
{
	int step = n + 7;

	for (int i = 0; i < n; i++) {
		pthread_mutex_lock(&lock);
		if (total % 2) {
			total++;
			pthread_mutex_unlock(&lock);
			int step = n * 2 + i;
			pthread_mutex_lock(&lock);
			total += step;
		}
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		while (total % 3) {
			total++;
			pthread_mutex_unlock(&lock);
			int more = step + i;
			pthread_mutex_lock(&lock);
			total += more > 4;
		}
		pthread_mutex_unlock(&lock);
	}
	return step;
}

/* And behind a wait. */
static int waiting(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 1) {
		limit += n;
		pthread_mutex_unlock(&lock);
		int least = n * 2;
		pthread_mutex_lock(&lock);
		limit--;
		while (total < least) {
			limit++;
			pthread_cond_wait(&grown, &lock);
		}
		total -= least;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

/* Each round has its own. */
static int rounds(int n)
{
	int sum = 0;

	pthread_mutex_lock(&lock);
	for (int i = 0; i < n; i++) {
		pthread_mutex_unlock(&lock);
		int square = i * i;
		pthread_mutex_lock(&lock);
		total += square;
		sum += square;
	}
	pthread_mutex_unlock(&lock);
	return sum;
}

/* The section changes it. */
static int changed(int n)
{
	pthread_mutex_lock(&lock);
	if (n > 1) {
		pthread_mutex_unlock(&lock);
		int rest = n * 2;
		pthread_mutex_lock(&lock);
		rest -= total;
		total += rest;
	}
	pthread_mutex_unlock(&lock);
	return n;
}

static void *grow(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	total += 100;
	pthread_cond_broadcast(&grown);
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 5; i++) {
		relabel(i);
		printf("%s %d\n", label, toggle(i % 2));
		printf("%d %d %d", rounds(i), changed(i), twice_released(i));
		printf(" %d %d %d\n", released_in_a_branch(i), in_a_loop(i), total);
	}
	pthread_create(&thread, NULL, grow, NULL);
	printf("%d %d\n", kept(3), waiting(4));
	pthread_join(thread, NULL);
	printf("%d %d\n", total, limit);
	return 0;
}
