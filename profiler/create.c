/* SPDX-License-Identifier: MIT */
/* The creation of threads, which begin in the recorder. */
#include "section.h"

/* The process has created a thread. */
static atomic_flag threaded = ATOMIC_FLAG_INIT;

/* What a pair costs changes with the first thread: from then on the C library's atomic operations are real ones. */
static void created(struct rcl_client *client, bool success)
{
	if (!success)
		rcl_thread_abandon(client);
	/* relaxed: only the first one counts, whatever the order */
	else if (!atomic_flag_test_and_set_explicit(&threaded, memory_order_relaxed))
		rcl_store_calibrate();
}

static void *thread_main(void *argument)
{
	struct rcl_client *client = argument;

	rcl_thread_begin(client);
	return client->start(client->argument);
}

RCL_EXPORTED int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
				void *(*start)(void *), void *restrict argument)
{
	struct rcl_client *client;
	int result;

	rcl_client();
	client = rcl_thread_prepare((uintptr_t)start, argument);
	if (!client)
		return rcl_real.pthread_create(thread, attributes, start, argument);
	client->start = start;
	result = rcl_real.pthread_create(thread, attributes, thread_main, client);
	created(client, result == 0);
	return result;
}

static int c11_main(void *argument)
{
	struct rcl_client *client = argument;

	rcl_thread_begin(client);
	return client->start_c11(client->argument);
}

RCL_EXPORTED int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
	struct rcl_client *client;
	int result;

	rcl_client();
	client = rcl_thread_prepare((uintptr_t)start, argument);
	if (!client)
		return rcl_real.thrd_create(thread, start, argument);
	client->start_c11 = start;
	result = rcl_real.thrd_create(thread, c11_main, client);
	created(client, result == thrd_success);
	return result;
}
