#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define my_mutex_t rcl_mutex_t
#define my_mutex_init(m) pthread_mutex_init((m), NULL)
#define my_mutex_lock(m) rcl_lock((m))
#define my_mutex_unlock(m) rcl_unlock((m))
#define CHECK(failed) do { \
	if (failed) \
		return 1; \
} while (0)

struct shelf {
	my_mutex_t lock;
	int books;
};

struct room {
	my_mutex_t lock;
	struct shelf shelf;
	int chairs;
};

static int set_up(struct room *room)
{
	CHECK(rcl_mutex_init(&room->lock, NULL, room_lock));
	CHECK(rcl_mutex_init(&room->shelf.lock, NULL, shelf_lock));
	return 0;
}

struct add_chair_cs {       /* lock, in.c:35-37 */
	struct room *room;  /* in */
};

static int add_chair_cs(void *ctx)
{
	struct add_chair_cs *cs = ctx;
	struct room *room = cs->room;

	room->chairs++;
	return 0;
}

static void add_chair(struct room *room)
{
	my_mutex_t *lock = &room->lock;

	struct add_chair_cs cs = { .room = room };
	rcl_exec_anon(lock, add_chair_cs, &cs, sizeof(cs));
}

struct add_book_cs {          /* shelf->lock, in.c:42-44 */
	struct shelf *shelf;  /* in */
};

static int add_book_cs(void *ctx)
{
	struct add_book_cs *cs = ctx;
	struct shelf *shelf = cs->shelf;

	shelf->books++;
	return 0;
}

static void add_book(struct shelf *shelf)
{
	struct add_book_cs cs = { .shelf = shelf };
	rcl_exec_anon(&shelf->lock, add_book_cs, &cs, sizeof(cs));
}

static void empty(struct shelf *shelf)
{
	my_mutex_t const lock = shelf->lock;

	shelf->books = 0;
	shelf->lock = lock;
}

int main(void)
{
	static struct room room;

	if (set_up(&room))
		return 1;
	add_book(&room.shelf);
	empty(&room.shelf);
	add_book(&room.shelf);
	add_chair(&room);
	printf("%d %d\n", room.shelf.books, room.chairs);
	return 0;
}
