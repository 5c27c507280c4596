/* A section is cut right behind the declaration of an array that its client has. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int sum;

#define GIVE_AND_LEAVE(m, label) do { rcl_unlock(m); if (sum > 99) goto label; goto label; } while (0)

struct f_cs {   /* lock, in.c:14-16 */
	int n;  /* in */
};

static int f_cs(void *ctx)
{
	struct f_cs *cs = ctx;
	int n = cs->n;

	sum += n;
	return RCL_KEEP;
}

static int f(int n)
{
	{
		char size[24];
		struct f_cs cs = { .n = n };
		rcl_exec_anon(&lock, f_cs, &cs, sizeof(cs));
		if (n == 1) {
			GIVE_AND_LEAVE(&lock, left);
		}
		int a[n % 4 + 1];
		memset(a, 1, sizeof(a));
		snprintf(size, sizeof(size), "%d", n);
		a[n % 4] += 2;
		sum += size[0] + a[0];
		rcl_unlock(&lock);
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
