/* What a thread begins with goes along lists while it has the lock, which is not to hold it for its life. */
#include <pthread.h>
#include <stdio.h>

struct job {
	struct job *next;
	int n;
};

struct queue {
	pthread_mutex_t m;
	struct job *head;
	int sum, most, stop;
};

static struct job third = {NULL, 3}, second = {&third, 20}, first = {&second, 100};
static struct queue q = {PTHREAD_MUTEX_INITIALIZER, &first, 0, 0, 0};

static struct job *after(struct job *j)
{
	return j->next;
}

static void *add_up(void *arg)
{
	struct queue *p = arg;

	pthread_mutex_lock(&p->m);
	struct job *j = p->head;
	while (j) {
		p->sum += j->n;
		j = j->next;
	}
	pthread_mutex_unlock(&p->m);
	return NULL;
}

static void *find_most(void *arg)
{
	struct queue *p = arg;

	pthread_mutex_lock(&p->m);
	for (struct job *j = p->head; j; j = j->next)
		p->most = j->n > p->most ? j->n : p->most;
	pthread_mutex_unlock(&p->m);
	return NULL;
}

static void *take_all(void *arg)
{
	struct queue *p = arg;
	struct job *j, *next;

	pthread_mutex_lock(&p->m);
	for (j = p->head; j && (next = j->next, 1); j = next)
		j->n = 0;
	pthread_mutex_unlock(&p->m);
	return NULL;
}

/* as long as a function says so, or somebody else */
static void *serve(void *arg)
{
	struct queue *p = arg;
	struct job *j = p->head, *next;

	pthread_mutex_lock(&p->m);
	while (j && !p->stop) {
		p->sum += j->n;
		next = after(j);
		j = next;
	}
	pthread_mutex_unlock(&p->m);
	return NULL;
}

static int another(int n)
{
	return n < 3 && !q.stop;
}

static void *ask(void *arg)
{
	struct queue *p = arg;
	int n = 0;

	pthread_mutex_lock(&p->m);
	while (another(n))
		n++;
	p->sum += n;
	pthread_mutex_unlock(&p->m);
	return NULL;
}

static void run(void *(*start)(void *))
{
	pthread_t t;

	pthread_create(&t, NULL, start, &q);
	pthread_join(t, NULL);
	printf("%d %d\n", q.sum, q.most);
}

int main(void)
{
	run(add_up);
	run(find_most);
	run(serve);
	run(ask);
	run(take_all);
	run(add_up);
	return 0;
}
