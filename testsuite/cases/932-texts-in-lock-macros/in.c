/* What a lock macro says in a text is not what it is given, though that has the name of its parameter. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static pthread_mutex_t locks[8] = { [0 ... 7] = PTHREAD_MUTEX_INITIALIZER };
struct q { int n; };
static void lock_named(struct q *q, const char *name) { (void)q; pthread_mutex_lock(&locks[strlen(name) & 7]); }
static void unlock_named(struct q *q, const char *name) { (void)q; pthread_mutex_unlock(&locks[strlen(name) & 7]); }
#define LOCK(m) lock_named(m, "m")
#define UNLOCK(m) unlock_named(m, "m")
static int a(struct q *queue, int c)
{
	int r = 0;
	LOCK(queue);
	r += queue->n++;
	UNLOCK(queue);
	LOCK(queue + c);
	r += c;
	UNLOCK(queue + c);
	return r;
}
int main(void) { struct q q = { 3 }; printf("%d\n", a(&q, 1)); return 0; }
