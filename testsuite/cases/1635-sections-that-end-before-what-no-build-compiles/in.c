/* What no build compiles stands behind a section: it is not the section's, and who leaves that before does not get there. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total, seen;

/* released on each way of a statement, behind which only such code stands in its block */
static void a(int n)
{
	if (n) {
		pthread_mutex_lock(&m);
		total++;
		if (n > 2) {
			total += n;
			pthread_mutex_unlock(&m);
			puts("more");
		} else {
			pthread_mutex_unlock(&m);
		}
#ifdef NEVER
		seen++;
		printf("behind %d\n", n);
#endif
	}
	puts("a");
}

/* who leaves early must not do it */
static void b(int n)
{
	pthread_mutex_lock(&m);
	if (n < 0) {
		pthread_mutex_unlock(&m);
		return;
	}
	total += n;
	pthread_mutex_unlock(&m);
#ifdef NEVER
	printf("b %d\n", n);
#endif
}

static void c(int n)
{
	pthread_mutex_lock(&m);
	if (n > 2) {
		total += n;
		pthread_mutex_unlock(&m);
	} else {
		seen++;
		pthread_mutex_unlock(&m);
	}
#ifdef NEVER
	printf("c %d\n", n);
#endif
}

static int d(int n)
{
	pthread_mutex_lock(&m);
	switch (n) {
	case 1:
		total++;
		pthread_mutex_unlock(&m);
		break;
	default:
		pthread_mutex_unlock(&m);
		return 3;
	}
#ifdef NEVER
	printf("d %d\n", n);
#endif
	return 4;
}

static void g(int n)
{
	while (n-- > 0) {
		pthread_mutex_lock(&m);
		if (n == 3) {
			pthread_mutex_unlock(&m);
			continue;
		}
		total += n;
		pthread_mutex_unlock(&m);
#ifdef NEVER
		printf("g %d\n", n);
#endif
	}
}

/* it is the tail's */
static void h(int n)
{
	pthread_mutex_lock(&m);
	if (n > 2) {
		total += n;
		pthread_mutex_unlock(&m);
#ifdef NEVER
		printf("h %d\n", n);
#endif
	} else {
		pthread_mutex_unlock(&m);
#ifdef NEVER
		printf("h2 %d\n", n);
#endif
	}
}

int main(void)
{
	for (int n = -1; n < 5; n++) {
		a(n), b(n), c(n), g(n), h(n);
		printf("%d\n", d(n));
	}
	printf("%ld %ld\n", total, seen);
	return 0;
}
