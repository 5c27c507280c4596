/* Laid out as GNU's programs are, and with carriage returns.  */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int
add (int by)
{
  int now = by;

  pthread_mutex_lock (&lock);
  total += by;
  now += total;
  pthread_mutex_unlock (&lock);
  return now;
}

int
main (void)
{
  printf ("%d %d\n", add (2), total);
  return 0;
}
