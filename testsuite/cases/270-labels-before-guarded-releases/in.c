#include <pthread.h>
#include <stdio.h>

/* A release under a condition may stand behind a label. */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

struct name {
	int id;
};

static int table[8], used;

static int push(int id)
{
	table[used++ % 8] = id;
	return id > 6;
}

static int revoke(struct name *name, int have_lock)
{
	int id, ret = 0;

	if (name == NULL)
		return -1;
	id = name->id;
	if (!have_lock)
		pthread_mutex_lock(&m);
	name->id = 0;
	if (id != 0)
		ret = push(id);
	if (!have_lock)
		pthread_mutex_unlock(&m);
	return ret;
}

static int close_id(struct name *name, int locked)
{
	int ret;

	if (!locked)
		pthread_mutex_lock(&m);
	if ((ret = push(name->id)) != 0)
		goto err;
	ret = revoke(name, 1);

err:	if (!locked)
		pthread_mutex_unlock(&m);
	return ret;
}

int main(void)
{
	struct name one = { 1 }, seven = { 7 };

	pthread_mutex_lock(&m);
	one.id++;
	close_id(&one, 1);
	pthread_mutex_unlock(&m);
	printf("%d %d\n", close_id(&seven, 0), revoke(&seven, 0));
	printf("%d %d %d\n", close_id(&one, 0), used, table[1]);
	return 0;
}
