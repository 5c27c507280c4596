#include <pthread.h>
#include <stdio.h>

struct hooks {
	void (*abort)(int);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int uses, failures;

void err(int failed, const char *format, ...)
{
	failures += failed;
	printf("%d: %s\n", failed, format);
}

static void errx(int failed)
{
	failures += failed;
}

static void note(int n)
{
	printf("%d\n", n);
}

/* It goes on behind err(). */
static int take(int wanted)
{
	int had = 0, more = 7;

	pthread_mutex_lock(&lock);
	if (wanted > uses) {
		more = 3;
		err(1, "too many");
		had = more + 1;
		pthread_mutex_unlock(&lock);
		errx(2);
		return had + more;
	}
	uses -= wanted;
	pthread_mutex_unlock(&lock);
	return had;
}

/* So it does behind what a pointer leads to. */
static int visit(int wanted, void (*exit)(int), const struct hooks *hooks)
{
	int had = 0;

	pthread_mutex_lock(&lock);
	if (wanted > uses) {
		exit(1);
		pthread_mutex_unlock(&lock);
		exit(2);
		return had + 2;
	}
	if (wanted < 0) {
		hooks->abort(wanted);
		pthread_mutex_unlock(&lock);
		hooks->abort(-wanted);
		return -1;
	}
	uses -= wanted;
	pthread_mutex_unlock(&lock);
	return had;
}

/* Its failures are counted. */
static void count_failures(pthread_mutex_t *mutex)
{
	int failed = pthread_mutex_lock(mutex);

	if (failed)
		errx(failed);
}

static int use(int more)
{
	int now;

	count_failures(&lock);
	uses += more;
	now = uses;
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	const struct hooks hooks = { note };

	printf("%d\n", take(2));
	printf("%d\n", visit(3, note, &hooks));
	printf("%d\n", visit(-3, note, &hooks));
	printf("%d\n", use(9));
	printf("%d\n", visit(3, note, &hooks));
	printf("%d\n", take(2));
	printf("%d\n", failures);
	return 0;
}
