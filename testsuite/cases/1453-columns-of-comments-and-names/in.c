#include <pthread.h>
#include <stdio.h>

typedef struct {
  pthread_mutex_t lock;         /* to protect contents  */
  int busy;                     /* 0 = free, 1 = taken */
  volatile int waiters;         /* number of threads waiting */
  pthread_cond_t is_free;       /* signaled when free */
} master;

struct tabs {
	pthread_mutex_t lock;	/* for count */
	long count;		/* of uses */
	pthread_cond_t more; /* in no column */
	pthread_mutex_t	*of;	/* in the columns of names and comments */
	int		last;	/* of all */
};

pthread_cond_t  cond;
pthread_mutex_t first;
pthread_mutex_t second;

static int alone;
pthread_mutex_t third;

static struct tabs tabs = { PTHREAD_MUTEX_INITIALIZER, 0, PTHREAD_COND_INITIALIZER, &first, 0 };
static master all = { .lock = PTHREAD_MUTEX_INITIALIZER, .is_free = PTHREAD_COND_INITIALIZER };

static void take(master *m)
{
	pthread_mutex_lock(&m->lock);
	while (m->busy) {
		m->waiters++;
		pthread_cond_wait(&m->is_free, &m->lock);
		m->waiters--;
	}
	m->busy = 1;
	pthread_mutex_unlock(&m->lock);
}

static void give(master *m)
{
	pthread_mutex_lock(&m->lock);
	m->busy = 0;
	pthread_cond_signal(&m->is_free);
	pthread_mutex_unlock(&m->lock);
}

static void add(int n)
{
	pthread_mutex_lock(&tabs.lock);
	tabs.count += n;
	while (tabs.count < 0)
		pthread_cond_wait(&tabs.more, &tabs.lock);
	pthread_mutex_unlock(&tabs.lock);
	pthread_mutex_lock(&first);
	pthread_mutex_lock(&second);
	pthread_mutex_lock(&third);
	alone += n;
	while (alone < 0)
		pthread_cond_wait(&cond, &third);
	pthread_mutex_unlock(&third);
	pthread_mutex_unlock(&second);
	pthread_mutex_unlock(&first);
}

int main(void)
{
	for (int i = 0; i < 10; i++) {
		take(&all);
		add(i);
		give(&all);
	}
	printf("%ld %d %d\n", tabs.count, alone, all.busy);
	return 0;
}
