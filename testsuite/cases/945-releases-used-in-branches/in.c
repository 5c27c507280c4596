/* A lock function goes with its last call, also where that gave a value to another one. */
#include <pthread.h>
#include <stdio.h>

struct box { pthread_mutex_t lock; int n; };
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 3 };
static int total;

static int take(struct box *b) { return pthread_mutex_lock(&b->lock); }
static int give(struct box *b) { return pthread_mutex_unlock(&b->lock); }
static void see(int result, const char *what) { total += result + *what; }
static int more(struct box *b, int n)
{
	total += 1 + take(b);
	b->n += n;
	if (n == 2) {
		see(give(b), "give");
		return 3;
	}
	if (n > 1) {
		see(give(b), "give");
	} else {
		b->n--;
		see(give(b), "give");
	}
	return n;
}

int main(void)
{
	int n = more(&box, 2) + more(&box, 1) + more(&box, 4);

	printf("%d %d %d\n", n, box.n, total);
	return 0;
}
