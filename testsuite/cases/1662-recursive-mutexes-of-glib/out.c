#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

typedef struct {
	rcl_mutex_t lock;
	GHashTable *entries;
	int changes;
} Table;

/* Zeros do for GLib; here a recursive mutex needs a value that says what it is. */
static rcl_mutex_t log_lock = RCL_RECURSIVE_MUTEX_INITIALIZER(log_lock);
static rcl_mutex_t names_lock = RCL_RECURSIVE_MUTEX_INITIALIZER(names_lock);
static int logged, names;

static Table *table_new (void)
{
	Table *t = g_new0 (Table, 1);

	rcl_g_rec_mutex_init (&t->lock, Table_lock);
	t->entries = g_hash_table_new (NULL, NULL);
	return t;
}

static void table_free (Table *t)
{
	g_hash_table_destroy (t->entries);
	rcl_mutex_destroy (&t->lock);
	g_free (t);
}

struct table_set_cs {  /* t->lock, in.c:33-36 */
	Table *t;      /* in */
	int key;       /* in */
	int value;     /* in */
};

static int table_set_cs (void *ctx)
{
	struct table_set_cs *cs = ctx;
	Table *t = cs->t;
	int key = cs->key;
	int value = cs->value;

	g_hash_table_replace (t->entries, GINT_TO_POINTER (key), GINT_TO_POINTER (value));
	t->changes++;
	return 0;
}

static void table_set (Table *t, int key, int value)
{
	struct table_set_cs cs = { .t = t, .key = key, .value = value };
	rcl_exec_blocking (&t->lock, table_set_cs, &cs, sizeof (cs));
}

struct table_get_cs {  /* t->lock, in.c:43-45 */
	Table *t;      /* in */
	int key;       /* in */
	int value;     /* out */
};

static int table_get_cs (void *ctx)
{
	struct table_get_cs *cs = ctx;
	Table *t = cs->t;
	int key = cs->key;
	int value;

	value = GPOINTER_TO_INT (g_hash_table_lookup (t->entries, GINT_TO_POINTER (key)));
	cs->value = value;
	return 0;
}

static int table_get (Table *t, int key)
{
	int value;

	struct table_get_cs cs = { .t = t, .key = key };
	rcl_exec_blocking (&t->lock, table_get_cs, &cs, sizeof (cs));
	value = cs.value;
	return value;
}

struct table_add_cs {  /* t->lock, in.c:52-54 */
	Table *t;      /* in */
	int key;       /* in */
	int n;         /* in */
};

static int table_add_cs (void *ctx)
{
	struct table_add_cs *cs = ctx;
	Table *t = cs->t;
	int key = cs->key;
	int n = cs->n;

	table_set (t, key, table_get (t, key) + n);
	return 0;
}

/* It takes the mutex once more in the functions that it calls. */
static void table_add (Table *t, int key, int n)
{
	struct table_add_cs cs = { .t = t, .key = key, .n = n };
	rcl_exec_blocking (&t->lock, table_add_cs, &cs, sizeof (cs));
}

static void note (int depth);

struct note_cs {    /* log_lock, in.c:59-63 */
	int depth;  /* in */
};

static int note_cs (void *ctx)
{
	struct note_cs *cs = ctx;
	int depth = cs->depth;

	logged++;
	if (depth > 0)
		note (depth - 1);
	return 0;
}

static void note (int depth)
{
	struct note_cs cs = { .depth = depth };
	rcl_exec (&log_lock, note_cs, &cs, sizeof (cs));
}

struct name_own_cs {  /* own_lock, in.c:73-75 */
	int *own;     /* by reference */
};

static int name_own_cs (void *ctx)
{
	struct name_own_cs *cs = ctx;
	int *own = cs->own;

	names += ++*own;
	return 0;
}

struct name_names_cs {          /* names_lock, in.c:71-76 */
	rcl_mutex_t *own_lock;  /* by reference */
	int *own;               /* by reference */
};

static int name_names_cs (void *ctx)
{
	struct name_names_cs *cs = ctx;
	rcl_mutex_t *own_lock = cs->own_lock;
	int *own = cs->own;
	struct name_own_cs own_cs = { .own = own };
	rcl_exec_anon (own_lock, name_own_cs, &own_cs, sizeof (own_cs));
	return 0;
}

static gboolean name (void)
{
	static rcl_mutex_t own_lock = RCL_RECURSIVE_MUTEX_INITIALIZER(own_lock);
	static int own;

	struct name_names_cs cs = { .own_lock = &own_lock, .own = &own };
	if (rcl_tryexec (&names_lock, name_names_cs, &cs, sizeof (cs)) < 0)
		return FALSE;
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
