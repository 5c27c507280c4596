/* Several mutexes are one unit, for one macro takes them: a section is named by the array that its own stands in.
   Lines are two columns further in, in a function one tabulator, and names have a space behind them. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 3

typedef rcl_mutex_t my_mutex_t;

#define my_mutex_init(x) pthread_mutex_init (x, NULL)

#define my_mutex_lock(x) \
	{	\
	  int err; \
	  err = rcl_lock (x); \
	  if (err != 0) { \
	    printf ("lock: %d", err); \
	    exit (1); \
	  } \
	}

#define my_mutex_unlock(x) \
	{	\
	  int err; \
	  err = rcl_unlock (x); \
	  if (err != 0) { \
	    printf ("unlock: %d", err); \
	    exit (1); \
	  } \
	}

static my_mutex_t clients_mutex, queue_mutex;
static my_mutex_t wake_up_mutex[CHANNELS];
static rcl_cond_t wake_up_cond[CHANNELS];
static int clients, queued[CHANNELS], waiting[CHANNELS], woken[CHANNELS][CHANNELS];

static void init (void)
{
	int c;

	rcl_mutex_init (&clients_mutex, NULL, clients_mutex);
	rcl_mutex_init(&queue_mutex, NULL, queue_mutex);
	for (c = 0; c < CHANNELS; c++) {
	  rcl_mutex_init (&wake_up_mutex[c], NULL, wake_up_mutex);
	  if (rcl_cond_init (&(wake_up_cond[c]), NULL) != 0) {
	    exit (1);
	  }
	}
}

struct add_cs {  /* clients_mutex, in.c:54-56 */
	int n;   /* in */
};

static int add_cs (void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	clients += n;
	return 0;
}

static void add (int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_anon (&clients_mutex, add_cs, &cs, sizeof (cs));
}

struct append_queue_cs {  /* queue_mutex, in.c:61-68 */
	int chan;         /* in */
	int n;            /* in */
};

static int append_queue_cs (void *ctx)
{
	struct append_queue_cs *cs = ctx;
	int chan = cs->chan;
	int n = cs->n;

	if (n > 0) {
	  queued[chan] += n;
	  if (queued[chan] > 100) {
	    queued[chan] = 100;
	  }
	}
	return 0;
}

struct append_wake_up_cs {  /* wake_up_mutex[chan], in.c:71-74 */
	int chan;           /* in */
};

static int append_wake_up_cs (void *ctx)
{
	struct append_wake_up_cs *cs = ctx;
	int chan = cs->chan;

	woken[chan][chan]++;
	rcl_cond_signal (&(wake_up_cond[chan]));
	return 0;
}

static void append (int chan, int n, int wake)
{
	struct append_queue_cs cs = { .chan = chan, .n = n };
	rcl_exec_anon (&queue_mutex, append_queue_cs, &cs, sizeof (cs));

	if (wake) {
	  struct append_wake_up_cs wake_up_cs = { .chan = chan };
	  rcl_exec_anon (&wake_up_mutex[chan], append_wake_up_cs, &wake_up_cs, sizeof (wake_up_cs));
	}
}

struct wait_for_queue_cs {  /* queue_mutex, in.c:82-84 */
	int chan;           /* in */
	int n;              /* out */
};

static int wait_for_queue_cs (void *ctx)
{
	struct wait_for_queue_cs *cs = ctx;
	int chan = cs->chan;
	int n;

	n = queued[chan];
	cs->n = n;
	return 0;
}

struct wait_for_wake_up_cs {  /* wake_up_mutex[chan], in.c:87-94 */
	int chan;             /* in */
	int longer;           /* in */
	int most;             /* in */
	int *rounds;          /* in */
	int n;                /* in-out */
	int at;               /* where it goes on */
};

static int wait_for_wake_up_cs (void *ctx)
{
	struct wait_for_wake_up_cs *cs = ctx;
	int chan = cs->chan;
	int longer = cs->longer;
	int most = cs->most;
	int *rounds = cs->rounds;
	int n = cs->n;

	if (cs->at == 1) {
	  goto at_1;
	}

	waiting[chan] = longer;
	while (waiting[chan] && n < most && *rounds > n) {
	  cs->n = n;
	  cs->at = 1;
	  return rcl_wait (&wake_up_cond[chan], &wake_up_mutex[chan]);
	  at_1:
	  n++;
	}
	waiting[chan] = n;
	cs->n = n;
	return 0;
}

static int wait_for (int chan, int longer, int most, int *rounds)
{
	int n;

	struct wait_for_queue_cs cs = { .chan = chan };
	rcl_exec_anon (&queue_mutex, wait_for_queue_cs, &cs, sizeof (cs));
	n = cs.n;

	if (n == 0) {
	  struct wait_for_wake_up_cs wake_up_cs = {
	    .chan = chan,
	    .longer = longer,
	    .most = most,
	    .rounds = rounds,
	    .n = n,
	    .at = 0,
	  };
	  rcl_exec_waiting (&wake_up_mutex[chan], wait_for_wake_up_cs,
	      &wake_up_cs, sizeof (wake_up_cs));
	  n = wake_up_cs.n;
	}
	return n;
}

int main (void)
{
	int rounds = 2;

	init ();
	add (1);
	append (1, 7, 1);
	printf ("%d %d %d\n", wait_for (1, 0, 2, &rounds), wait_for (2, 0, 2, &rounds), clients);
	return 0;
}
