/* Macros that check a lock call leave their loop by a break where it has succeeded. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void failed(const char *what)
{
	perror(what);
	abort();
}

#define WRONG(what) do { failed(what); } while (0)
#define PTOK(call)				\
do {						\
	int err_ = call;			\
	if (!err_)				\
		break;				\
	errno = err_;				\
	WRONG(#call " failed");			\
} while (0)

/* What leaves the loop if the call fails is no check. */
#define TRY(call)				\
do {						\
	int err_ = call;			\
	if (err_)				\
		break;				\
	tries++;				\
} while (0)

static pthread_mutex_t mtx = PTHREAD_MUTEX_INITIALIZER;
static int total, tries;

static int add(int n)
{
	int all;

	PTOK(pthread_mutex_lock(&mtx));
	if (n < 0) {
		PTOK(pthread_mutex_unlock(&mtx));
		return -1;
	}
	total += n;
	all = total;
	PTOK(pthread_mutex_unlock(&mtx));
	return all;
}

static void tried(int n)
{
	TRY(pthread_mutex_lock(&mtx));
	total += n;
	PTOK(pthread_mutex_unlock(&mtx));
}

static void maybe(int n, int locked)
{
	if (locked)
		PTOK(pthread_mutex_lock(&mtx));
	total += n;
	if (n > 2)
		total += n;
	if (locked)
		PTOK(pthread_mutex_unlock(&mtx));
}

int main(void)
{
	maybe(1, 0);
	maybe(3, 1);
	tried(5);
	printf("%d ", add(-1));
	printf("%d %d\n", add(2), tries);
	return 0;
}
