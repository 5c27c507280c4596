#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

struct base {
	pthread_mutex_t lock;
	int n;
};

struct derived {
	struct base base;
	pthread_mutex_t lock;
	int n;
};

struct wide {
	int first, flag;
};

struct narrow {
	char first, flag;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

/* Each takes the lock under one condition, and gives it back under another one. */
static void by_fraction(double level)
{
	if (level > 0.5)
		pthread_mutex_lock(&m);
	shared++;
	if (level > 0.7)
		pthread_mutex_unlock(&m);
}

static void by_size(size_t n)
{
	if (n > sizeof(short))
		pthread_mutex_lock(&m);
	shared++;
	if (n > sizeof(long))
		pthread_mutex_unlock(&m);
}

static void by_offset(size_t n)
{
	if (n >= offsetof(struct wide, first))
		pthread_mutex_lock(&m);
	shared++;
	if (n >= offsetof(struct wide, flag))
		pthread_mutex_unlock(&m);
}

static void by_cast(int n)
{
	if (n > 3)
		pthread_mutex_lock(&m);
	shared++;
	if ((char)n > 3)
		pthread_mutex_unlock(&m);
}

static void by_field(void *of)
{
	if (((struct wide *)of)->flag > 0)
		pthread_mutex_lock(&m);
	shared++;
	if (((struct narrow *)of)->flag > 0)
		pthread_mutex_unlock(&m);
}

/* Two fields of one name: while the one lock is released, the other one is taken. */
static int by_name(struct derived *d, int n)
{
	pthread_mutex_lock(&((struct base *)d)->lock);
	shared += d->base.n;
	if (n > 3) {
		pthread_mutex_unlock(&((struct base *)d)->lock);
		pthread_mutex_lock(&d->lock);
		d->n++;
		pthread_mutex_unlock(&d->lock);
		pthread_mutex_lock(&((struct base *)d)->lock);
		shared += 4;
	}
	n = shared;
	pthread_mutex_unlock(&((struct base *)d)->lock);
	return n;
}

static void print(const char *what)
{
	printf("%s %d\n", what, pthread_mutex_trylock(&m) != 0);
	pthread_mutex_unlock(&m);
}

int main(void)
{
	struct derived d = {{PTHREAD_MUTEX_INITIALIZER, 1}, PTHREAD_MUTEX_INITIALIZER, 2};
	struct wide of = {1, 2};

	by_fraction(0.6);
	print("fraction");
	by_size(4);
	print("size");
	by_offset(0);
	print("offset");
	by_cast(256);
	print("cast");
	by_field(&of);
	print("field");
	printf("%d\n", by_name(&d, 2));
	printf("%d\n", by_name(&d, 5));
	printf("%d\n", d.n);
	return 0;
}
