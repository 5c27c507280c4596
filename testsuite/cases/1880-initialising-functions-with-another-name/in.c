/* A macro is another name of the function that initialises the only class: it has no place for the class, its uses have. */
#include <pthread.h>
#include <stdio.h>

#ifdef _WIN32
#define list_mutex_init(m, attributes) win32_init(m)
#else
#define list_mutex_init pthread_mutex_init
#define list_mutex_setup list_mutex_init
#define list_mutex_lock pthread_mutex_lock
#define list_mutex_unlock pthread_mutex_unlock
#endif

struct list {
	pthread_mutex_t mutex;
	int n;
};

static int push(struct list *list)
{
	int n;

	list_mutex_lock(&list->mutex);
	n = ++list->n;
	list_mutex_unlock(&list->mutex);
	return n;
}

int main(void)
{
	static struct list list;

	if (list_mutex_setup(&list.mutex, NULL) != 0)
		return 1;
	printf("%d %d\n", push(&list), push(&list));
	return 0;
}
