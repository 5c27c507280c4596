/* SPDX-License-Identifier: MIT */
/*
 * host.c - a program that knows nothing of the runtime, and loads and unloads a
 * plugin that uses it.  The plugin's library, its threads and what it noted in
 * the program's threads outlive the unloading.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t used, unloaded;
static int (*use)(void);
static int good;

static void *visitor(void *unused)
{
	good += use();
	sem_post(&used);
	sem_wait(&unloaded);
	return unused;
}

int main(int argc, char **argv)
{
	const struct timespec idle = { 0, 50000000 };
	pthread_t thread;
	void *plugin;

	sem_init(&used, 0, 0);
	sem_init(&unloaded, 0, 0);
	for (int i = 0; i < 3 && argc == 2; i++) {
		plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
		if (!plugin) {
			fprintf(stderr, "%s\n", dlerror());
			return 1;
		}
		*(void **)&use = dlsym(plugin, "plugin_use");
		pthread_create(&thread, NULL, visitor, NULL);
		sem_wait(&used);
		dlclose(plugin);
		nanosleep(&idle, NULL);
		sem_post(&unloaded);
		pthread_join(thread, NULL);
	}
	return good == 3 ? 0 : 2;
}
