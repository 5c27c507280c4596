/* A lock function gets to its mutex by a variable, whose value a macro says that it defines itself. */
#include <pthread.h>
#include <stdio.h>

#define MANY 4
#define AT(i) (i)

struct record {
	pthread_mutex_t lock;
	int users;
};

static struct record records[MANY];
static int count;

static void grab(int id)
{
#undef AT
#define AT(i) ((i) + 1)
	struct record *record = &records[AT(id)];

	pthread_mutex_lock(&record->lock);
}

static void ungrab(int id)
{
	struct record *record = &records[AT(id)];

	pthread_mutex_unlock(&record->lock);
}

static void plain(int n)
{
	grab(0);
	count += n;
	ungrab(0);
}

static void other(int n)
{
	pthread_mutex_lock(&records[1].lock);
	plain(n);
	count += n;
	pthread_mutex_unlock(&records[1].lock);
}

int main(void)
{
	for (int i = 0; i < MANY; i++)
		pthread_mutex_init(&records[i].lock, NULL);
	plain(1);
	pthread_mutex_lock(&records[0].lock);
	plain(2);
	pthread_mutex_unlock(&records[0].lock);
	printf("%d\n", count);
	return count > 100 ? (other(1), 1) : 0;
}
