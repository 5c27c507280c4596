#include <pthread.h>
#include <stdio.h>

#ifdef _WIN32
#define my_mutex_init(m, attributes) win32_init(m)
#define my_mutex_lock(m) win32_lock(m)
#else
#define my_mutex_t pthread_mutex_t
#define my_mutex_init pthread_mutex_init
#define my_mutex_destroy pthread_mutex_destroy
#define my_mutex_lock pthread_mutex_lock
#define my_mutex_trylock my_mutex_attempt
#define my_mutex_attempt pthread_mutex_trylock
#define my_mutex_unlock pthread_mutex_unlock
#define my_cond_t pthread_cond_t
#define my_cond_init pthread_cond_init
#define my_cond_wait pthread_cond_wait
#define my_cond_broadcast pthread_cond_broadcast
#endif

struct frame {
	my_mutex_t mutex;
	my_cond_t cv;
	int lines;
};

struct list {
	my_mutex_t mutex;
	int n;
};

static struct frame frames[2];
static struct list list;
#define FIRST frames[0]

static void put(struct frame *f, int n)
{
	my_mutex_lock( &f->mutex );
	f->lines = n;
	my_cond_broadcast( &f->cv );
	my_mutex_unlock( &f->mutex );
}

static void get(struct frame *f, int n)
{
	my_mutex_lock( &f->mutex );
	while (f->lines < n)
		my_cond_wait( &f->cv, &f->mutex );
	my_mutex_unlock( &f->mutex );
}

static int push(int n)
{
	my_mutex_lock(&list.mutex);
	if (n > list.n) {
		my_mutex_unlock(&list.mutex);
		return -1;
	}
	n = ++list.n;
	my_mutex_unlock(&list.mutex);
	return n;
}

static int attempt(struct frame *f)
{
	if (my_mutex_trylock(&f->mutex) != 0)
		return -1;
	f->lines--;
	my_mutex_unlock(&f->mutex);
	return 0;
}

static int first(void)
{
	int lines;

	my_mutex_lock(&FIRST.mutex);
	lines = FIRST.lines;
	my_mutex_unlock(&FIRST.mutex);
	return lines;
}

static int new_frame(struct frame *f)
{
	if (my_mutex_init( &f->mutex, NULL ))
		return -1;
	return my_cond_init( &f->cv, NULL );
}

int main(void)
{
	if (new_frame(&frames[0]) || new_frame(&frames[1]) || my_mutex_init(&list.mutex, NULL))
		return 1;
	put(&frames[0], 3);
	get(&frames[0], 2);
	put(&frames[1], first());
	printf("%d %d %d %d\n", attempt(&frames[1]), frames[1].lines, push(0), push(7));
	my_mutex_destroy(&list.mutex);
	return 0;
}
