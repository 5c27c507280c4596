/* A section declares variables that have a clean-up function: it is shipped if they are cleaned up while it has its lock,
   and only then. */
#include <glib.h>
#include <stdio.h>
#include <string.h>

#define _cleanup_(f) __attribute__((cleanup(f)))

static GMutex lock;
static GCond cond;
static GHashTable *table;
static int sum, freed, held;

static void free_it(char **text)
{
	if (*text != NULL)
		freed += held ? 1 : 100;
	g_free(*text);
}

/* its guard gives the lock back behind them */
static int add(const char *s, int k)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);
	_cleanup_(free_it) char *copy = g_strdup(s);

	if (k == 1)
		return -1;
	if (k == 2)
		return sum;
	g_hash_table_add(table, g_steal_pointer(&copy));
	sum++;
	for (int i = 0; i < k; i++) {
		_cleanup_(free_it) char *other = g_strdup_printf("%d", i);

		if (i == 5)
			return sum + (int)strlen(other);
		if (i == 1)
			continue;
		sum += i;
	}
	return sum;
}

/* one that it has while it waits */
static char *wait_with(const char *s)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);
	g_autofree char *copy = g_strdup(s);

	while (g_hash_table_size(table) == 0)
		g_cond_wait(&cond, &lock);
	sum += g_hash_table_contains(table, copy);
	return g_steal_pointer(&copy);
}

/* one that it has only behind that */
static char *wait_before(const char *s)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);

	while (g_hash_table_size(table) == 0)
		g_cond_wait(&cond, &lock);
	g_autofree char *copy = g_strdup(s);
	sum += g_hash_table_contains(table, copy);
	return g_steal_pointer(&copy);
}

/* in a block of its own */
static int count(const char *s, int k)
{
	g_mutex_lock(&lock);
	held = 1;
	if (k) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		sum += (int)strlen(copy);
	}
	sum++;
	held = 0;
	g_mutex_unlock(&lock);
	return sum;
}

/* cleaned up without the lock */
static int leave(const char *s, int k)
{
	g_mutex_lock(&lock);
	held = 1;
	if (k) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		if (k == 2) {
			held = 0;
			g_mutex_unlock(&lock);
			return -1;
		}
		sum += (int)strlen(copy);
	}
	sum++;
	held = 0;
	g_mutex_unlock(&lock);
	return sum;
}

static int pause_for(const char *s, int k)
{
	g_mutex_lock(&lock);
	held = 1;
	while (k-- > 0) {
		_cleanup_(free_it) char *copy = g_strdup(s);

		sum += (int)strlen(copy);
		held = 0;
		g_mutex_unlock(&lock);
		printf("%s\n", copy);
		g_mutex_lock(&lock);
		held = 1;
	}
	sum++;
	held = 0;
	g_mutex_unlock(&lock);
	return sum;
}
int main(void)
{
	g_autofree char *x = NULL, *y = NULL;

	table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	printf("%d %d %d %d", add("one", 1), add("two", 2), add("three", 3), add("four", 8));
	x = wait_with("one"); y = wait_before("two");
	printf("%s %s", x, y);
	printf("%d %d ", count("a", 1), leave("b", 1));
	printf("%d %d %d ", count("a", 0), leave("b", 2), pause_for("hallo", 2));
	printf("%d\n", freed);
	return 0;
}
