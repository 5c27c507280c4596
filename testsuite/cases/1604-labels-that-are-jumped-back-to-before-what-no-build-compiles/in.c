/* What no build compiles reads a variable, to which the section has given a value before a label that it jumps back to. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared = 3, tries;

/* all jumps to the label stand behind the value; the compiler warns of one that is handed in */
static int sent(int n)
{
	int at, left;

	for (; n > 0; n--) {
		pthread_mutex_lock(&m);
		at = 0;
		while (at < n)
			at++;
again:
		left = shared - tries++;
		if (left > n) {
#ifdef NEVER
			note(left, at);
#endif
			goto again;
		}
		shared += at;
		if (left == 2 && tries < 9)
			goto again;
		pthread_mutex_unlock(&m);
	}
	return n;
}

/* one of them stands before it */
static int sent_first(int n)
{
	int at = n;

	pthread_mutex_lock(&m);
	if (shared > n)
		goto again;
	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared += n;
	pthread_mutex_unlock(&m);
	return n;
}

/* so does one that no build compiles */
static int sent_later(int n)
{
	int at = n;

	pthread_mutex_lock(&m);
#ifdef NEVER
	if (shared > n)
		goto again;
#endif
	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared += n;
	if (shared < n)
		goto again;
	pthread_mutex_unlock(&m);
	return n;
}

/* the label is jumped back to from behind a pause, where the function that goes on has no value of its own */
static int sent_again(int n)
{
	int at = n;

	pthread_mutex_lock(&m);
	at = 0;
	while (at < n)
		at++;
again:
#ifdef NEVER
	note(shared, at);
#endif
	shared++;
	pthread_mutex_unlock(&m);
	tries++;
	pthread_mutex_lock(&m);
	if (shared < 9)
		goto again;
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	int sum = sent(3);

	sum += sent_first(5) + sent_later(2) + sent_again(4);
	printf("%d %d %d\n", sum, shared, tries);
	return 0;
}
