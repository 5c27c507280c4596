/* A release that asks for its mutex by a call with effects, under a condition. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>
static rcl_mutex_t odd = RCL_MUTEX_INITIALIZER(odd);
static int threaded = 1;
static unsigned data;
static rcl_mutex_t *odd_of(rcl_mutex_t *m)
{
	rcl_mutex_t *copy;

	memcpy(&copy, &m, sizeof(copy));
	return copy;
}

/* odd_of(&odd), in.c:20-22 */
static int one_cs(void *ctx)
{
	data++;
	return RCL_KEEP;
}

static int one(int n)
{
	int i = 0;

	do {
		if (threaded > 0 && n >= 0) {
			rcl_exec_anon(odd_of(&odd), one_cs, NULL, 0);
		} else {
			one_cs(NULL);
		}
		if (threaded > 0 && n >= 0)
			rcl_unlock(odd_of(&odd));
	} while (++i < 4);
	return data;
}

/* odd_of(&odd), in.c:30-32 */
static int two_cs(void *ctx)
{
	data++;
	return RCL_KEEP;
}

static int two(int n)
{
	if (threaded > 0 && n >= 0) {
		rcl_exec_anon(odd_of(&odd), two_cs, NULL, 0);
	} else {
		two_cs(NULL);
	}
	if (threaded > 0 && n >= 0)
		rcl_unlock(odd_of(&odd));
	return data;
}
static void *run(void *a) { for (int i = 0; i < 1000; i++) one(i), two(i); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); printf("%d\n", data); return 0; }
