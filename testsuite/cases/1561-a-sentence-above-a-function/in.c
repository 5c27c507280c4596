/* Sentences above functions, with a blank line between, as GNU's style has it.  */

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

/* Add N, and say how much there is.  */

static int
add (int n)
{
  int now;

  pthread_mutex_lock (&lock);
  now = total += n;
  pthread_mutex_unlock (&lock);
  return now;
}

/* Taking away */

static int
sub (int n)
{
  int now;

  pthread_mutex_lock (&lock);
  now = total -= n;
  pthread_mutex_unlock (&lock);
  return now;
}

int
main (void)
{
  printf ("%d ", add (5));
  printf ("%d\n", sub (3));
  return 0;
}
