/* One build takes a mutex where another one takes a lock of its own. */
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
int spin;
static int slots[8];
static long total;

int spin_lock(int *lock)
{
	while (__sync_lock_test_and_set(lock, 1)) {
		continue;
	}
	return 1;
}

void spin_unlock(int *lock)
{
	__sync_lock_release(lock);
}

static int find(int k, int *at)
{
	int rounds = 0;

#ifdef SPIN
	spin_lock(&spin);
#else
	pthread_mutex_lock(&m);
#endif
	for (int i = 0; i < 8; i++) {
		rounds++;
		if (slots[i] == k) {
			*at = i;
#ifdef SPIN
			spin_unlock(&spin);
#else
			pthread_mutex_unlock(&m);
#endif
			return rounds;
		}
	}
	total += rounds;
#ifdef SPIN
	spin_unlock(&spin);
#else
	pthread_mutex_unlock(&m);
#endif
	return -rounds;
}

static int counted(int k)
{
	int n = k;

#ifdef SPIN
	n += spin_lock(&spin);
#else
	pthread_mutex_lock(&m);
#endif
	slots[k] += n;
#ifdef SPIN
	spin_unlock(&spin);
#else
	pthread_mutex_unlock(&m);
#endif
	return n;
}

static void either(int k)
{
#ifdef SPIN
	pthread_mutex_lock(&other);
#else
	pthread_mutex_lock(&m);
#endif
	total += k;
#ifdef SPIN
	pthread_mutex_unlock(&other);
#else
	pthread_mutex_unlock(&m);
#endif
}

static int moved(int k)
{
#ifdef SPIN
	spin_lock(&slots[k & 1]);
#else
	pthread_mutex_lock(&m);
#endif
	k++;
	total += k;
#ifdef SPIN
	spin_unlock(&slots[(k - 1) & 1]);
#else
	pthread_mutex_unlock(&m);
#endif
	return k;
}

static void counted_there(int k)
{
#ifdef SPIN
	spin_lock(&spin);
#else
	pthread_mutex_lock(&m);
#endif
	slots[k] += 2;
	total ^= k;
#ifdef SPIN
	total++;
	spin_unlock(&spin);
#else
	total += 2;
	pthread_mutex_unlock(&m);
#endif
}

static int tested(int k)
{
	int n;

#ifdef SPIN
	if (spin_lock(&spin) != 1)
		return -1;
#else
	if (pthread_mutex_lock(&m) != 0)
		return -1;
#endif
	n = slots[k] ^= 1;
#ifdef SPIN
	spin_unlock(&spin);
#else
	pthread_mutex_unlock(&m);
#endif
	return n;
}

int main(void)
{
	int at = -1;
	int n = counted(3);
	int found = find(n, &at);

	either(5);
	counted_there(2);
	printf("%d %d %d", n, found, at);
	printf(" %d", find(99, &at) + tested(4));
	printf(" %d %ld\n", moved(6), total);
	return 0;
}
