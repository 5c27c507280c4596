/* Unlock functions wake who waits, before they give the lock back: so do the sections of their callers. */
#include <pthread.h>
#include <stdio.h>
struct list { pthread_mutex_t lock; pthread_cond_t cond; int n; };
static struct list one = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };

static int lock_list(struct list *l)
{
	return pthread_mutex_lock(&l->lock);
}

static int unlock_list(struct list *l)
{
	pthread_cond_broadcast(&l->cond);
	return pthread_mutex_unlock(&l->lock);
}

static void unlock_list2(struct list *l)
{
	pthread_cond_broadcast(&l->cond);
	pthread_mutex_unlock(&l->lock);
}

static int unlock_list3(struct list *l)
{
	l->n++;
	return pthread_mutex_unlock(&l->lock);
}

static void a(struct list *l)
{
	lock_list(l);
	l->n++;
	unlock_list(l);
}

static void b(struct list *l)
{
	lock_list(l);
	l->n++;
	unlock_list2(l);
}

static void c(struct list *l)
{
	lock_list(l);
	l->n++;
	unlock_list3(l);
}

static void wait_for(struct list *l, int n)
{
	lock_list(l);
	while (l->n < n)
		pthread_cond_wait(&l->cond, &l->lock);
	l->n = 0;
	unlock_list(l);
}

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < 10; i++)
		a(&one);
	return NULL;
}

int main(void)
{
	a(&one); b(&one); c(&one);
	pthread_t thread;
	pthread_create(&thread, NULL, work, NULL);
	wait_for(&one, 14);
	pthread_join(thread, NULL);
	printf("%d\n", one.n);
	return 0;
}
