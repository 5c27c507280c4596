/* Branches are nothing but releases, of which what they are given does something: they stay. */
#include <pthread.h>
#include <stdio.h>
struct queue { pthread_mutex_t mutex; int length; };
static struct queue first = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int notes;
static struct queue *counted(struct queue *q) { notes++; return q; }
static void gives(struct queue *q, int n)
{
	pthread_mutex_lock(&counted(q)->mutex);
	q->length += n;
	if (n > 3)
		pthread_mutex_unlock(&counted(q)->mutex);
	else
		pthread_mutex_unlock(&counted(q)->mutex);
}
int main(void)
{
	gives(&first, 1); gives(&first, 5);
	printf("%d %d\n", first.length, notes);
	return 0;
}
