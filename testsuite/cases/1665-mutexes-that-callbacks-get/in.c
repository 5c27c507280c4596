#include <gio/gio.h>
#include <stdio.h>

/* What GLib only keeps for a function of the program's goes there, and nowhere else. */
typedef struct {
	GMutex lock;
	GCond done;
	GMutex log_lock;
	int waiting;
	int logged;
} Job;

static GMutex total_lock;
static int total;

static void do_broadcast (GCancellable *cancellable, GCond *done)
{
	g_cond_broadcast (done);
}

static void note (GCancellable *cancellable, gpointer data)
{
	Job *job = data;

	g_mutex_lock (&job->log_lock);
	job->logged++;
	g_mutex_unlock (&job->log_lock);
}

static gpointer count (gpointer data)
{
	GMutex *m = data;

	g_mutex_lock (m);
	total++;
	g_mutex_unlock (m);
	return NULL;
}

static void add (gpointer item, gpointer data)
{
	g_mutex_lock (data);
	total += GPOINTER_TO_INT (item);
	g_mutex_unlock (data);
}

static void job_wait (Job *job, GCancellable *cancellable)
{
	gulong id = g_cancellable_connect (cancellable, G_CALLBACK (do_broadcast), &job->done, NULL);

	g_mutex_lock (&job->lock);
	job->waiting++;
	while (!g_cancellable_is_cancelled (cancellable))
		g_cond_wait_until (&job->done, &job->lock, g_get_monotonic_time () + 10000);
	g_mutex_unlock (&job->lock);
	g_cancellable_disconnect (cancellable, id);
}

static gpointer cancel (gpointer cancellable)
{
	g_cancellable_cancel (cancellable);
	return NULL;
}

int main (void)
{
	GCancellable *cancellable = g_cancellable_new ();
	Job *job = g_new0 (Job, 1);
	GThread *threads[3];
	GList *list = g_list_prepend (NULL, GINT_TO_POINTER (5));

	g_mutex_init (&job->lock);
	g_mutex_init (&job->log_lock);
	g_cond_init (&job->done);
	g_signal_connect (cancellable, "cancelled", G_CALLBACK (note), job);
	for (int i = 0; i < 2; i++)
		threads[i] = g_thread_new ("count", count, &total_lock);
	threads[2] = g_thread_new ("cancel", cancel, cancellable);
	job_wait (job, cancellable);
	for (int i = 0; i < 3; i++)
		g_thread_join (threads[i]);
	g_list_foreach (list, add, &total_lock);
	printf ("%d, %d\n", total, job->waiting);
	g_list_free (list);
	g_object_unref (cancellable);
	return 0;
}
