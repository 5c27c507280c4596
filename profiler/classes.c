/* SPDX-License-Identifier: MIT */
/*
 * The classes of locks, and the rows that a thread has for a class at a call site. Off the path of a lock: it runs when
 * a lock, or a site for a thread, is new, or has fallen out of the thread's cache.
 */
#include "recorder.h"

/*
 * Mark the key of a class known by its first acquiring site, or by the region of a static lock. No address of a process
 * has these bits.
 */
#define FIRST_LOCK ((uintptr_t)1 << 63)
#define REGION_OF ((uintptr_t)1 << 62)

enum {
	STATICS = 1024,		/* static locks that are classes of their own; then their regions are */
	REGION = 1 << 16,
};

struct rcl_slot *rcl_slots;

static size_t slots_used, statics;

bool rcl_classes_open(void)
{
	rcl_slots = rcl_memory(RCL_SLOTS * sizeof *rcl_slots);
	return rcl_slots;
}

/* Neighbouring locks get neighbouring slots: an array of locks then costs few pages. */
static size_t slot_of(uintptr_t key)
{
	return (key >> 4 ^ key >> 26 ^ key >> 48) & (RCL_SLOTS - 1);
}

struct rcl_slot *rcl_slot_find(uintptr_t lock)
{
	for (size_t i = slot_of(lock);; i = (i + 1) & (RCL_SLOTS - 1)) {
		/* acquire: pairs with the release that published the slot, and thereby its class */
		uintptr_t found = atomic_load_explicit(&rcl_slots[i].key, memory_order_acquire);

		if (found == lock)
			return &rcl_slots[i];
		if (!found)
			return NULL;
	}
}

static struct rcl_class *class_in(struct rcl_slot *slot)
{
	/* acquire: sees the fields of the class */
	return slot ? atomic_load_explicit(&slot->class, memory_order_acquire) : NULL;
}

/* The slot of a key, or one that it can have: an empty one, or that of a destroyed lock. Null: the table is full. */
static struct rcl_slot *slot_for(uintptr_t wanted)
{
	struct rcl_slot *free = NULL;

	for (size_t i = slot_of(wanted);; i = (i + 1) & (RCL_SLOTS - 1)) {
		struct rcl_slot *slot = &rcl_slots[i];
		/* relaxed: slots change under the store's lock only, which is held */
		uintptr_t found = atomic_load_explicit(&slot->key, memory_order_relaxed);

		if (found == wanted)
			return slot;
		if (!found)
			return free ? free : slots_used < RCL_SLOTS / 4 * 3 ? slot : NULL;
		if (!free && !class_in(slot))
			free = slot;
	}
}

/* Nobody looks for the lock that the slot may have had: it was destroyed. */
static struct rcl_slot *publish(uintptr_t wanted, struct rcl_class *class)
{
	struct rcl_slot *slot = slot_for(wanted);

	if (!slot)
		return NULL;
	/* relaxed: as in slot_for */
	if (!atomic_load_explicit(&slot->key, memory_order_relaxed))
		slots_used++;
	if (atomic_load_explicit(&slot->key, memory_order_relaxed) != wanted) {
		atomic_store_explicit(&slot->holder, 0, memory_order_relaxed);
		atomic_store_explicit(&slot->waiters, 0, memory_order_relaxed);
		/* release: whoever finds the key sees the rest */
		atomic_store_explicit(&slot->key, wanted, memory_order_release);
	}
	/* release: whoever finds the class sees its fields */
	atomic_store_explicit(&slot->class, class, memory_order_release);
	return slot;
}

static enum rcl_storage storage_of(uintptr_t lock)
{
	const struct rcl_client *self = rcl_self;
	uintptr_t offset;

	if (rcl_module_has(lock))
		return RCL_STATIC;
	if (rcl_thread_local(lock, &offset))
		return RCL_THREAD_LOCAL;
	if (self && lock >= self->stack_low && lock < self->stack_high)
		return RCL_STACK;
	return RCL_HEAP;
}

static struct rcl_class *class_make(uintptr_t known_by, enum rcl_storage storage, enum rcl_type type, uintptr_t lock,
				    uintptr_t init_site)
{
	struct rcl_class *class = rcl_store_chunk(RCL_CLASS, sizeof *class);

	if (!class)
		return NULL;
	class->storage = storage;
	class->type = type;
	class->lock = lock;
	class->init_site = init_site;
	if (storage == RCL_THREAD_LOCAL)
		rcl_thread_local(lock, &class->lock);
	if (storage == RCL_STATIC) {
		rcl_module_note(lock);
		statics++;
	}
	if (init_site)
		rcl_module_note(init_site);
	return publish(known_by, class) ? class : NULL;
}

/* A static lock is a class of its own, to be merged by its variable later, as long as there are not too many. */
static uintptr_t known_by(uintptr_t lock, enum rcl_storage storage, uintptr_t site, bool init)
{
	if (storage != RCL_STATIC)
		return init ? site : site | FIRST_LOCK;
	return statics < STATICS ? lock : (lock & ~(uintptr_t)(REGION - 1)) | REGION_OF;
}

/*
 * The slot of a lock that has no class of that type, with one. Any lock but a static one belongs to the class of the
 * site that initialised it or, lacking that, acquired it first.
 */
static struct rcl_slot *class_join(uintptr_t lock, uintptr_t site, enum rcl_type type, bool init)
{
	enum rcl_storage storage = storage_of(lock);
	uintptr_t key = known_by(lock, storage, site, init);
	struct rcl_class *class = class_in(rcl_slot_find(key));
	struct rcl_slot *slot;

	if (!class || class->type != type)
		class = class_make(key, storage, type, lock, init ? site : 0);
	slot = class ? publish(lock, class) : NULL;
	if (!slot)
		return NULL;
	if (key == lock) {
		class->locks = 1;
		if (init)
			class->init_site = site;
	} else {
		class->locks++;
	}
	return slot;
}

void rcl_lock_made(const volatile void *lock, uintptr_t site, enum rcl_type type)
{
	if (!rcl_store_usable())
		return;
	rcl_store_lock();
	class_join((uintptr_t)lock, site, type, true);
	rcl_store_unlock();
}

void rcl_lock_gone(const volatile void *lock)
{
	struct rcl_class *class;

	if (!rcl_store_usable())
		return;
	class = class_in(rcl_slot_find((uintptr_t)lock));
	if (!class || class->storage == RCL_STATIC)
		return;
	rcl_store_lock();
	publish((uintptr_t)lock, NULL);
	rcl_store_unlock();
}

static struct rcl_row **row_place(struct rcl_client *client, const struct rcl_class *class, uintptr_t site)
{
	for (size_t i = (uintptr_t)class / RCL_ALIGN * 31 + site;; i++) {
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
	struct rcl_row **index = rcl_memory(2 * size * sizeof(struct rcl_row *));

	if (!index)
		return false;
	client->index = index;
	client->mask = 2 * size - 1;
	for (size_t i = 0; i < size; i++)
		if (old[i])
			*row_place(client, (struct rcl_class *)old[i]->owner, old[i]->site) = old[i];
	return true;
}

static struct rcl_row *row_make(const struct rcl_client *client, struct rcl_class *class, uintptr_t site,
				enum rcl_operation operation)
{
	struct rcl_row *row = rcl_store_chunk(RCL_ROW, sizeof *row);

	if (!row)
		return NULL;
	row->site = site;
	row->thread = (uintptr_t)client->thread;
	row->operation = operation;
	row->mark = client->number << 32 | rcl_store_number(row);
	rcl_module_note(site);
	if (!class->first_site)
		class->first_site = site;
	/* the last one: a reader of a killed process's file knows by it that the row is whole */
	atomic_signal_fence(memory_order_release);
	row->owner = (uintptr_t)class;
	return row;
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
	row = row_make(client, class, site, operation);
	if (row) {
		client->rows++;
		*place = row;
	}
	return row;
}

static struct rcl_place place_make(struct rcl_client *client, uintptr_t lock, uintptr_t site, enum rcl_type type,
				   enum rcl_operation operation)
{
	struct rcl_place place = { NULL, NULL };
	struct rcl_class *class;

	if (!rcl_store_usable())
		return place;
	rcl_store_lock();
	place.slot = rcl_slot_find(lock);
	class = class_in(place.slot);
	if (!class || class->type != type)
		place.slot = class_join(lock, site, type, false);
	if (place.slot)
		place.row = row_add(client, class_in(place.slot), site, operation);
	if (!place.row)
		rcl_store_lose();
	rcl_store_unlock();
	return place;
}

struct rcl_place rcl_place_find(struct rcl_client *client, uintptr_t lock, uintptr_t site, enum rcl_type type,
				enum rcl_operation operation)
{
	struct rcl_place place = { NULL, rcl_slot_find(lock) };
	const struct rcl_class *class = class_in(place.slot);

	if (class && class->type == type)
		place.row = *row_place(client, class, site);
	if (!place.row)
		place = place_make(client, lock, site, type, operation);
	client->cache[(lock >> 4 ^ site) & (RCL_CACHE - 1)] = place;
	return place;
}

_Static_assert(sizeof(struct rcl_row) % RCL_ALIGN == 0, "rows fill whole pairs of lines");
_Static_assert(offsetof(struct rcl_row, acquisitions) == RCL_ALIGN / 2, "what changes stands on other lines");
_Static_assert(offsetof(struct rcl_row, holds) == 2 * RCL_ALIGN, "what changes always stands on one line");
