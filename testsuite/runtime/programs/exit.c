/* SPDX-License-Identifier: MIT */
/*
 * exit.c - a program that ends in a section, its output buffered.
 */
#include <stdio.h>
#include <stdlib.h>

#include <rcl.h>

#define RCL_LOCK_main	RCL_SERVER(0)

static rcl_mutex_t mutex = RCL_MUTEX_INITIALIZER(main);

static void at_exit(void)
{
	printf("handler\n");
}

static int exit_cs(void *unused)
{
	(void)unused;
	printf("section ");
	exit(7);
}

int main(void)
{
	atexit(at_exit);
	printf("buffered ");
	return rcl_exec(&mutex, exit_cs, NULL, 0);
}
