/* Lock functions with several parameters of one type, of which they note some while they have the mutex. */
#include <pthread.h>
#include <stdio.h>

struct locked {
	pthread_mutex_t lock;
	int noted, told;
};

static struct locked one = { .lock = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t many[4] = {
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER
};
static int sum, noted[4];

static void take(struct locked *l, int first, int second)
{
	pthread_mutex_lock(&l->lock);
	l->noted = second;
}

static void give(struct locked *l, int first, int second, int third)
{
	l->told = third;
	pthread_mutex_unlock(&l->lock);
}

static void take_at(int by, int number, int more)
{
	pthread_mutex_lock(&many[number]);
	noted[number] += by;
}

static void give_at(int more, int by, int number)
{
	noted[number] -= by;
	pthread_mutex_unlock(&many[number]);
}

static void add(int n, int m)
{
	take(&one, n, m);
	sum += n + m + one.noted;
	give(&one, m, m, n);
}

static int add_declared(int n)
{
	take(&one, 1, n);
	int own = sum + n;
	sum += own;
	give(&one, n, n, own);
	return own;
}

static int add_at(int n, int m, int i)
{
	take_at(n, i, m);
	sum += noted[i];
	m += sum;
	give_at(m, n, i);
	return m;
}

int main(void)
{
	add(2, 30);
	printf("%d %d %d\n", sum, one.noted, one.told);
	printf("%d %d %d\n", add_declared(4), one.noted, one.told);
	printf("%d %d %d\n", add_at(3, 50, 2), noted[2], sum);
	return 0;
}
