/* C90 to the letter: no struct begins with values that are not constant, no declaration follows a statement. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int value;
};

static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;
static int threaded = 1;
static char text[64];

static int list_add(int value)
{
	struct node *n = malloc(sizeof(*n));

	if (n == NULL)
		return -1;
	n->value = value;
	pthread_mutex_lock(&list_mutex);
	n->next = list;
	list = n;
	pthread_mutex_unlock(&list_mutex);
	return 0;
}

/* two ways out, each with a text of its own */
static int list_take(int *value)
{
	struct node *n;

	pthread_mutex_lock(&list_mutex);
	n = list;
	if (n == NULL) {
		pthread_mutex_unlock(&list_mutex);
		*value = 0;
		return -1;
	}
	list = n->next;
	if (n->value > 90) {
		pthread_mutex_unlock(&list_mutex);
		free(n);
		*value = 90;
		return 0;
	}
	*value = n->value;
	pthread_mutex_unlock(&list_mutex);
	free(n);
	return 0;
}

static int guarded(int by, int *now)
{
	int before, after = 0;

	if (threaded)
		pthread_mutex_lock(&list_mutex);
	before = list ? list->value : 0;
	if (by > before) {
		if (threaded)
			pthread_mutex_unlock(&list_mutex);
		*now = before;
		return 1;
	}
	if (list)
		after = list->value += by;
	if (threaded)
		pthread_mutex_unlock(&list_mutex);
	*now = after;
	return 0;
}

static int tried(int by)
{
	int now;

	if (pthread_mutex_trylock(&list_mutex) != 0)
		return -1;
	now = list ? list->value + by : by;
	pthread_mutex_unlock(&list_mutex);
	return now;
}

static void said(const char *format, ...)
{
	va_list ap;
	int length;

	va_start(ap, format);
	pthread_mutex_lock(&list_mutex);
	length = vsprintf(text, format, ap);
	pthread_mutex_unlock(&list_mutex);
	va_end(ap);
	printf("%d ", length);
}

/* what begins with a star is no declaration */
static int starred(int *now)
{
	int by = 2;
	*now = by;

	pthread_mutex_lock(&list_mutex);
	if (list)
		*now += list->value;
	pthread_mutex_unlock(&list_mutex);
	return by;
}

static int paused(int rounds)
{
	int sum = 0, i;

	pthread_mutex_lock(&list_mutex);
	for (i = 0; i < rounds; i++) {
		sum += list ? list->value : 1;
		if (i % 2) {
			pthread_mutex_unlock(&list_mutex);
			printf("%d ", sum);
			pthread_mutex_lock(&list_mutex);
		}
	}
	pthread_mutex_unlock(&list_mutex);
	return sum;
}

int main(void)
{
	int v = 0, now = 0, sum = 0;

	list_add(100);
	list_add(40);
	list_add(2);
	sum += guarded(1, &now) + now + guarded(7, &now) + now + tried(3) + paused(4) + starred(&v) + v;
	said("%d of %s", 3, "four");
	while (list_take(&v) == 0)
		sum += v;
	printf("%d %s\n", sum, text);
	return 0;
}
