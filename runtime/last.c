/* SPDX-License-Identifier: MIT */
/*
 * last.c - a process ends with its last thread, and the library's do not count.
 *
 * A main thread that calls pthread_exit() leaves the process to the others, and
 * the last of them ends it with status 0.  The library's own threads stay, so
 * when the main thread ends one more of them starts, and looks from time to time
 * whether any others are left.  There are none if the kernel has as many threads
 * of the process as have said here that they are the library's, besides the main
 * thread's remains; who has begun and not said so yet counts as another.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch.h"
#include "remote.h"

enum { LOOK_US = 20000 };

static _Atomic unsigned int begun, ended;	/* own threads */
static pthread_key_t key;			/* constant after set_up() */

/* The process's threads, if the main one has ended; else 0. */
static unsigned int threads_without_main(void)
{
	char text[512], state = '?', *behind;
	unsigned int threads = 0;
	ssize_t length;
	int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return 0;
	length = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[length > 0 ? length : 0] = '\0';
	behind = strrchr(text, ')');	/* the name may hold anything */
	if (!behind ||
	    sscanf(behind + 1,
		   " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
		   "%*s %*s %*s %u", &state, &threads) != 2)
		return 0;
	return state == 'Z' ? threads - 1 : 0;
}

static bool others_are_left(void)
{
	/* seq_cst, here and below: as the kernel's count lies between the two
	 * looks, no own thread has begun or ended meanwhile if they agree. */
	unsigned int own_ended = atomic_load(&ended);
	unsigned int own_begun = atomic_load(&begun);
	unsigned int threads = threads_without_main();

	return threads == 0 || threads != own_begun - own_ended ||
	       atomic_load(&begun) != own_begun ||
	       atomic_load(&ended) != own_ended;
}

static void *last_main(void *unused)
{
	(void)unused;
	pthread_setname_np(pthread_self(), "rcl-last");
	while (others_are_left())
		usleep(LOOK_US);
	exit(0);
}

static void main_thread_ends(void *unused)
{
	int error = rcl_create_thread(last_main, NULL);

	(void)unused;
	if (error)
		rcl_complain("the process will not end with its last thread (%s)",
			     strerror(error));
}

static void note_main_thread(void)
{
	pthread_setspecific(key, &key);
}

static __attribute__((constructor)) void set_up(void)
{
	if (!pthread_key_create(&key, main_thread_ends) &&
	    rcl_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0) ==
		    rcl_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0))
		note_main_thread();
}

/* The library may be part of a shared object that is unloaded unused. */
static __attribute__((destructor)) void forget(void)
{
	pthread_key_delete(key);
}

void rcl_own_thread_begins(void)
{
	atomic_fetch_add(&begun, 1);
}

void rcl_own_thread_ends(void)
{
	atomic_fetch_add(&ended, 1);
}

/* In the child: its one thread is the main one. */
void rcl_last_after_fork(void)
{
	atomic_store(&begun, 0);
	atomic_store(&ended, 0);
	note_main_thread();
}
