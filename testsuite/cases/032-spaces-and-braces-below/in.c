#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int count(int by)
{
  int now = 0;

  if (by > 0)
  {
    pthread_mutex_lock(&lock);
    if (n > 100)
    {
      pthread_mutex_unlock(&lock);
      printf("full\n");
      return -1;
    }
    n += by;
    now = n;
    pthread_mutex_unlock(&lock);
  }
  return now;
}

int main(void)
{
  printf("%d\n", count(4));
  return 0;
}
