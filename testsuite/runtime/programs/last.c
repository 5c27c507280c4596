/* SPDX-License-Identifier: MIT */
/*
 * last.c - a program whose main thread leaves it to another one, in a child too.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <rcl.h>

#define RCL_LOCK_main	RCL_SERVER(0)

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);

static void at_exit(void)
{
	printf("handler\n");
}

static int work_cs(void *unused)
{
	(void)unused;
	printf("section ");
	return 0;
}

static void *other(void *unused)
{
	(void)unused;
	usleep(100000);
	rcl_exec(&mutex, work_cs, NULL, 0);
	return NULL;
}

static _Noreturn void leave(void)
{
	pthread_t thread;

	rcl_exec(&mutex, work_cs, NULL, 0);
	pthread_create(&thread, NULL, other, NULL);
	pthread_exit(NULL);
}

int main(void)
{
	int status = -1;
	pid_t child;

	atexit(at_exit);
	child = fork();
	if (child == 0)
		leave();
	waitpid(child, &status, 0);
	printf("child %d ", status);
	leave();
}
