/* A variable that only a section uses, and that each branch of an #if declares alike, one of them in a loop of its own: no build
 * has more than one of these, and what is moved declares its own.
 */
#include <pthread.h>
#include <stddef.h>

struct item {
	struct item *next;
	int n;
	pthread_mutex_t lock;
};

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *head;
static int enabled = 1;

static void drain(void)
{
#ifdef KERNEL
	int net;
#else
	struct item *it;
	struct item *later;

	if (enabled == 0) {
		return;
	}
#endif
#ifdef KERNEL
	for (net = 0; net < 3; net++) {
		struct item *it;
		struct item *later;
#endif
		pthread_mutex_lock(&list_lock);
		for (it = head; it; it = it->next) {
			pthread_mutex_lock(&it->lock);
			for (later = it; later; later = later->next) {
				later->n++;
			}
			pthread_mutex_unlock(&it->lock);
		}
		pthread_mutex_unlock(&list_lock);
#ifdef KERNEL
	}
#endif
}

int main(void)
{
	static struct item last = { NULL, 0, PTHREAD_MUTEX_INITIALIZER };
	static struct item first = { &last, 0, PTHREAD_MUTEX_INITIALIZER };

	head = &first;
	drain();
	return first.n != 1 || last.n != 2;
}
