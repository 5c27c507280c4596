/* A section ends behind a check of a macro's that leaves with the lock: what follows may give that back. */
#include <pthread.h>
#include <stdio.h>
struct box { pthread_mutex_t *lock; int n; };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct box one = { &mutex, 0 };
#define LEAVE_IF(cond, label) do { if (cond) goto label; } while (0)
#define RETURN_IF(cond, value) do { if (cond) return value; } while (0)
static void give(struct box *b) { if (b->n < 1000) pthread_mutex_unlock(b->lock); }
static int a(struct box *b, int n)
{
	pthread_mutex_lock(b->lock);
	b->n += n;
	LEAVE_IF(n == 0, out);
	b->n++;
	LEAVE_IF(n == 1, out);
out:
	give(b);
	return n;
}
static int b_(struct box *b, int n)
{
	pthread_mutex_lock(b->lock);
	b->n += n;
	RETURN_IF(n > 50, -1);
	give(b);
	n = b->n;
	return n;
}
static int c(struct box *b, int n)
{
	pthread_mutex_lock(b->lock);
	b->n += n;
	RETURN_IF(n > 50, -1);
	return n;
}
int main(void)
{
	printf("%d %d %d\n", a(&one, 0), a(&one, 1), a(&one, 2));
	printf("%d\n", b_(&one, 2));
	printf("%d\n", c(&one, 3));
	give(&one);
	printf("%d %d\n", b_(&one, 60), one.n);
	return 0;
}
