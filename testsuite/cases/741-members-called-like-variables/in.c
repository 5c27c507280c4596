/* A lock and a guard ask for members that are called like variables which the section around has by reference. */
#include <pthread.h>
#include <stdio.h>

struct box {
	pthread_mutex_t m;
	int threaded;
	int count;
};

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static struct box boxes[2] = { { PTHREAD_MUTEX_INITIALIZER, 1, 0 }, { PTHREAD_MUTEX_INITIALIZER, 1, 0 } };

static void bump(int *p)
{
	*p += 1;
}

static int nested(struct box *s)
{
	int m = 1, threaded = 3, r;

	pthread_mutex_lock(&outer);
	bump(&m);
	bump(&threaded);
	if (s->threaded)
		pthread_mutex_lock(&s->m);
	s->count += m;
	bump(&m);
	if (s->threaded)
		pthread_mutex_unlock(&s->m);
	r = m + threaded;
	pthread_mutex_unlock(&outer);
	return r;
}

static int waits(struct box *s)
{
	int m = 1, threaded = 3, r;

	pthread_mutex_lock(&outer);
	bump(&m);
	pthread_mutex_lock(&s->m);
	if (m == 7) {
		pthread_mutex_unlock(&s->m);
		pthread_mutex_unlock(&outer);
		printf("%d", m);
		return 5;
	}
	s->count += m;
	bump(&threaded);
	pthread_mutex_unlock(&s->m);
	r = m + threaded;
	pthread_mutex_unlock(&outer);
	return r;
}

static void *work(void *arg)
{
	struct box *b = arg;
	for (int i = 0; i < 100; i++) {
		nested(b);
		waits(b);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &boxes[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d\n", boxes[0].count, boxes[1].count);
	return 0;
}
