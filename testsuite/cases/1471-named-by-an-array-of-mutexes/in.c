/* Several mutexes are one unit, for one macro takes them: a section is named by the array that its own stands in.
   Lines are two columns further in, in a function one tabulator, and names have a space behind them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CHANNELS 3

typedef pthread_mutex_t my_mutex_t;

#define my_mutex_init(x) pthread_mutex_init (x, NULL)

#define my_mutex_lock(x) \
	{	\
	  int err; \
	  err = pthread_mutex_lock (x); \
	  if (err != 0) { \
	    printf ("lock: %d", err); \
	    exit (1); \
	  } \
	}

#define my_mutex_unlock(x) \
	{	\
	  int err; \
	  err = pthread_mutex_unlock (x); \
	  if (err != 0) { \
	    printf ("unlock: %d", err); \
	    exit (1); \
	  } \
	}

static my_mutex_t clients_mutex, queue_mutex;
static my_mutex_t wake_up_mutex[CHANNELS];
static pthread_cond_t wake_up_cond[CHANNELS];
static int clients, queued[CHANNELS], waiting[CHANNELS], woken[CHANNELS][CHANNELS];

static void init (void)
{
	int c;

	my_mutex_init (&clients_mutex);
	my_mutex_init(&queue_mutex);
	for (c = 0; c < CHANNELS; c++) {
	  my_mutex_init (&(wake_up_mutex[c]));
	  if (pthread_cond_init (&(wake_up_cond[c]), NULL) != 0) {
	    exit (1);
	  }
	}
}

static void add (int n)
{
	my_mutex_lock (&clients_mutex);
	clients += n;
	my_mutex_unlock (&clients_mutex);
}

static void append (int chan, int n, int wake)
{
	my_mutex_lock (&queue_mutex);
	if (n > 0) {
	  queued[chan] += n;
	  if (queued[chan] > 100) {
	    queued[chan] = 100;
	  }
	}
	my_mutex_unlock (&queue_mutex);

	if (wake) {
	  my_mutex_lock (&(wake_up_mutex[chan]));
	  woken[chan][chan]++;
	  pthread_cond_signal (&(wake_up_cond[chan]));
	  my_mutex_unlock (&(wake_up_mutex[chan]));
	}
}

static int wait_for (int chan, int longer, int most, int *rounds)
{
	int n;

	my_mutex_lock (&queue_mutex);
	n = queued[chan];
	my_mutex_unlock (&queue_mutex);

	if (n == 0) {
	  my_mutex_lock (&(wake_up_mutex[chan]));
	  waiting[chan] = longer;
	  while (waiting[chan] && n < most && *rounds > n) {
	    pthread_cond_wait (&(wake_up_cond[chan]), &(wake_up_mutex[chan]));
	    n++;
	  }
	  waiting[chan] = n;
	  my_mutex_unlock (&(wake_up_mutex[chan]));
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
