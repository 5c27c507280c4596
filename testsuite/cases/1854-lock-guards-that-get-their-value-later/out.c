/* Lock guards of GLib's that are declared with nothing, and get their mutex when the function has looked at what it was
   given. */
#include <glib.h>
#include <stdio.h>
#include <sys/prctl.h>
#include "rcl_config.h"

typedef struct {
	rcl_mutex_t lock;
	int count;
	gboolean closed;
	GPtrArray *items;
} Store;

struct store_count_cs {  /* self->lock, in.c:21-22 */
	Store *self;     /* in */
	int result;      /* out */
};

static int
store_count_cs (void *ctx)
{
	struct store_count_cs *cs = ctx;
	Store *self = cs->self;

	cs->result = self->count;
	return 1;
}

static int
store_count (Store *self)
{
	g_return_val_if_fail (self != NULL, -1);

	struct store_count_cs cs = { .self = self };
	rcl_exec_anon (&self->lock, store_count_cs, &cs, sizeof (cs));
	return cs.result;
}

struct store_add_cs {      /* self->lock, in.c:33-43 */
	Store *self;       /* in */
	const char *name;  /* in */
	char **copy;       /* by reference */
	gboolean result;   /* out */
};

static int
store_add_cs (void *ctx)
{
	struct store_add_cs *cs = ctx;
	Store *self = cs->self;
	const char *name = cs->name;
	char **copy = cs->copy;

	if (self->closed)
		return 1;
	for (guint i = 0; i < self->items->len; i++) {
		const char *item = g_ptr_array_index (self->items, i);
		if (g_strcmp0 (item, name) == 0)
			return 1;
	}
	g_ptr_array_add (self->items, g_steal_pointer (copy));
	self->count++;
	cs->result = TRUE;
	return 2;
}

static gboolean
store_add (Store *self, const char *name)
{
	g_autofree char *copy = g_strdup (name);

	if (self == NULL)
		return FALSE;
	struct store_add_cs cs = { .self = self, .name = name, .copy = &copy };
	int way = rcl_exec_blocking (&self->lock, store_add_cs, &cs, sizeof (cs));

	if (way == 1)
		return FALSE;
	return cs.result;
}

struct store_looks_cs {  /* self->lock, in.c:53-54 */
	Store *self;     /* in */
	char **copy;     /* by reference */
	int result;      /* out */
};

static int
store_looks_cs (void *ctx)
{
	struct store_looks_cs *cs = ctx;
	Store *self = cs->self;
	char **copy = cs->copy;

	cs->result = self->count + ((*copy)[0] == 'o');
	return 1;
}

/* what only frees memory may do that before or behind the release */
static int
store_looks (Store *self, const char *name)
{
	g_autofree char *copy = g_strdup (name);

	struct store_looks_cs cs = { .self = self, .copy = &copy };
	rcl_exec_anon (&self->lock, store_looks_cs, &cs, sizeof (cs));
	return cs.result;
}

/* nothing would give back the lock that its first part would keep */
static int
store_rename (Store *self, const char *name)
{
	g_autoptr(rcl_mutex_t) locker = NULL;

	if (name == NULL)
		return -1;
	locker = rcl_g_mutex_locker_new (&self->lock);
	self->count++;
	prctl (PR_SET_NAME, name);
	return self->count;
}

/* its end is reached without the lock, too */
static int
store_drop (Store *self, gboolean really)
{
	g_autoptr(rcl_mutex_t) locker = NULL;
	int left = -1;

	if (!really)
		goto out;
	locker = rcl_g_mutex_locker_new (&self->lock);
	left = --self->count;
out:
	return left;
}

static void
store_name (Store *self, const char *name)
{
	g_autoptr(rcl_mutex_t) locker = NULL;

	locker = rcl_g_mutex_locker_new (&self->lock);
	prctl (PR_SET_NAME, name);
}

int main (void)
{
	Store s = { .items = g_ptr_array_new () };

	rcl_g_mutex_init (&s.lock, Store_lock);
	store_add (&s, "one");
	store_add (&s, "two");
	store_add (&s, "two");
	store_name (&s, "x");
	printf ("%d\n", store_count (&s) + store_looks (&s, "o"));
	printf ("%d ", store_rename (&s, "y"));
	printf ("%d ", store_rename (&s, NULL));
	printf ("%d ", store_drop (&s, TRUE));
	printf ("%d\n", store_drop (&s, FALSE));
	return 0;
}
