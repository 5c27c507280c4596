#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

static rcl_mutex_t list_lock     = RCL_MUTEX_INITIALIZER(list_lock);
static GCond  list_changed  = {NULL, {0, 0}};
static GList *list          = NULL;

struct add_cs {  /* list_lock, in.c:10-13 */
	int n;   /* in */
};

static int add_cs (void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;

	list = g_list_prepend (list, GINT_TO_POINTER (n));
	g_cond_signal (&list_changed);
	return 0;
}

static void add (int n)
{
	struct add_cs cs = { .n = n };
	rcl_exec_blocking (&list_lock, add_cs, &cs, sizeof (cs));
}

int main (void)
{
	for (int i = 0; i < 3; i++)
		add (i);
	printf ("%u\n", g_list_length (list));
	g_list_free (list);
	return 0;
}
