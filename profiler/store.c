/* SPDX-License-Identifier: MIT */
/*
 * The recording: the file mapped into memory, its growth, its lock, and what becomes of it when the process forks.
 *
 * Everything here is off the path of a lock: it runs when a thread, a mutex or a call site is new. A thread that a signal
 * handler interrupts while it holds the spinlock records nothing until it has let go.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "recorder.h"

enum {
	HEADER = 2 * RCL_ALIGN,	/* bytes of the header */
	ROOM = 256 << 20,	/* address space for the file: the bound of a recording's size */
	STEP = 1 << 20,		/* the file grows by so much */
};

/* The thread is in here, or has ended: what its signal handlers or late destructors lock is not recorded. */
static _Thread_local bool busy __attribute__((tls_model("initial-exec")));

static atomic_flag store_lock = ATOMIC_FLAG_INIT;
static atomic_bool recording;		/* set once the rest is in place; cleared in a child that cannot record */
static struct rcl_header *header;
static size_t room;			/* bytes of the file */
static bool full;			/* the file does not grow any more */
static char prefix[PATH_MAX];		/* RCL_PROFILE, absolute */
static char path[PATH_MAX];		/* the file: the prefix, the process's number, and maybe a serial number */

void rcl_store_lock(void)
{
	busy = true;
	/* acquire: sees what the last holder wrote */
	while (atomic_flag_test_and_set_explicit(&store_lock, memory_order_acquire))
		sched_yield();
}

void rcl_store_unlock(void)
{
	/* release: hands on what was written */
	atomic_flag_clear_explicit(&store_lock, memory_order_release);
	busy = false;
}

bool rcl_store_usable(void)
{
	/* acquire: sees what rcl_store_open set up */
	return atomic_load_explicit(&recording, memory_order_acquire) && !busy;
}

void rcl_store_bar(void)
{
	busy = true;
}

void rcl_store_lose(void)
{
	header->lost++;
}

void rcl_store_lose_pair(void)
{
	header->lost_pairs++;
}

void rcl_store_counters(int error)
{
	header->no_counters = (uint64_t)error;
}

void *rcl_memory(size_t bytes)
{
	void *fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return fresh == MAP_FAILED ? NULL : fresh;
}

static uint64_t nanoseconds(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static struct rcl_instant now(void)
{
	return (struct rcl_instant){ rcl_ticks(), nanoseconds(CLOCK_MONOTONIC) };
}

/* --- the file ------------------------------------------------------------------------------------------------- */

/* The file is reopened by name to grow: a program that closes or reuses all descriptors does no harm. */
static bool grow(size_t bytes)
{
	int file = full ? -1 : open(path, O_RDWR | O_CLOEXEC);

	/* room on the disk, not just a size: a full disk must not end the program by SIGBUS */
	full = file < 0 || posix_fallocate(file, 0, (off_t)bytes);
	if (!full)
		room = bytes;
	if (file >= 0)
		close(file);
	return !full;
}

void *rcl_store_chunk(enum rcl_chunk_kind kind, size_t bytes)
{
	struct rcl_chunk *chunk;

	bytes = (bytes + RCL_ALIGN - 1) / RCL_ALIGN * RCL_ALIGN;
	if (header->used + bytes > ROOM)
		return NULL;
	if (header->used + bytes > room && !grow(room + STEP))
		return NULL;
	chunk = (struct rcl_chunk *)((char *)header + header->used);
	chunk->kind = kind;
	chunk->bytes = (uint32_t)bytes;
	/* the chunk before its place: a reader of a killed process's file finds whole chunks below `used` */
	atomic_signal_fence(memory_order_release);
	header->used += bytes;
	return chunk;
}

uint32_t rcl_store_number(const void *chunk)
{
	return (uint32_t)(((uintptr_t)chunk - (uintptr_t)header) / RCL_ALIGN);
}

const struct rcl_row *rcl_store_row(uint32_t number)
{
	const struct rcl_row *row = (const struct rcl_row *)((const char *)header + (size_t)number * RCL_ALIGN);

	return number && row->chunk.kind == RCL_ROW ? row : NULL;
}

/* Effect: prefix is set. A relative one would not outlive a change of the working directory. */
static bool set_prefix(const char *given)
{
	char folder[PATH_MAX] = "";
	int length;

	if (*given != '/' && !getcwd(folder, sizeof folder))
		return false;
	length = snprintf(prefix, sizeof prefix, "%s%s%s", folder, *folder ? "/" : "", given);
	return length < (int)sizeof prefix;
}

/* Creates this process's file. The serial number counts the programs that the process has executed before. */
static int create(void)
{
	int file = -1;

	for (unsigned serial = 0; file < 0 && serial < 1000; serial++) {
		int length = snprintf(path, sizeof path, serial ? "%s.%d.%u" : "%s.%d", prefix, (int)getpid(), serial);

		if (length >= (int)sizeof path) {
			errno = ENAMETOOLONG;
			return -1;
		}
		file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (file < 0 && errno != EEXIST)
			return -1;
	}
	return file;
}

static bool map(int file, void *where)
{
	int error = posix_fallocate(file, 0, (off_t)room);
	void *base;

	if (error) {
		errno = error;
		return false;
	}
	base = mmap(where, ROOM, PROT_READ | PROT_WRITE, MAP_SHARED | (where ? MAP_FIXED : 0), file, 0);
	if (base == MAP_FAILED)
		return false;
	header = base;
	return true;
}

static void begin_header(void)
{
	memcpy(header->line, RCL_RECORDING_LINE, sizeof RCL_RECORDING_LINE);
	header->base = (uintptr_t)header;
	header->pid = (uint64_t)getpid();
}

/* --- fork: the child gets a file of its own, with the classes so far and without any figures -------------------- */

static void before_fork(void)
{
	rcl_store_lock();
}

static void after_fork_parent(void)
{
	rcl_store_unlock();
}

static bool copy_classes(int file, uint64_t used)
{
	const char *base = (const char *)header;

	for (uint64_t at = HEADER; at < used;) {
		const struct rcl_chunk *chunk = (const struct rcl_chunk *)(base + at);
		bool keep = chunk->kind == RCL_CLASS || chunk->kind == RCL_MODULE;
		struct rcl_chunk hole = { RCL_FREE, chunk->bytes };
		size_t bytes = keep ? chunk->bytes : sizeof hole;

		if (pwrite(file, keep ? (const void *)chunk : &hole, bytes, (off_t)at) != (ssize_t)bytes)
			return false;
		at += chunk->bytes;
	}
	return true;
}

static bool open_child(struct rcl_header before)
{
	int file = create();
	bool mapped = file >= 0 && copy_classes(file, before.used) && map(file, header);

	if (file >= 0)
		close(file);
	if (!mapped)
		return false;
	before.exited = before.lost = before.lost_pairs = 0;
	*header = before;
	begin_header();
	return true;
}

static void after_fork_child(void)
{
	/* relaxed: there is one thread now */
	bool recorded = atomic_load_explicit(&recording, memory_order_relaxed);

	rcl_threads_forget();
	recorded = recorded && open_child(*header);
	atomic_store_explicit(&recording, recorded, memory_order_relaxed);
	rcl_store_unlock();
	if (recorded)
		rcl_thread_enter();
}

/* --- begin and end -------------------------------------------------------------------------------------------- */

static bool complain(const char *name)
{
	dprintf(STDERR_FILENO, "rcl: cannot record to %s: %s\n", name, strerror(errno));
	return false;
}

/* Maps the file and begins it. */
static bool open_store(const char *given)
{
	int file = set_prefix(given) && rcl_classes_open() ? create() : -1;
	bool mapped;

	if (file < 0)
		return complain(given);
	room = STEP;
	mapped = map(file, NULL);
	close(file);
	if (!mapped)
		return complain(path);
	begin_header();
	header->start = header->latest = now();
	header->used = HEADER;
	rcl_module_note(getauxval(AT_PHDR));
	return true;
}

bool rcl_store_open(void)
{
	const char *given = getenv("RCL_PROFILE");

	if (!given || !*given || !open_store(given))
		return false;
	rcl_threads_open();
	pthread_atfork(before_fork, after_fork_parent, after_fork_child);
	/* release: whoever sees it sees the store */
	atomic_store_explicit(&recording, true, memory_order_release);
	return true;
}

void rcl_store_calibrate(void)
{
	if (!rcl_self || !rcl_store_usable())
		return;
	rcl_calibrate(header);
	header->latest = now();
}

void rcl_store_close(void)
{
	if (!rcl_store_usable())
		return;
	rcl_store_lock();
	/* what was not used is given back; threads that still run stay below */
	full = true;
	if (truncate(path, (off_t)header->used) == 0)
		room = header->used;
	rcl_store_unlock();
	header->latest = now();
	header->processor = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
	header->exited = 1;
}

_Static_assert(sizeof(struct rcl_header) <= HEADER, "the first chunk would overlap the header");
