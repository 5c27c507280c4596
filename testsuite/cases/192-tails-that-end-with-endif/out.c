#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define HAVE_WAIT 1

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int threads, workers, waited;

static void waits(int number)
{
	waited += number;
}

struct stop_cs {     /* lock, in.c:17-28 */
	int number;  /* in */
};

static int stop_cs(void *ctx)
{
	struct stop_cs *cs = ctx;
	int number = cs->number;

	if (threads > number) {
		threads--;
		return 1;
	} else {
		workers--;
		return 2;
	}
}

/* What the client does behind the release ends with an #endif. */
static void stop(int number)
{
	struct stop_cs cs = { .number = number };
	int way = rcl_exec_anon(&lock, stop_cs, &cs, sizeof(cs));

	if (way == 1) {
		waits(1);
	} else {
#ifdef HAVE_WAIT
		if (number > 0)
			waits(number);
#endif
	}
}

struct start_cs {    /* lock, in.c:37-58 */
	int number;  /* in */
	int made;    /* in-out */
};

static int start_cs(void *ctx)
{
	struct start_cs *cs = ctx;
	int number = cs->number;
	int made = cs->made;

	if (threads > number) {
		made = threads++;
		cs->made = made;
		return 1;
	} else {
		workers++;
		cs->made = made;
		return 2;
	}
}

/* It jumps in code that no build compiles, and something follows. */
static int start(int number)
{
	int made = 0;

	struct start_cs cs = { .number = number, .made = made };
	int way = rcl_exec_anon(&lock, start_cs, &cs, sizeof(cs));
	made = cs.made;

	if (way == 2) {
#ifndef HAVE_WAIT
		/* not on this one */
		return -1;
#else
		switch (number) {
		case 0:
			waits(10);
			break;
		case 7:
			return -7;
		default:
			made = 100;
			break;
		}
#endif /* HAVE_WAIT */
	}
	return made + 1;
}

struct end_cs {      /* lock, in.c:66-75 */
	int number;  /* in */
};

static int end_cs(void *ctx)
{
	struct end_cs *cs = ctx;
	int number = cs->number;

	if (number == 0) {
		threads = 0;
		return 1;
	} else {
		workers = 0;
		return 2;
	}
}

/* There is nothing but an #if. */
static void end(int number)
{
	struct end_cs cs = { .number = number };
	int way = rcl_exec_anon(&lock, end_cs, &cs, sizeof(cs));

	if (way == 2) {
#ifndef HAVE_WAIT
		waits(-1);
#endif
	}
}

/* What releases the lock stands in an #if that goes on around it. */
static void odd(int number)
{
	rcl_lock(&lock);
	if (number == 0) {
		threads = 1;
		rcl_unlock(&lock);
	} else {
#ifdef HAVE_WAIT
		workers = 1;
		rcl_unlock(&lock);
		waits(2);
#else
		pthread_mutex_unlock(&lock);
#endif
	}
}

int main(void)
{
	int made = start(0);

	made += start(0) + start(7) + start(3);
	stop(0);
	stop(5);
	odd(0);
	odd(1);
	printf("%d %d %d %d\n", made, threads, workers, waited);
	end(0);
	end(1);
	printf("%d %d\n", threads, workers);
	return 0;
}
