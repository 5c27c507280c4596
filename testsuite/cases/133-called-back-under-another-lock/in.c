#include <pthread.h>
#include <stdio.h>

struct end {
	pthread_mutex_t lock;
	int bytes, calls;
};

struct pipe {
	struct end *end;
	int sent;
};

static void (*callback)(void *);

/* Released by another name than it was taken by. */
static void sent(void *arg)
{
	struct pipe *p = arg;
	struct end *end = p->end;

	pthread_mutex_lock(&end->lock);
	if (p->sent < 2) {
		end->bytes += p->sent++;
		pthread_mutex_unlock(&p->end->lock);
		return;
	}
	end->calls++;
	pthread_mutex_unlock(&end->lock);
}

/* Calls what may be any function of its type: none gives the lock away. */
static void later(struct end *other, struct pipe *p)
{
	pthread_mutex_lock(&other->lock);
	other->calls += 10;
	callback(p);
	pthread_mutex_unlock(&other->lock);
}

int main(void)
{
	struct end one = { .bytes = 1 }, two = { .bytes = 2 };
	struct pipe p = { &one, 1 };

	pthread_mutex_init(&one.lock, NULL);
	pthread_mutex_init(&two.lock, NULL);
	callback = sent;
	sent(&p);
	sent(&p);
	later(&two, &p);
	printf("%d %d %d %d\n", one.bytes, one.calls, two.bytes, two.calls);
	return 0;
}
