#include <gio/gio.h>
#include <stdio.h>
#include "rcl_config.h"

/* What GLib only keeps for a function of the program's goes there, and nowhere else. */
typedef struct {
	rcl_mutex_t lock;
	rcl_cond_t done;
	rcl_mutex_t log_lock;
	int waiting;
	int logged;
} Job;

static rcl_mutex_t total_lock = RCL_MUTEX_INITIALIZER(total_lock);
static int total;

static void do_broadcast (GCancellable *cancellable, rcl_cond_t *done)
{
	rcl_cond_broadcast (done);
}

struct note_cs {   /* job->log_lock, in.c:25-27 */
	Job *job;  /* in */
};

static int note_cs (void *ctx)
{
	struct note_cs *cs = ctx;
	Job *job = cs->job;

	job->logged++;
	return 0;
}

static void note (GCancellable *cancellable, gpointer data)
{
	Job *job = data;

	struct note_cs cs = { .job = job };
	rcl_exec_anon (&job->log_lock, note_cs, &cs, sizeof (cs));
}

/* m, in.c:34-36 */
static int count_cs (void *ctx)
{
	total++;
	return 0;
}

static gpointer count (gpointer data)
{
	rcl_mutex_t *m = data;

	rcl_exec_anon (m, count_cs, NULL, 0);
	return NULL;
}

struct add_cs {         /* data, in.c:42-44 */
	gpointer item;  /* in */
};

static int add_cs (void *ctx)
{
	struct add_cs *cs = ctx;
	gpointer item = cs->item;

	total += GPOINTER_TO_INT (item);
	return 0;
}

static void add (gpointer item, gpointer data)
{
	struct add_cs cs = { .item = item };
	rcl_exec_anon (data, add_cs, &cs, sizeof (cs));
}

struct job_wait_cs {                /* job->lock, in.c:51-55 */
	Job *job;                   /* in */
	GCancellable *cancellable;  /* in */
	int at;                     /* where it goes on */
};

static int job_wait_cs (void *ctx)
{
	struct job_wait_cs *cs = ctx;
	Job *job = cs->job;
	GCancellable *cancellable = cs->cancellable;

	if (cs->at == 1) {
		goto at_1;
	}

	job->waiting++;
	while (!g_cancellable_is_cancelled (cancellable)) {
		cs->at = 1;
		return rcl_g_wait_until (&job->done, &job->lock, g_get_monotonic_time () + 10000);
		at_1: ;
	}
	return 0;
}

static void job_wait (Job *job, GCancellable *cancellable)
{
	gulong id = g_cancellable_connect (cancellable, G_CALLBACK (do_broadcast), &job->done, NULL);

	struct job_wait_cs cs = { .job = job, .cancellable = cancellable, .at = 0 };
	rcl_exec_blocking (&job->lock, job_wait_cs, &cs, sizeof (cs));
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

	rcl_g_mutex_init (&job->lock, Job_lock);
	rcl_g_mutex_init (&job->log_lock, Job_log_lock);
	rcl_g_cond_init (&job->done);
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
