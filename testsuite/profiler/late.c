/* SPDX-License-Identifier: MIT */
/* late LIBRARY N: loads this same file as a library, which takes its own mutex N times, and unloads it; twice. */
#include <pthread.h>

#if defined(LIBRARY)

static pthread_mutex_t plugin_lock = PTHREAD_MUTEX_INITIALIZER;

void take(int times)
{
	for (int i = 0; i < times; i++) {
		pthread_mutex_lock(&plugin_lock);
		pthread_mutex_unlock(&plugin_lock);
	}
}

#else

#include <dlfcn.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	for (int i = 0; argc > 2 && i < 2; i++) {
		void *library = dlopen(argv[1], RTLD_NOW);
		void (*take)(int);

		if (!library)
			return 1;
		/* POSIX lets functions pass through void *, ISO C does not */
		*(void **)&take = dlsym(library, "take");
		take(atoi(argv[2]));
		dlclose(library);
	}
	return 0;
}

#endif
