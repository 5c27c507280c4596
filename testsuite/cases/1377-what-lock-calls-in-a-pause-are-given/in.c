/* Lock functions that are given more than the mutex, where a section gives it back for a while. */
#include <pthread.h>
#include <stdio.h>

struct lock { pthread_mutex_t m; int n; };

static struct lock stats = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int total, asked;

static void take(struct lock *l, int line) { (void)line; pthread_mutex_lock(&l->m); }
static void give(struct lock *l, int line) { (void)line; pthread_mutex_unlock(&l->m); }

static int plain(int n)
{
	take(&stats, 1);
	total += n;
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, 3);
	}
	total += n;
	give(&stats, 4);
	return n;
}

static int counts_where_it_gives(int n)
{
	take(&stats, 1);
	total += n;
	if (n > 2) {
		give(&stats, asked++);
		n += printf("between\n");
		take(&stats, 3);
	}
	total += n;
	give(&stats, 4);
	return n;
}

static int counts_where_it_takes(int n)
{
	take(&stats, 1);
	total += n;
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, asked++);
	}
	total += n;
	give(&stats, 4);
	return n;
}

/* It is cut before the first place where it cannot be begun again. */
static int counts_twice(int n)
{
	take(&stats, 1);
	total += n;
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, asked++);
	}
	total += n;
	if (n > 4) {
		give(&stats, 3);
		n += printf("once more\n");
		take(&stats, asked++);
	}
	total += n;
	give(&stats, 4);
	return n;
}

/* Of two releases in the block the last one is meant. */
static int gives_twice(int n)
{
	take(&stats, 1);
	total += n;
	if (n > 2) {
		give(&stats, 2);
		n += printf("between\n");
		take(&stats, 3);
		total += n;
		give(&stats, 4);
		n += printf("and again\n");
		take(&stats, 5);
	}
	total += n;
	give(&stats, 6);
	return n;
}

int main(void)
{
	int n = plain(1) + plain(5);

	n += counts_where_it_gives(1) + counts_where_it_gives(5);
	n += counts_where_it_takes(1) + counts_where_it_takes(5);
	n += counts_twice(1) + counts_twice(5);
	n += gives_twice(1) + gives_twice(5);
	printf("%d %d %d\n", n, total, asked);
	return 0;
}
