/* SPDX-License-Identifier: MIT */
/*
 * thread.c - records and slots of threads, the switch of identity, fork.
 *
 * A thread gets a record at its first call and a slot at a server at its first
 * request there; both are given back when it ends.  Slots are handed out from
 * the lowest (the paper's adaptive renaming), so that few words of a server's
 * bitmap name all that it has to look at.
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#include "arch.h"
#include "remote.h"

_Thread_local struct rcl_thread rcl_me;

size_t rcl_stack_bytes = 8 << 20;		/* constant after once */

/* Guards the records' list, the slots and the starts of servers. */
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static struct rcl_thread *threads;		/* guarded by registry */
static unsigned int generation;			/* written in atfork's child,
						   where there is one thread */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;			/* constant after once */

/* Missing in programs that are linked statically. */
#pragma weak dladdr1
#pragma weak dlopen

/* Defined by the thread sanitizer's runtime, which loses its own per-thread
 * state when the thread pointer changes. */
extern void __tsan_init(void) __attribute__((weak));

void rcl_registry_lock(void)
{
	pthread_mutex_lock(&registry);
}

void rcl_registry_unlock(void)
{
	pthread_mutex_unlock(&registry);
}

/* All records.  Requires the registry. */
struct rcl_thread *rcl_threads(void)
{
	return threads;
}

unsigned int rcl_fork_generation(void)
{
	return generation;
}

/* Requires the registry. */
static void slot_free(struct rcl_server *server, unsigned int slot)
{
	server->used[slot / 64] &= ~(1ull << slot % 64);
}

/* A thread that acts for another is about to end. */
static _Noreturn void wrong_thread_ends(void)
{
	rcl_complain("a section executed by rcl_exec_anon() or rcl_exec_errno() "
		     "must not end its thread");
	abort();
}

/* Runs when a thread ends; it may come back to us afterwards, from other
 * destructors, and is then registered again. */
static void leave(void *record)
{
	struct rcl_thread *me = record;

	if (me->servicer || me->root != me)
		wrong_thread_ends();
	rcl_settle_all(me);
	rcl_records_return(me);
	rcl_node_return(me, 0);
	rcl_number_return(me);
	rcl_registry_lock();
	for (unsigned int i = 0; i < RCL_SERVERS; i++) {
		if (me->slot[i])
			slot_free(&rcl_servers[i], me->slot[i] - 1u);
		me->slot[i] = 0;
	}
	rcl_leave_place(me);
	rcl_stats_retire(me);
	if (me->prev)
		me->prev->next = me->next;
	else
		threads = me->next;
	if (me->next)
		me->next->prev = me->prev;
	me->acting = NULL;
	me->tp = 0;
	rcl_registry_unlock();
}

static void before_fork(void)
{
	if (rcl_me.tp)
		rcl_flush();
	rcl_registry_lock();
	rcl_nodes_lock();
}

static void parent_after_fork(void)
{
	rcl_nodes_unlock();
	rcl_registry_unlock();
}

/* In the child: nobody waits any more for what a dead thread waited for, unless
 * that had been served. */
static void forsake(struct rcl_thread *thread)
{
	/* relaxed, here and below: there is one thread. */
	struct rcl_node *node = atomic_load_explicit(&thread->waits_in,
						     memory_order_relaxed);
	rcl_mutex_t *m = atomic_load_explicit(&thread->waits_for,
					      memory_order_relaxed);

	rcl_forsake_wait(thread);
	if (node && (atomic_load_explicit(&node->state, memory_order_relaxed) &
		     RCL_PHASE) == RCL_DONE)
		return;
	if (m && rcl_ops_of(m)->forsake)
		rcl_ops_of(m)->forsake(m);
}

/* The child has one thread: servers start again at their next use, and every
 * slot is free.  A lock that other threads held stays held, as POSIX has it,
 * but nobody queues for it. */
static void child_after_fork(void)
{
	struct rcl_thread *others = threads;

	generation++;
	threads = NULL;
	rcl_nodes_unlock();
	rcl_registry_unlock();
	for (struct rcl_thread *t = others; t; t = t->next)
		if (t != &rcl_me)
			forsake(t);
	if (rcl_me.tp) {
		memset(rcl_me.slot, 0, sizeof(rcl_me.slot));
		rcl_me.next = rcl_me.prev = NULL;
		threads = &rcl_me;
	}
	rcl_places_after_fork(&rcl_me);
	rcl_boards_after_fork(&rcl_me);
	rcl_aides_after_fork();
	rcl_spare_after_fork();
	rcl_stats_after_fork();
	rcl_pool_after_fork();
	rcl_last_after_fork();
}

/* A shared object that librcl.a has been linked into must not be unloaded: the
 * library's threads, and those that end later, go on in it. */
static void stay_loaded(void)
{
	struct link_map *map = NULL;
	Dl_info info;

	if (dladdr1 && dlopen &&
	    dladdr1((void *)(uintptr_t)stay_loaded, &info, (void **)&map,
		    RTLD_DL_LINKMAP) &&
	    map && *map->l_name)
		dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* Before the program's own handlers are registered, which may take and release
 * mutexes: they must do so before our preparation, and behind the rest. */
static __attribute__((constructor(101))) void register_for_forks(void)
{
	pthread_atfork(before_fork, parent_after_fork, child_after_fork);
}

static void set_up(void)
{
	pthread_attr_t attr;
	size_t size;

	if (!pthread_attr_init(&attr)) {
		if (!pthread_attr_getstacksize(&attr, &size) &&
		    size > rcl_stack_bytes)
			rcl_stack_bytes = size;
		pthread_attr_destroy(&attr);
	}
	pthread_key_create(&key, leave);
	/* Now: who waits must not enter pthread_once(), which puts a clean-up
	 * buffer into what it has lent to the thread that acts for it. */
	rcl_cpu_count();
}

/* Notes where the calling thread's stack is, if that can be known. */
static void note_stack(struct rcl_thread *me)
{
	bool main_thread = rcl_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0) ==
			   rcl_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
	pthread_attr_t attr;
	void *lowest;

	if (!pthread_getattr_np(pthread_self(), &attr)) {
		pthread_attr_getstack(&attr, &lowest, &me->stack);
		pthread_attr_destroy(&attr);
		me->stack_low = (uintptr_t)lowest;
	}
	/* A stack without limits is not meant to be used without limits. */
	if (main_thread && me->stack > rcl_stack_bytes) {
		me->stack_low += me->stack - rcl_stack_bytes;
		me->stack = rcl_stack_bytes;
	}
	me->deep = me->stack > rcl_stack_bytes;
}

/* Gives the calling thread its record. */
struct rcl_thread *rcl_register(void)
{
	static pthread_once_t loaded = PTHREAD_ONCE_INIT;
	struct rcl_thread *me = &rcl_me;
	int error;

	pthread_once(&once, set_up);
	me->root = me;
	me->prev = NULL;
	rcl_registry_lock();
	me->next = threads;
	if (threads)
		threads->prev = me;
	threads = me;
	rcl_registry_unlock();
	me->tp = rcl_thread_pointer();
	me->acting = me;
	pthread_setspecific(key, me);
	/* They may allocate memory, under one of our mutexes for all we know:
	 * that comes back here no more. */
	error = errno;
	note_stack(me);
	pthread_once(&loaded, stay_loaded);
	errno = error;
	return me;
}

/* rcl_self() of a thread that is not registered yet, or is lent. */
struct rcl_thread *rcl_self_slowly(void)
{
	if (rcl_me.tp == 0)
		return rcl_register();
	return rcl_me.executor ? rcl_me.executor : &rcl_me;
}

/* Requires the registry.  Returns RCL_SLOTS if all are taken. */
static unsigned int slot_allocate(struct rcl_server *server)
{
	unsigned int slot;

	for (unsigned int i = 0; i < RCL_SLOTS / 64; i++) {
		if (server->used[i] == ~0ull)
			continue;
		slot = i * 64 + (unsigned int)__builtin_ctzll(~server->used[i]);
		server->used[i] |= 1ull << slot % 64;
		return slot;
	}
	return RCL_SLOTS;
}

/*
 * The slot (plus 1) of a thread at a server, which is started if need be; 0 if
 * it cannot be started or has no slot left.
 */
unsigned int rcl_slot(struct rcl_thread *self, unsigned int number)
{
	struct rcl_server *server = &rcl_servers[number];
	unsigned int slot = self->slot[number];

	if (__builtin_expect(slot != 0, 1))
		return slot;
	if (!rcl_server_start(number))
		return 0;
	rcl_registry_lock();
	slot = slot_allocate(server);
	rcl_registry_unlock();
	if (slot == RCL_SLOTS)
		return 0;
	self->slot[number] = (uint16_t)(slot + 1);
	rcl_place_self(self, server);
	return slot + 1;
}

/* Whether a servicing thread can run a section as its client. */
bool rcl_can_switch(void)
{
	static _Atomic int known;	/* 0, or 1 + the answer; any thread
					   stores the same */
	/* relaxed: the value is all there is. */
	int answer = atomic_load_explicit(&known, memory_order_relaxed);

	if (answer == 0) {
		answer = 1 + (__tsan_init == NULL &&
			      (getauxval(AT_HWCAP2) & RCL_HWCAP2_SWITCH) ==
				      RCL_HWCAP2_SWITCH);
		/* relaxed: as above. */
		atomic_store_explicit(&known, answer, memory_order_relaxed);
	}
	return answer == 2;
}

/*
 * Runs a section that may end the thread it runs as: by then its clean-up
 * handlers have run, and glibc knows the thread's result; what is left of the
 * unwinding is for its caller, see rcl_end_thread().  This is what
 * pthread_cleanup_push() does, but for the end.
 */
static __attribute__((noinline)) int run_to_end(rcl_section_fn *section,
						void *ctx)
{
	__pthread_unwind_buf_t here;
	int result;

	if (__sigsetjmp_cancel(here.__cancel_jmp_buf, 0)) {
		__pthread_unregister_cancel(&here);
		return RCL_ENDS;
	}
	__pthread_register_cancel(&here);
	result = section(ctx);
	__pthread_unregister_cancel(&here);
	return result;
}

/* Ends the calling thread as its section has asked for, which another thread
 * has run. */
_Noreturn void rcl_end_thread(void)
{
	__pthread_unwind_buf_t here;

	__pthread_register_cancel(&here);
	__pthread_unwind_next(&here);
}

/* Compilers keep the address of errno, which changes with the thread pointer. */
static __attribute__((noinline)) int get_errno(void)
{
	return errno;
}

static __attribute__((noinline)) void set_errno(int error)
{
	errno = error;
}

/* Makes root's errno what the caller's is, or the other way round: the caller
 * has kept it for root, who waits, in a section that needs no more of root; one
 * inside of that needs all.  Requires rcl_can_switch(). */
void rcl_give_errno(const struct rcl_thread *root)
{
	uintptr_t tp = rcl_thread_pointer();
	int error = get_errno();

	rcl_set_thread_pointer(root->tp);
	set_errno(error);
	rcl_set_thread_pointer(tp);
}

void rcl_take_errno(const struct rcl_thread *root)
{
	uintptr_t tp = rcl_thread_pointer();
	int error;

	rcl_set_thread_pointer(root->tp);
	error = get_errno();
	rcl_set_thread_pointer(tp);
	set_errno(error);
}

/*
 * Runs the section with root's thread pointer.  Uses no thread-local variable,
 * and must not be inlined where one could be: compilers keep their addresses.
 */
static __attribute__((noinline)) int run_as(struct rcl_thread *self,
					    struct rcl_thread *root,
					    rcl_section_fn *section, void *ctx,
					    int *error)
{
	struct rcl_thread *executor = root->executor, *acting;
	uintptr_t tp = rcl_thread_pointer();
	int result;

	if (tp == root->tp || !rcl_can_switch())
		return section(ctx);
	/* What root waits for may have needed less of it than this section,
	 * which that one executes. */
	acting = rcl_lend(root, RCL_ID_THREAD);
	root->executor = self;
	rcl_set_thread_pointer(root->tp);
	result = run_to_end(section, ctx);
	*error = get_errno();
	if (__builtin_expect(result == RCL_ENDS && self->root != root, 0))
		wrong_thread_ends();
	rcl_set_thread_pointer(tp);
	root->executor = executor;
	rcl_reclaim(root, RCL_ID_THREAD, acting);
	return result;
}

/* For deadlock.c. */
static void nest(struct rcl_thread *self, struct rcl_thread *outer)
{
	/* relaxed, here and below: see acts_for(). */
	unsigned int depth = atomic_load_explicit(&self->depth,
						  memory_order_relaxed);

	if (depth < RCL_OUTER)
		atomic_store_explicit(&self->outer[depth], outer,
				      memory_order_relaxed);
	atomic_store_explicit(&self->depth, depth + 1, memory_order_relaxed);
}

static void unnest(struct rcl_thread *self)
{
	unsigned int depth = atomic_load_explicit(&self->depth,
						  memory_order_relaxed);

	atomic_store_explicit(&self->depth, depth - 1, memory_order_relaxed);
}

/*
 * Runs a section on the thread self as belonging to root, with as much of
 * root's identity as the section needs.  Requires that root waits for it.
 */
int rcl_run(struct rcl_thread *self, struct rcl_thread *root,
	    unsigned int how, rcl_section_fn *section, void *ctx, int *error)
{
	struct rcl_thread *outer = self->root;
	bool nested = outer != self && outer != root;
	bool kept = rcl_me.keeps_errno;
	int result;

	if (__builtin_expect(nested, 0))
		nest(self, outer);
	rcl_act_for(self, root);
	how &= RCL_ID_MASK;
	rcl_me.keeps_errno = how == RCL_ID_ERRNO || (kept && outer == root);
	if (how == RCL_ID_THREAD) {
		result = run_as(self, root, section, ctx, error);
	} else if (how == RCL_ID_ERRNO) {
		errno = *error;
		result = section(ctx);
		*error = errno;
	} else {
		result = section(ctx);
	}
	rcl_me.keeps_errno = kept;
	rcl_act_for(self, outer);
	if (__builtin_expect(nested, 0))
		unnest(self);
	return result;
}
