#include <pthread.h>
#include <stdio.h>

#define LOCK(m) { tries++; pthread_mutex_lock(m); }
#define UNLOCK(m) { uses++; pthread_mutex_unlock(m); }

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local long tries;
static long uses, count;

void add(int n)
{
	LOCK(&lock);
	count += n;
	UNLOCK(&lock);
}

/* without semicolons */
long taken(void)
{
	long n;

	LOCK(&lock)
	n = count;
	count = 0;
	UNLOCK(&lock)
	return n;
}

/* left early, too */
int take(int n)
{
	LOCK(&lock);
	if (count < n) {
		UNLOCK(&lock);
		return 0;
	}
	count -= n;
	UNLOCK(&lock);
	return 1;
}

int main(void)
{
	int i, got = 0;

	for (i = 0; i < 10; i++)
		add(i);
	for (i = 0; i < 10; i++)
		got += take(i + 3);
	printf("%d %ld %ld %ld %ld\n", got, taken(), count, tries, uses);
	return 0;
}
