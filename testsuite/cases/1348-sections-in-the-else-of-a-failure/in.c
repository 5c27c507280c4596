/* Sections that are the else of an if which asks whether the lock call has failed; and lock macros that it begins with. */
#include <pthread.h>
#include <stdio.h>

#define BAD (-106)

struct row {
	int n;
};

static pthread_mutex_t count_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t row_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct row rows[4];
static int count, failures;

static int lock(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m) == 0)
		return 0;
	else
		return BAD;
}

static int unlock(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m) == 0)
		return 0;
	else
		return BAD;
}

/* all rows have one lock, now */
#define ROW_LOCK(row) lock(&row_mutex)
#define ROW_UNLOCK(row) unlock(&row_mutex);

static int init(int ret)
{
	if (ret == 1) {
		if (lock(&count_mutex) != 0) {
			failures++;
			ret = BAD;
		}
		else {
			count++;
			unlock(&count_mutex);
		}
	}
	return ret;
}

static int leaves(int n)
{
	if (pthread_mutex_lock(&count_mutex)) {
		failures++;
		return -1;
	} else {
		count += n;
		if (count > 100) {
			pthread_mutex_unlock(&count_mutex);
			return count;
		}
		pthread_mutex_unlock(&count_mutex);
	}
	return n;
}

static int tries(int n)
{
	int r = 0;

	if (pthread_mutex_trylock(&count_mutex) != 0) {
		failures++; /* busy */
		r = n;
	} else {
		r = count; /* had */
		count += n;
		pthread_mutex_unlock(&count_mutex);
	}
	return r;
}

static int keeps(int n)
{
	int r = pthread_mutex_trylock(&count_mutex);

	if (r)
	{
		r = -r;
	}
	else
	{
		count += n;
		pthread_mutex_unlock(&count_mutex);
	}
	return r == 0;
}

/* what is behind has the lock, if it can be had */
static int behind(int n)
{
	if (pthread_mutex_lock(&count_mutex) != 0) {
		failures++;
	} else {
		count += n;
	}
	n = count;
	pthread_mutex_unlock(&count_mutex);
	return n;
}

static int plain(int n)
{
	if (pthread_mutex_trylock(&count_mutex))
		failures++;
	else {
		count += n;
		pthread_mutex_unlock(&count_mutex);
	}
	return n;
}

static int else_if(int n)
{
	if (pthread_mutex_trylock(&count_mutex) == 0) {
		count += n;
		n = count;
		pthread_mutex_unlock(&count_mutex);
	} else if (n > 2) {
		failures += n;
		if (n > 5)
			n--;
	} else {
		failures++;
	}
	return n;
}

static int with_comment(int n)
{
	if (pthread_mutex_trylock(&count_mutex)) {
		failures++;
	} /* free */ else {
		count += n;
		pthread_mutex_unlock(&count_mutex);
	}
	return n;
}

static int set_row(int i, int n)
{
	struct row *row = &rows[i];

	if (ROW_LOCK(row) != 0)
		return BAD;
	row->n += n;
	ROW_UNLOCK(row);
	return row->n;
}

static int swap_rows(int i, int j)
{
	int was = 0;

	if (ROW_LOCK(&rows[i]) == 0) {
		was = rows[i].n;
		rows[i].n = rows[j].n;
		rows[j].n = was;
		ROW_UNLOCK(&rows[i]);
	} else {
		failures++;
	}
	return was;
}

static void *held(void *arg)
{
	(void)arg;
	printf("%d %d %d %d %d %d\n", tries(3), keeps(4), plain(5), with_comment(6), else_if(7), else_if(2));
	return NULL;
}

int main(void)
{
	pthread_t t;

	printf("%d %d %d %d %d %d\n", init(0), init(1), leaves(3), leaves(98), tries(2), keeps(1));
	printf("%d %d %d %d %d %d\n", behind(2), plain(1), with_comment(1), set_row(1, 7), swap_rows(1, 2), rows[2].n);
	pthread_mutex_lock(&count_mutex);
	pthread_create(&t, NULL, held, NULL);
	pthread_join(t, NULL);
	pthread_mutex_unlock(&count_mutex);
	printf("%d %d %d\n", else_if(1), count, failures);
	return 0;
}
