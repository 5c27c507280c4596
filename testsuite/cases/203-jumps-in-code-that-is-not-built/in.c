#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tree[4];

static int look_up(int n)
{
	return n < 4 ? tree[n] : -1;
}

/* A jump of a branch that is not built leads to a label of the section. */
static int find(int n)
{
	int err;

	pthread_mutex_lock(&lock);
#if defined(CHECK)
	err = n < 0;
	if (err)
		goto out_unlock;
#endif
	err = look_up(n);
	if (err == -1)
		tree[0]++;
#if defined(CHECK)
out_unlock:
#endif
	pthread_mutex_unlock(&lock);
	return err;
}

/* And here to one behind it. */
static int find_or_give_up(int n)
{
	int err;

	pthread_mutex_lock(&lock);
#if defined(CHECK)
	err = n < 0;
	if (err) {
		pthread_mutex_unlock(&lock);
		goto out;
	}
#endif
	err = look_up(n);
	pthread_mutex_unlock(&lock);
#if defined(CHECK)
out:
#endif
	return err;
}

int main(void)
{
	printf("%d %d %d\n", find(1), find(7), find_or_give_up(0));
	return 0;
}
