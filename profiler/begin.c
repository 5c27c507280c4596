/* SPDX-License-Identifier: MIT */
/* How the recorder begins and ends, and how it finds the functions that it stands in front of. */
#include <dlfcn.h>
#include <string.h>

#include "recorder.h"

#if defined(__x86_64__)
#define CONDITION_VERSION "GLIBC_2.3.2"
#else
#define CONDITION_VERSION "GLIBC_2.17"
#endif

struct rcl_real rcl_real;

/* The C library has two implementations of conditions; dlsym may answer with the one before 2003. */
static void *find(const char *name)
{
	void *found = NULL;

	if (!strncmp(name, "pthread_cond_", strlen("pthread_cond_")))
		found = dlvsym(RTLD_NEXT, name, CONDITION_VERSION);
	return found ? found : dlsym(RTLD_NEXT, name);
}

void rcl_resolve(void)
{
/* POSIX lets functions pass through void *, ISO C does not: hence the store through the pointer's own bytes. */
#define RESOLVE(name) *(void **)&rcl_real.name = find(#name);
	RCL_INTERCEPTED(RESOLVE)
#undef RESOLVE
}

static struct rcl_glib of_glib;

/* A plugin that was loaded for itself alone may have brought it along. */
static void resolve_glib(void)
{
	void *library = dlopen("libglib-2.0.so.0", RTLD_LAZY | RTLD_NOLOAD);

#define RESOLVE(name) *(void **)&of_glib.name = library ? dlsym(library, #name) : dlsym(RTLD_NEXT, #name);
	RCL_OF_GLIB(RESOLVE)
#undef RESOLVE
}

const struct rcl_glib *rcl_glib(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	static atomic_bool resolved; /* so that each lock call need not ask once */

	if (!atomic_load_explicit(&resolved, memory_order_acquire)) {
		pthread_once(&once, resolve_glib);
		atomic_store_explicit(&resolved, true, memory_order_release);
	}
	return &of_glib;
}

/* Another library's constructor may come before ours: hence the check. */
struct rcl_client *rcl_enter(void)
{
	if (!rcl_real.pthread_mutex_lock)
		rcl_resolve();
	return rcl_thread_enter();
}

__attribute__((constructor)) static void begin(void)
{
	rcl_resolve();
	if (rcl_store_open()) {
		rcl_thread_enter_main();
		rcl_store_calibrate();
	}
}

__attribute__((destructor)) static void end(void)
{
	rcl_store_close();
}
