/* SPDX-License-Identifier: MIT */
/*
 * The hardware's counters of a thread: cycles and cache misses in user mode. They are opened as one group, so that both
 * count at the same time, and read without the kernel from the pages that it maps (perf_event_open(2), "MMAP layout").
 * The descriptors are closed at once: the mappings keep the counters, and a program may close what descriptors it likes.
 * Where there are none (a virtual machine without them, perf_event_paranoid, a sandbox), the recording says so.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "recorder.h"

#if defined(__x86_64__)

enum { PAGE = 4096 };

static const uint64_t events[RCL_COUNTERS] = { PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_CACHE_MISSES };

static int open_event(uint64_t event, int leader)
{
	struct perf_event_attr attributes = {
		.type = PERF_TYPE_HARDWARE,
		.size = sizeof attributes,
		.config = event,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static const void *map_event(int file)
{
	const struct perf_event_mmap_page *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, file, 0);

	if (page == MAP_FAILED)
		return NULL;
	if (page->cap_user_rdpmc)
		return page;
	munmap((void *)page, PAGE);
	errno = EOPNOTSUPP;
	return NULL;
}

static int open_group(struct rcl_client *client, int files[RCL_COUNTERS])
{
	for (int i = 0; i < RCL_COUNTERS; i++) {
		files[i] = open_event(events[i], i ? files[0] : -1);
		if (files[i] < 0)
			return errno;
		client->counters[i] = map_event(files[i]);
		if (!client->counters[i])
			return errno;
	}
	return 0;
}

void rcl_counters_open(struct rcl_client *client)
{
	int files[RCL_COUNTERS] = { -1, -1 };
	int before = errno, error = open_group(client, files);

	if (error)
		rcl_counters_close(client);
	for (int i = 0; i < RCL_COUNTERS; i++)
		if (files[i] >= 0)
			close(files[i]);
	rcl_store_counters(error);
	errno = before;
}

void rcl_counters_close(struct rcl_client *client)
{
	for (int i = 0; i < RCL_COUNTERS; i++) {
		if (client->counters[i])
			munmap((void *)client->counters[i], PAGE);
		client->counters[i] = NULL;
	}
}

/* A counter has `width` bits and may stand below zero: the kernel lets it start so that it overflows in time. */
static uint64_t extended(uint64_t counter, unsigned width)
{
	return (uint64_t)((int64_t)(counter << (64 - width)) >> (64 - width));
}

/* The kernel raises `lock` before and after it changes the page. Returns false while the counter is not on a processor. */
static bool read_event(const volatile struct perf_event_mmap_page *page, uint64_t *value)
{
	uint32_t lock, index;

	do {
		lock = page->lock;
		atomic_signal_fence(memory_order_seq_cst);
		index = page->index;
		if (!index)
			return false;
		*value = (uint64_t)page->offset + extended(__builtin_ia32_rdpmc((int)index - 1), page->pmc_width);
		atomic_signal_fence(memory_order_seq_cst);
	} while (page->lock != lock);
	return true;
}

bool rcl_counters_read(const struct rcl_client *client, uint64_t values[RCL_COUNTERS])
{
	for (int i = 0; i < RCL_COUNTERS; i++)
		if (!client->counters[i] || !read_event(client->counters[i], &values[i]))
			return false;
	return true;
}

#else

void rcl_counters_open(struct rcl_client *client)
{
	(void)client;
	rcl_store_counters(ENOSYS);
}

void rcl_counters_close(struct rcl_client *client)
{
	(void)client;
}

bool rcl_counters_read(const struct rcl_client *client, uint64_t values[RCL_COUNTERS])
{
	(void)client;
	(void)values;
	return false;
}

#endif
