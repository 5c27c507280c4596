#include <glib.h>
#include <stdio.h>

static GMutex list_lock     = {NULL};
static GCond  list_changed  = {NULL, {0, 0}};
static GList *list          = NULL;

static void add (int n)
{
	g_mutex_lock (&list_lock);
	list = g_list_prepend (list, GINT_TO_POINTER (n));
	g_cond_signal (&list_changed);
	g_mutex_unlock (&list_lock);
}

int main (void)
{
	for (int i = 0; i < 3; i++)
		add (i);
	printf ("%u\n", g_list_length (list));
	g_list_free (list);
	return 0;
}
