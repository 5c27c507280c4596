/* A mutex of the program's own that says by a number of its own that nobody has initialised it: its unlock function asks
 * for the same, which stays what it was while the lock is held.
 */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t m;
	int initialized, busy;
};

static struct mutex table_mutex, log_mutex;
static int table[4], count, closed;

static int mutex_lock(struct mutex *m)
{
	if (!m->initialized)
		return -3;
	if (pthread_mutex_lock(&m->m) != 0)
		return -1;
	return 0;
}

static int mutex_unlock(struct mutex *m)
{
	if (!m->initialized)
		return -3;
	if (pthread_mutex_unlock(&m->m) != 0)
		return -1;
	return 0;
}

static int table_add(int value)
{
	int ret;

	ret = mutex_lock(&table_mutex);
	if (ret != 0)
		return ret;
	if (count == 4) {
		mutex_unlock(&table_mutex);
		return -2;
	}
	table[count++] = value;
	mutex_unlock(&table_mutex);
	return 0;
}

static int table_sum(void)
{
	int sum = 0;

	if (mutex_lock(&table_mutex) != 0)
		return -1;
	for (int i = 0; i < count; i++)
		sum += table[i];
	mutex_unlock(&table_mutex);
	return sum;
}

/* nobody gives the lock back then: what follows it in the section stays in place, or all of it */
static int table_close(void)
{
	if (mutex_lock(&table_mutex) != 0)
		return -1;
	closed++;
	table_mutex.initialized = 0;
	mutex_unlock(&table_mutex);
	return 0;
}

static void forget(struct mutex *m)
{
	m->initialized = 0;
}

static int log_close(void)
{
	if (mutex_lock(&log_mutex) != 0)
		return -1;
	closed++;
	forget(&log_mutex);
	mutex_unlock(&log_mutex);
	return 0;
}

/* this one says that it is taken by what it asks for */
static int busy_lock(struct mutex *m)
{
	if (m->busy)
		return -1;
	pthread_mutex_lock(&m->m);
	m->busy = 1;
	return 0;
}

static int busy_unlock(struct mutex *m)
{
	if (m->busy)
		return -1;
	pthread_mutex_unlock(&m->m);
	return 0;
}

static int note(void)
{
	if (busy_lock(&log_mutex) != 0)
		return -1;
	closed += 10;
	return busy_unlock(&log_mutex);
}

int main(void)
{
	int early = table_add(1), late, full;

	pthread_mutex_init(&table_mutex.m, NULL);
	pthread_mutex_init(&log_mutex.m, NULL);
	table_mutex.initialized = log_mutex.initialized = 1;
	for (int i = 0; i < 4; i++)
		late = table_add(i + 2);
	full = table_add(9);
	printf("%d %d %d %d\n", early, late, full, table_sum());
	closed += table_close();
	closed += log_close();
	printf("%d %d\n", table_sum(), pthread_mutex_trylock(&log_mutex.m) != 0);
	pthread_mutex_unlock(&log_mutex.m);
	printf("%d %d %d\n", note(), log_mutex.busy, closed);
	return 0;
}
