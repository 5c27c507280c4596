/* A section is cut right behind the declaration of an array that its client has. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

#define GIVE_AND_LEAVE(m, label) do { pthread_mutex_unlock(m); if (sum > 99) goto label; goto label; } while (0)

static int f(int n)
{
	{
		pthread_mutex_lock(&lock);
		sum += n;
		char size[24];
		if (n == 1) {
			GIVE_AND_LEAVE(&lock, left);
		}
		int a[n % 4 + 1];
		memset(a, 1, sizeof(a));
		snprintf(size, sizeof(size), "%d", n);
		a[n % 4] += 2;
		sum += size[0] + a[0];
		pthread_mutex_unlock(&lock);
	}
left:
	return n + 1;
}

int main(void)
{
	int got = f(1) + f(2) + f(4);

	printf("%d %d\n", got, sum);
	return 0;
}
