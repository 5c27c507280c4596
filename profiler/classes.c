/* SPDX-License-Identifier: MIT */
/*
 * The classes of mutexes, and the rows that a thread has for a class at a call site. Off the path of a lock: it runs when
 * a mutex, or a site for a thread, is new.
 */
#include "recorder.h"

/* Marks the key of a class known by its first acquiring site. No address of a process has this bit. */
#define FIRST_LOCK ((uintptr_t)1 << 63)

struct rcl_slot *rcl_slots;

static size_t slots_used;

bool rcl_classes_open(void)
{
	rcl_slots = rcl_memory(RCL_SLOTS * sizeof *rcl_slots);
	return rcl_slots;
}

static struct rcl_slot *slot_for(uintptr_t wanted)
{
	size_t i = rcl_slot_of(wanted);

	for (;; i = (i + 1) & (RCL_SLOTS - 1)) {
		/* relaxed: slots change under the store's lock only, which is held */
		uintptr_t found = atomic_load_explicit(&rcl_slots[i].key, memory_order_relaxed);

		if (found == wanted)
			return &rcl_slots[i];
		if (!found)
			return slots_used < RCL_SLOTS / 4 * 3 ? &rcl_slots[i] : NULL;
	}
}

static bool publish(uintptr_t wanted, struct rcl_class *class)
{
	struct rcl_slot *slot = slot_for(wanted);

	if (!slot)
		return false;
	/* release: whoever finds the class sees its fields */
	atomic_store_explicit(&slot->class, class, memory_order_release);
	/* relaxed: as in slot_for */
	if (!atomic_load_explicit(&slot->key, memory_order_relaxed)) {
		slots_used++;
		/* release: whoever finds the key sees the class */
		atomic_store_explicit(&slot->key, wanted, memory_order_release);
	}
	return true;
}

static enum rcl_storage storage_of(uintptr_t mutex)
{
	const struct rcl_client *self = rcl_self;
	uintptr_t offset;

	if (rcl_module_has(mutex))
		return RCL_STATIC;
	if (rcl_thread_local(mutex, &offset))
		return RCL_THREAD_LOCAL;
	if (self && mutex >= self->stack_low && mutex < self->stack_high)
		return RCL_STACK;
	return RCL_HEAP;
}

static struct rcl_class *class_make(uintptr_t known_by, enum rcl_storage storage, uintptr_t mutex, uintptr_t init_site)
{
	struct rcl_class *class = rcl_store_chunk(RCL_CLASS, sizeof *class);

	if (!class)
		return NULL;
	class->storage = storage;
	class->mutex = mutex;
	class->init_site = init_site;
	if (storage == RCL_THREAD_LOCAL)
		rcl_thread_local(mutex, &class->mutex);
	if (storage == RCL_STATIC)
		rcl_module_note(mutex);
	if (init_site)
		rcl_module_note(init_site);
	return publish(known_by, class) ? class : NULL;
}

/*
 * The class of a mutex that has none. A static mutex is a class of its own, to be merged by its variable later; any
 * other one belongs to the class of the site that initialised it or, lacking that, acquired it first.
 */
static struct rcl_class *class_join(uintptr_t mutex, uintptr_t site, bool init)
{
	enum rcl_storage storage = storage_of(mutex);
	uintptr_t known_by = storage == RCL_STATIC ? mutex : init ? site : site | FIRST_LOCK;
	struct rcl_class *class = rcl_class_find(known_by);

	if (!class)
		class = class_make(known_by, storage, mutex, init ? site : 0);
	if (!class || !publish(mutex, class))
		return NULL;
	if (storage == RCL_STATIC) {
		class->mutexes = 1;
		if (init)
			class->init_site = site;
	} else {
		class->mutexes++;
	}
	return class;
}

void rcl_mutex_made(pthread_mutex_t *mutex, uintptr_t site)
{
	if (!rcl_store_usable())
		return;
	rcl_store_lock();
	class_join((uintptr_t)mutex, site, true);
	rcl_store_unlock();
}

void rcl_mutex_gone(pthread_mutex_t *mutex)
{
	struct rcl_class *class;

	if (!rcl_store_usable())
		return;
	class = rcl_class_find((uintptr_t)mutex);
	if (!class || class->storage == RCL_STATIC)
		return;
	rcl_store_lock();
	publish((uintptr_t)mutex, NULL);
	rcl_store_unlock();
}

static struct rcl_row **row_place(struct rcl_client *client, const struct rcl_class *class, uintptr_t site)
{
	for (size_t i = rcl_row_hash(class, site);; i++) {
		struct rcl_row **place = &client->index[i & client->mask];

		if (!*place || ((*place)->owner == (uintptr_t)class && (*place)->site == site))
			return place;
	}
}

/* The old index stays mapped: a signal handler may have come here in the middle of a look-up. */
static bool widen(struct rcl_client *client)
{
	struct rcl_row **old = client->index;
	size_t size = client->mask + 1;
	struct rcl_row **index = rcl_memory(2 * size * sizeof *index);

	if (!index)
		return false;
	client->index = index;
	client->mask = 2 * size - 1;
	for (size_t i = 0; i < size; i++)
		if (old[i])
			*row_place(client, (struct rcl_class *)old[i]->owner, old[i]->site) = old[i];
	return true;
}

static struct rcl_row *row_add(struct rcl_client *client, struct rcl_class *class, uintptr_t site,
			       enum rcl_operation operation)
{
	struct rcl_row **place = row_place(client, class, site);
	struct rcl_row *row;

	if (*place)
		return *place;
	if (client->rows >= client->mask / 4 * 3) {
		if (!widen(client))
			return NULL;
		place = row_place(client, class, site);
	}
	row = rcl_store_chunk(RCL_ROW, sizeof *row);
	if (!row)
		return NULL;
	row->owner = (uintptr_t)class;
	row->site = site;
	row->thread = (uintptr_t)client->thread;
	row->operation = operation;
	rcl_module_note(site);
	if (!class->first_site)
		class->first_site = site;
	client->rows++;
	*place = row;
	return row;
}

struct rcl_row *rcl_row_make(struct rcl_client *client, pthread_mutex_t *mutex, uintptr_t site,
			     enum rcl_operation operation)
{
	struct rcl_class *class;
	struct rcl_row *row = NULL;

	if (!rcl_store_usable())
		return NULL;
	rcl_store_lock();
	class = rcl_class_find((uintptr_t)mutex);
	if (!class)
		class = class_join((uintptr_t)mutex, site, false);
	if (class)
		row = row_add(client, class, site, operation);
	if (!row)
		rcl_store_lose();
	rcl_store_unlock();
	return row;
}

_Static_assert(sizeof(struct rcl_row) % RCL_ALIGN == 0, "rows fill whole pairs of lines");
