/* Variables that only lock calls name: where these go, they do, unless a macro uses them unseen. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void mutex_lock(pthread_mutex_t *mutex, const char *where, const char *what)
{
	int err = pthread_mutex_lock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", where, what, strerror(err));
		abort();
	}
}

static void mutex_unlock(pthread_mutex_t *mutex, const char *where, const char *what)
{
	int err = pthread_mutex_unlock(mutex);

	if (err != 0) {
		fprintf(stderr, "%s: %s: %s\n", where, what, strerror(err));
		abort();
	}
}

#define SAY(n) printf("%s: %d\n", diag, (n))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, left;

static void add(int n)
{
	static const char diag[] = "add";

	mutex_lock(&lock, diag, "total");
	total += n;
	mutex_unlock(&lock, diag, "total");
}

static int twice(int n)
{
	const char *diag = "twice", *what = "left";
	int r;

	mutex_lock(&lock, diag, what);
	total += n;
	mutex_unlock(&lock, diag, what);
	mutex_lock(&lock, diag, what);
	if (left > 9) {
		mutex_unlock(&lock, diag, what);
		return 0;
	}
	r = ++left;
	mutex_unlock(&lock, diag, what);
	return r;
}

/* It says its name in the section, or through a macro. */
static void told(int n)
{
	static const char diag[] = "told";

	mutex_lock(&lock, diag, "total");
	total += n;
	printf("%s: %d\n", diag, total);
	mutex_unlock(&lock, diag, "total");
}

static void says(int n)
{
	static const char diag[] = "says";

	mutex_lock(&lock, diag, "total");
	total += n;
	mutex_unlock(&lock, diag, "total");
	SAY(n);
}

int main(void)
{
	add(1);
	told(twice(2));
	says(3);
	printf("%d %d\n", total, left);
	return 0;
}
