/* Lock macros that bring their own braces or semicolon, and get none where they are used. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#define MUST(e) if ((e) != 0) { perror(#e); abort(); }
#define LOCK(m) { pthread_mutex_lock(m); }
#define UNLOCK(m) { pthread_mutex_unlock(m); }
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static int checked(int n)
{
	int result = 0;

	MUST(pthread_mutex_lock(&plain))
	counter += n;
	if (counter > 50) {
		MUST(pthread_mutex_unlock(&plain))
		return 7;
	}
	result++;
	MUST(pthread_mutex_unlock(&plain))
	return result;
}
static void paused(int n)
{
	LOCK(&plain)
	while (n > 3) {
		UNLOCK(&plain)
		printf("%d\n", n);
		n--;
		LOCK(&plain)
	}
	if (n == 2) {
		counter++;
		UNLOCK(&plain)
	} else {
		counter--;
		UNLOCK(&plain) /* given back */
	}
}
static int last(int n)
{
	int r;
	LOCK(&plain)
	r = counter + n;
	UNLOCK(&plain)
	{
		r++;
	}
	LOCK(&plain) r += counter; UNLOCK(&plain) return r;
}
int main(void)
{
	int i, s = 0;

	for (i = 0; i < 20; i++) {
		s += checked(i);
		paused(i);
		s += last(i);
	}
	printf("%d %d\n", s, counter);
	return 0;
}
