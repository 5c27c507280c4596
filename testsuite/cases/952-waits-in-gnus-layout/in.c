/* What the section does for a wait that alone is a loop's body is laid out as GNU's blocks and calls are.  */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, busy;

static int
enter (int n)
{
  int result;

  pthread_mutex_lock (&lock);
  waiting++;
  while (busy > n)
    pthread_cond_wait (&changed, &lock);
  while (busy) pthread_cond_wait (&changed, &lock);
  if (waiting)
    {
      waiting--;
      busy++;
    }
  while (busy < n)      /* nobody comes */
    pthread_cond_wait (&changed, &lock);
  result = busy;
  pthread_mutex_unlock (&lock);
  return result;
}

int
main (void)
{
  printf ("%d\n", enter (1));
  return 0;
}
