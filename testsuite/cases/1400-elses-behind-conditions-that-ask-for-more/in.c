/* Sections in the else of a condition that asks for something else first, and conditions in parentheses of their own. */
#include <pthread.h>
#include <stdio.h>

struct row {
	pthread_mutex_t m;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct row row = { PTHREAD_MUTEX_INITIALIZER, 1 };
static int count, failures;

static int gives(int n)
{
	int k = 0;

	if (n == 1 || n == 2 || pthread_mutex_lock(&m) != 0)
		k = 5;
	else {
		count += n;
		k = count;
		pthread_mutex_unlock(&m);
	}
	return k;
}

static void gives_nothing(int n)
{
	if (n < 0 || pthread_mutex_lock(&m)) {
		failures++;
	} else {
		count += n;
		pthread_mutex_unlock(&m);
	}
}

static int leaves(struct row *r, int n)
{
	if (!r || pthread_mutex_lock(&r->m) != 0) {
		failures++;
		n = -1;
	} else {
		if (r->n > 50) {
			pthread_mutex_unlock(&r->m);
			puts("many");
			return -50;
		}
		r->n += n;
		n = r->n;
		pthread_mutex_unlock(&r->m);
	}
	return n;
}

static int tries(int n)
{
	if (n > 5 || pthread_mutex_trylock(&m)) {
		failures++;
		return -1;
	} else {
		count += n;
		pthread_mutex_unlock(&m);
		return n;
	}
}

static int ends(struct row *r, int n)
{
	if (r && pthread_mutex_lock(&r->m) == 0) {
		if (r->n > n) {
			pthread_mutex_unlock(&r->m);
			return 0;
		}
		r->n = n;
		pthread_mutex_unlock(&r->m);
		return n;
	} else
		return -1;
}

static int in_a_loop(int n)
{
	int i;

	for (i = 0;; i++) {
		if (pthread_mutex_trylock(&m)) {
			if (i == n) {
				break;
			}
		} else {
			count += i;
			pthread_mutex_unlock(&m);
			return i;
		}
		failures++;
	}
	return -1;
}

static int in_parentheses(int n)
{
	int k;

	if ((n > 1 || n < -5) && pthread_mutex_lock(&m) == 0) {
		count += n;
		pthread_mutex_unlock(&m);
	}
	if ((k = n - 2) && pthread_mutex_lock(&m) == 0) {
		count += 100;
		pthread_mutex_unlock(&m);
	}
	return k;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d\n", tries(1), tries(7));
	printf("%d\n", in_a_loop(2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d\n", gives(1), gives(3));
	gives_nothing(-1);
	gives_nothing(4);
	printf("%d %d %d\n", count, failures, leaves(NULL, 1));
	printf("%d\n", leaves(&row, 60));
	printf("%d\n", leaves(&row, 1));
	printf("%d %d\n", tries(2), tries(6));
	printf("%d %d\n", ends(NULL, 1), in_a_loop(3));
	printf("%d\n", ends(&row, 1));
	printf("%d\n", ends(&row, 70));
	printf("%d %d %d\n", in_parentheses(2), in_parentheses(-6), in_parentheses(0));
	pthread_mutex_lock(&m);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&m);
	printf("%d %d %d\n", count, failures, row.n);
	return 0;
}
