/* SPDX-License-Identifier: MIT */
/* glib: takes mutexes of GLib's so many times, tries for one that is taken, and waits for a condition that does not come. */
#include <glib.h>

enum { TAKEN = 50, TRIED = 30, WAITED = 20 };

struct store {
	GMutex lock;
	GCond filled;
};

static GMutex table_lock;

static gpointer wait_in_vain(gpointer data)
{
	struct store *store = data;

	for (int i = 0; i < WAITED; i++) {
		g_mutex_lock(&store->lock);
		g_cond_wait_until(&store->filled, &store->lock, 0);
		g_mutex_unlock(&store->lock);
	}
	return NULL;
}

int main(void)
{
	struct store *store = g_new(struct store, 1);

	g_mutex_init(&store->lock);
	g_cond_init(&store->filled);
	g_thread_join(g_thread_new("waiter", wait_in_vain, store));
	g_mutex_clear(&store->lock);
	g_cond_clear(&store->filled);
	g_free(store);
	for (int i = 0; i < TAKEN; i++) {
		g_mutex_lock(&table_lock);
		g_mutex_unlock(&table_lock);
	}
	if (!g_mutex_trylock(&table_lock))
		return 1;
	for (int i = 0; i < TRIED; i++)
		if (g_mutex_trylock(&table_lock))
			return 1;
	g_mutex_unlock(&table_lock);
	return 0;
}
