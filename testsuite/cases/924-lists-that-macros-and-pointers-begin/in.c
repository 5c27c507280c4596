/* Lists of arguments whose use a macro begins that does more, or ends in another section, or of which only the section
 * knows which they are. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

struct args {
	va_list list;
};

#define COUNTED(list, format) shared++; va_start(list, format)
#define ENDED(list) va_end(list); shared++

static void counted(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&lock);
	COUNTED(list, format);
	vprintf(format, list);
	ENDED(list);
	pthread_mutex_unlock(&lock);
}

static void by_a_pointer(const char *format, ...)
{
	struct args one, two, *at = &one;

	va_start(one.list, format);
	pthread_mutex_lock(&lock);
	shared++;
	at = &two;
	va_start(at->list, format);
	vprintf(format, two.list);
	pthread_mutex_unlock(&lock);
	vprintf(format, one.list);
	va_end(one.list);
	va_end(at->list);
}

static void by_an_index(const char *format, ...)
{
	va_list lists[2];
	int i = 0;

	va_start(lists[0], format);
	pthread_mutex_lock(&lock);
	shared++;
	i = 1;
	va_start(lists[i], format);
	vprintf(format, lists[1]);
	pthread_mutex_unlock(&lock);
	vprintf(format, lists[0]);
	va_end(lists[0]);
	va_end(lists[1]);
}

static void only_ended(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	vprintf(format, list);
	pthread_mutex_lock(&lock);
	va_end(list);
	shared++;
	pthread_mutex_unlock(&lock);
}

static void only_begun(const char *format, ...)
{
	va_list list;

	pthread_mutex_lock(&lock);
	shared++;
	va_start(list, format);
	pthread_mutex_unlock(&lock);
	vprintf(format, list);
	va_end(list);
}

int main(void)
{
	counted("%d %d\n", 1, 2);
	by_a_pointer("%d %d\n", 3, 4);
	by_an_index("%d %d\n", 5, 6);
	only_ended("%d %d\n", 7, 8);
	only_begun("%d %d\n", 9, 10);
	printf("%d\n", shared);
	return 0;
}
