#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static char *text;
static int (*rows)[2];

/* text leads to what the section declares */
int kept_by_its_name(int n)
{
	pthread_mutex_lock(&m);
	char line[n];
	line[0] = (char)count;
	text = line;
	pthread_mutex_unlock(&m);
	return text[0];
}

int kept_by_a_row(int n)
{
	pthread_mutex_lock(&m);
	int table[n][2];
	table[1][0] = count;
	rows = &table[1];
	pthread_mutex_unlock(&m);
	return rows[0][0];
}

int looked_at_while_released(int n)
{
	pthread_mutex_lock(&m);
	while (count) {
		char line[n];
		line[0] = (char)count--;
		text = line;
		pthread_mutex_unlock(&m);
		n += text[0];
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return n;
}

/* and here to what has gone by then: the section may have it */
int of_a_block(int n)
{
	pthread_mutex_lock(&m);
	{
		char line[n];
		line[0] = (char)count;
		text = line;
		count = text[0];
	}
	pthread_mutex_unlock(&m);
	return count;
}
