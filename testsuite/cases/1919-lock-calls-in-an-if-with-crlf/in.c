/* Lock calls in an #if, and long texts in its other branch, in a file of another system. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long n;
int f(int k) {
  int r = 0;
  if (k) {
#ifdef _WIN32
    /* The critical section of the whole of this, which is entered here by a call with many arguments that is long */
    EnterCriticalSectionWithManyArguments(&first_of_all, &second_of_all, "a # text with ; and { in it", third_of_all, 4);
    if (x)
      {
        y(
          1,
            2);  // aligned
      }

    /* two
       lines */
    while (z) ;
#else
    pthread_mutex_lock (&m);
#endif
    n += k;
    if (n > 3)
      {
#ifdef _WIN32
        LeaveCriticalSectionWithManyArguments(&first_of_all, &second_of_all, "a # text with ; and { in it", third);
        if (w) { v (); }
#else
        pthread_mutex_unlock (&m);
#endif
        return 7;
      }
    r = n;
#ifdef _WIN32
    LeaveCriticalSectionWithManyArguments(&first_of_all,
                                          &second_of_all, "a # text with ; and { in it", third);
    if (w) { v (); }
#else
    pthread_mutex_unlock (&m);
#endif
  }
  return r;
}

int added(int k) {
  int r = 0;
#ifndef _WIN32
  pthread_mutex_lock (&m);
#endif
  n += k;
  r = n;
#ifndef _WIN32
  pthread_mutex_unlock (&m);
#endif
  return r;
}

int main(void)
{
  printf("%d %d", f(2), f(0));
  printf(" %d", f(2));
  printf(" %d\n", added(4));
  return 0;
}
