/* A way out that only returns, where the function ends with the section, and checks that do so. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
#define LEAVE_IF(cond) do { if (cond) { pthread_mutex_unlock(&lock); return; } } while (0)
#define SAY_IF(cond) do { if (cond) { pthread_mutex_unlock(&lock); printf("left\n"); return; } } while (0)
static void a(int n)
{
	pthread_mutex_lock(&lock);
	calls++;
	LEAVE_IF(n < 0);
	if (n > 100) {
		calls += 2;
		pthread_mutex_unlock(&lock);
		return;
	}
	total += n;
	LEAVE_IF(total > 50);
	SAY_IF(total > 20);
	if (n == 7) {
		pthread_mutex_unlock(&lock);
		printf("left\n");
		return;
	}
	calls++;
	pthread_mutex_unlock(&lock);
}
int main(void)
{
	for (int i = 0; i < 9; i++)
		a(i);
	a(-1);
	a(101);
	printf("%d %d\n", total, calls);
	return 0;
}
