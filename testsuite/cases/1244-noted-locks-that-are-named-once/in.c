/* What a lock function that notes something is given is worked out once. */
#include <pthread.h>
#include <stdio.h>

struct my_mutex { pthread_mutex_t m; int taken; };

static struct my_mutex locks[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static struct my_mutex *last = locks;
static int sum, asked;

static void my_lock(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->taken++; }
static void my_unlock(struct my_mutex *l) { l->taken += 10; pthread_mutex_unlock(&l->m); }
static struct my_mutex *which(int n) { asked++; return &locks[n & 1]; }

static void stepped(int i)
{
	my_lock(&locks[i++]);
	sum += i;
	my_unlock(&locks[i - 1]);
}

static void called(int n)
{
	my_lock(which(n));
	sum += n;
	my_unlock(&locks[n & 1]);
}

static void read_once(int n)
{
	my_lock(last);
	sum += n;
	my_unlock(last);
}

int main(void)
{
	stepped(0);
	called(1);
	read_once(2);
	printf("%d %d %d %d\n", sum, asked, locks[0].taken, locks[1].taken);
	return 0;
}
