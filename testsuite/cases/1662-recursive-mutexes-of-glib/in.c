#include <glib.h>
#include <stdio.h>

typedef struct {
	GRecMutex lock;
	GHashTable *entries;
	int changes;
} Table;

/* Zeros do for GLib; here a recursive mutex needs a value that says what it is. */
static GRecMutex log_lock;
static GRecMutex names_lock = { 0 };
static int logged, names;

static Table *table_new (void)
{
	Table *t = g_new0 (Table, 1);

	g_rec_mutex_init (&t->lock);
	t->entries = g_hash_table_new (NULL, NULL);
	return t;
}

static void table_free (Table *t)
{
	g_hash_table_destroy (t->entries);
	g_rec_mutex_clear (&t->lock);
	g_free (t);
}

static void table_set (Table *t, int key, int value)
{
	g_rec_mutex_lock (&t->lock);
	g_hash_table_replace (t->entries, GINT_TO_POINTER (key), GINT_TO_POINTER (value));
	t->changes++;
	g_rec_mutex_unlock (&t->lock);
}

static int table_get (Table *t, int key)
{
	int value;

	g_rec_mutex_lock (&t->lock);
	value = GPOINTER_TO_INT (g_hash_table_lookup (t->entries, GINT_TO_POINTER (key)));
	g_rec_mutex_unlock (&t->lock);
	return value;
}

/* It takes the mutex once more in the functions that it calls. */
static void table_add (Table *t, int key, int n)
{
	g_rec_mutex_lock (&t->lock);
	table_set (t, key, table_get (t, key) + n);
	g_rec_mutex_unlock (&t->lock);
}

static void note (int depth)
{
	g_rec_mutex_lock (&log_lock);
	logged++;
	if (depth > 0)
		note (depth - 1);
	g_rec_mutex_unlock (&log_lock);
}

static gboolean name (void)
{
	static GRecMutex own_lock;
	static int own;

	if (!g_rec_mutex_trylock (&names_lock))
		return FALSE;
	g_rec_mutex_lock (&own_lock);
	names += ++own;
	g_rec_mutex_unlock (&own_lock);
	g_rec_mutex_unlock (&names_lock);
	return TRUE;
}

static gpointer work (gpointer data)
{
	for (int i = 0; i < 500; i++) {
		table_add (data, i % 5, i);
		note (2);
	}
	return NULL;
}

int main (void)
{
	Table *t = table_new ();
	GThread *threads[3];
	int sum = 0;

	for (int i = 0; i < 3; i++)
		threads[i] = g_thread_new ("work", work, t);
	for (int i = 0; i < 3; i++)
		g_thread_join (threads[i]);
	for (int i = 0; i < 5; i++)
		sum += table_get (t, i);
	while (names < 10)
		name ();
	printf ("%d in %d changes, %d, %d\n", sum, t->changes, logged, names);
	table_free (t);
	return 0;
}
