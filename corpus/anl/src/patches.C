/* SPDX-License-Identifier: MIT */
/*
 * Patches that share a pool of locks by pointers, free lists with a lock each, and a matrix of sums guarded by an array
 * of locks behind a pointer: the locks of a radiosity program, of molecules in water and of a ray tracer's memory.
 */
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 6, PATCHES = 50, SHARED = 7, MOLECULES = 64, LOCKS = 16, STEPS = 4000, ROOM = 64 };

MAIN_ENV

struct shared_lock {
	LOCKDEC(lock)
};

struct interaction {
	struct interaction *next;
	int from, to;
	long energy;
};

struct patch {
	struct shared_lock *guard;
	struct interaction *interactions;
	int count;
	long energy;
};

struct molecules {
	ALOCKDEC(locks, LOCKS)
	long force[MOLECULES];
};

struct global {
	LOCKDEC(free_lock)
	struct interaction *free;
	int made, given;
	LOCKDEC(lock_pool_lock)
	int next_lock;
	struct shared_lock pool[SHARED];
	LOCKDEC(id_lock)
	int id;
	BARDEC(start)
	struct patch patches[PATCHES];
};

static struct global *global;
static struct molecules *molecules;

static struct shared_lock *get_shared_lock(void)
{
	struct shared_lock *found;

	LOCK(global->lock_pool_lock)
	found = &global->pool[global->next_lock++];
	if (global->next_lock == SHARED)
		global->next_lock = 0;
	UNLOCK(global->lock_pool_lock)
	return found;
}

static struct interaction *get_interaction(void)
{
	struct interaction *found;

	LOCK(global->free_lock)
	if ((found = global->free) == NULL) {
		global->made += ROOM;
		UNLOCK(global->free_lock)
		found = calloc(ROOM, sizeof(*found));
		for (int i = 1; i < ROOM - 1; i++)
			found[i].next = &found[i + 1];
		LOCK(global->free_lock)
		found[ROOM - 1].next = global->free;
		global->free = &found[1];
	} else {
		global->free = found->next;
	}
	global->given++;
	UNLOCK(global->free_lock)
	return found;
}

static void free_interactions(struct interaction *first)
{
	while (first != NULL) {
		struct interaction *next = first->next;

		LOCK(global->free_lock)
		first->next = global->free;
		global->free = first;
		global->given--;
		UNLOCK(global->free_lock)
		first = next;
	}
}

static void interact(int from, int to, long energy)
{
	struct interaction *made = get_interaction(), *all = NULL;
	struct patch *patch = &global->patches[to];

	made->from = from;
	made->to = to;
	made->energy = energy;
	LOCK(patch->guard->lock)
	made->next = patch->interactions;
	patch->interactions = made;
	if (++patch->count < 8) {
		UNLOCK(patch->guard->lock)
		return;
	}
	all = patch->interactions;
	for (struct interaction *one = all; one != NULL; one = one->next)
		patch->energy += one->energy;
	patch->interactions = NULL;
	patch->count = 0;
	UNLOCK(patch->guard->lock)
	free_interactions(all);
}

static void attract(int one, int other, long force)
{
	ALOCK(molecules->locks, one % LOCKS)
	molecules->force[one] += force;
	AULOCK(molecules->locks, one % LOCKS)
	ALOCK(molecules->locks, other % LOCKS)
	molecules->force[other] -= force;
	AULOCK(molecules->locks, other % LOCKS)
}

static void *work(void *arg)
{
	unsigned int self, random;

	(void)arg;
	LOCK(global->id_lock)
	self = (unsigned int)global->id++;
	UNLOCK(global->id_lock)
	for (unsigned int i = self; i < PATCHES; i += THREADS)
		global->patches[i].guard = get_shared_lock();
	BARRIER(global->start, THREADS)
	random = self + 1;
	for (int i = 0; i < STEPS; i++) {
		int from = rand_r(&random) % PATCHES, to = rand_r(&random) % PATCHES;

		interact(from, to, rand_r(&random) % 1000);
		attract(from, to, rand_r(&random) % 1000);
	}
	return NULL;
}

int main(void)
{
	long energy = 0, force = 0, left = 0;

	global = calloc(1, sizeof(*global));
	molecules = calloc(1, sizeof(*molecules));
	LOCKINIT(global->free_lock)
	LOCKINIT(global->lock_pool_lock)
	LOCKINIT(global->id_lock)
	BARINIT(global->start)
	for (int i = 0; i < SHARED; i++)
		LOCKINIT(global->pool[i].lock)
	ALOCKINIT(molecules->locks, LOCKS)
	for (int i = 0; i < THREADS; i++)
		CREATE(work)
	WAIT_FOR_END
	for (int i = 0; i < PATCHES; i++) {
		energy += global->patches[i].energy;
		left += global->patches[i].count;
		for (struct interaction *one = global->patches[i].interactions; one != NULL; one = one->next)
			energy += one->energy;
	}
	for (int i = 0; i < MOLECULES; i++)
		force += molecules->force[i];
	printf("%ld of energy, %ld interactions left, force %ld\n", energy, left, force);
	return left == global->given && force == 0 && global->made % ROOM == 0 ? 0 : 1;
}
