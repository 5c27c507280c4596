/* Functions that are further in, or less far, than most of their file, and lines with tabs where others have spaces. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, calls;

static int by_tabs(int n)
{
	if (n > 3) {
		n = 3;
	}
	if (n < 0) {
		n = 0;
	}
	pthread_mutex_lock(&lock);
	if (n > 2) {
		sum += n;
	}
	n = sum;
	pthread_mutex_unlock(&lock);
	return n;
}

static void by_three(int n)
{
   int i;

   pthread_mutex_lock(&lock);
   if (n == 2) {
      pthread_mutex_unlock(&lock);
      printf("%d\n", n);
      return;
   }
   for (i = 0; i < n; i++) {
      if (i & 1)
	sum += i;
   }
   pthread_mutex_unlock(&lock);
}

static void mixed(int n)
{
   while (n-- > 0) {
     pthread_mutex_lock(&lock);
     if (n != 1) {
       if (n != 2) {
	  if (n != 3) {
	     /* a comment that is further in,
	      * in two lines */
	     sum += n;
	  }
       }
     } else {
    calls++;
     }
     pthread_mutex_unlock(&lock);
   }
}

int main(void)
{
	for (int n = 1; n < 6; n++) {
		by_three(n);
		mixed(n);
		printf("%d\n", by_tabs(n));
	}
	printf("%d %d\n", sum, calls);
	return 0;
}
