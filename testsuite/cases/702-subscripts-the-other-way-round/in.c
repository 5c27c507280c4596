#include <pthread.h>
#include <stdio.h>

struct row {
	int cells[3];
	pthread_mutex_t lock;
};

static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int n;

static int fill(int k)
{
	int own[3] = { k }, *p = own;

	pthread_mutex_lock(&k[locks]);
	1[own] = 7;
	2[p] = ++n;
	(k ? 0 : 1)[own] += 2;
	pthread_mutex_unlock(&k[locks]);
	return own[0] + own[1] * 10 + own[2] * 100;
}

static int set(struct row *row, int k)
{
	int now;

	pthread_mutex_lock(&0[row].lock);
	1[row->cells] = k;
	now = 1[0[row].cells] + 1;
	pthread_mutex_unlock(&0[row].lock);
	return now;
}

int main(void)
{
	struct row row = { { 1, 2, 3 }, PTHREAD_MUTEX_INITIALIZER };

	printf("%d %d %d\n", fill(0), fill(1), set(&row, 4));
	return 0;
}
