#include <pthread.h>
#include <stdio.h>

#define LOCK(t) pthread_mutex_lock(&(t)->lock)
#define UNLOCK(t) pthread_mutex_unlock(&(t)->lock)

struct table {
	pthread_mutex_t lock;
	int total, spare;
};

static struct table table = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };

/* The comment goes on without a backslash, before the section, */
#define ADD(p, n) do { /* it takes
	the lock */ struct table *t_ = (p); LOCK(t_); t_->total += (n); UNLOCK(t_); } while (0)
/* behind it, */
#define TAKE(t, n) do { LOCK(t); (t)->total -= (n); UNLOCK(t); /* it gave
	the lock back */ } while (0)
/* and in it. */
#define SPARE(t, what) do { LOCK(t); /* this one,
	whatever it is */ (t)->what += 1; (t)->what = 1024 /(t)->what; UNLOCK(t); } while (0)

/* It begins where the macro's name stands. */
#define MOVE(from, to, n) do { struct table *t_ = (from); LOCK(t_); \
		/* one goes, */ \
		t_->total -= (n); \
		if ((n) > 2) \
			t_->spare += 2; /* and leaves some */ \
		UNLOCK(t_); /* done */ \
	} while (0)

int main(void)
{
	struct table *t = &table;

	for (int n = 0; n < 5; n++) {
		ADD(t, n);
		TAKE(t, n - 1);
		SPARE(t, total);
		MOVE(t, t, n);
	}
	printf("%d %d\n", table.total, table.spare);
	return 0;
}
