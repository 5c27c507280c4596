/* GLib calls functions that ask which thread they run in, and makes threads and processes. */
#define _GNU_SOURCE
#include <glib.h>
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static _Thread_local pid_t own;
static GList *list;
static int total, wrong, blocked;

static void count(gpointer data, gpointer user)
{
	(void)user;
	wrong += gettid() != own;
	total += GPOINTER_TO_INT(data);
}

static gpointer body(gpointer data)
{
	sigset_t set;

	pthread_sigmask(SIG_BLOCK, NULL, &set);
	blocked += sigismember(&set, SIGTERM);
	return data;
}

static gboolean later(gpointer data)
{
	count(data, NULL);
	return G_SOURCE_REMOVE;
}

static int sum(int n)
{
	rcl_lock(&lock);
	g_list_foreach(list, count, NULL);
	n += total;
	rcl_unlock(&lock);
	return n;
}

static int begin(int n)
{
	GThread *thread;

	rcl_lock(&lock);
	thread = g_thread_new("body", body, NULL);
	total += n;
	rcl_unlock(&lock);
	g_thread_join(thread);
	return blocked;
}

static int spawn(int n)
{
	char *text = NULL;

	rcl_lock(&lock);
	g_spawn_command_line_sync("grep SigBlk /proc/self/status", &text, NULL, NULL, NULL);
	total += n;
	rcl_unlock(&lock);
	n = text != NULL ? (int)strtol(text + 7, NULL, 16) : -1;
	g_free(text);
	return n;
}

struct ask_cs {  /* lock, in.c:74-77 */
	int n;   /* in */
};

static int ask_cs(void *ctx)
{
	struct ask_cs *cs = ctx;
	int n = cs->n;

	total += n;
	g_idle_add(later, NULL);
	return 0;
}

/* not now */
static int ask(int n)
{
	struct ask_cs cs = { .n = n };
	rcl_exec_blocking(&lock, ask_cs, &cs, sizeof(cs));
	return n;
}

static void *work(void *arg)
{
	own = gettid();
	*(int *)arg = sum(1) + begin(2) + spawn(3) + ask(4);
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int found = 0;

	list = g_list_prepend(g_list_prepend(NULL, GINT_TO_POINTER(3)), GINT_TO_POINTER(4));
	pthread_create(&thread, NULL, work, &found);
	pthread_join(thread, NULL);
	printf("%d %d %d %d\n", found, total, wrong, blocked);
	return 0;
}
