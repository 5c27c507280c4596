#include <pthread.h>
#include <stdio.h>

#define my_mutex_t pthread_mutex_t
#define my_mutex_init(m) pthread_mutex_init((m), NULL)
#define my_mutex_lock(m) pthread_mutex_lock((m))
#define my_mutex_unlock(m) pthread_mutex_unlock((m))
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
	CHECK(my_mutex_init(&room->lock));
	CHECK(my_mutex_init(&room->shelf.lock));
	return 0;
}

static void add_chair(struct room *room)
{
	my_mutex_t *lock = &room->lock;

	my_mutex_lock(lock);
	room->chairs++;
	my_mutex_unlock(lock);
}

static void add_book(struct shelf *shelf)
{
	my_mutex_lock(&shelf->lock);
	shelf->books++;
	my_mutex_unlock(&shelf->lock);
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
