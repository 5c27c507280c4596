#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char *words[] = {"none", "one", "two", "three"};
static int requests, served;

/* what stands beside the release in its statement needs the section's value, too */
static int with_the_last(int c)
{
	int left;

	pthread_mutex_lock(&m);
	left = requests - served;
	if (c) {
		served++;
		pthread_mutex_unlock(&m);
		return 2;
	}
	requests++;
	return pthread_mutex_unlock(&m) + left;
}

static int with_the_first(int c)
{
	int left;

	pthread_mutex_lock(&m);
	left = requests - served;
	if (c) {
		served++;
		return pthread_mutex_unlock(&m) + left;
	}
	requests++;
	pthread_mutex_unlock(&m);
	return 2;
}

/* two ways out that differ in where a space stands */
static int apart_by_a_space(int c, int n)
{
	pthread_mutex_lock(&m);
	if (c) {
		requests++;
		pthread_mutex_unlock(&m);
		return n+ ++c;
	}
	if (n) {
		served++;
		pthread_mutex_unlock(&m);
		return n++ +c;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* the pointer is new behind the section, what it leads to is as constant as before */
static const char *word(void)
{
	pthread_mutex_lock(&m);
	const char *found = words[requests % 4];
	served++;
	pthread_mutex_unlock(&m);
	return found;
}

static void *answer(void *given)
{
	return given;
}

/* a list of arguments, in a section that is cut */
static int logged(const char *format, va_list list)
{
	pthread_t thread;

	pthread_mutex_lock(&m);
	if (requests++ > 0)
		vprintf(format, list);
	else
		served = 0;
	pthread_create(&thread, NULL, answer, NULL);
	served++;
	pthread_mutex_unlock(&m);
	pthread_join(thread, NULL);
	return served;
}

static int say(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	int said = logged(format, list);
	va_end(list);
	return said;
}

/* an enumerator of the function's own has the name again behind the section's block */
static int high_or_low(int c)
{
	enum { low, high };

	pthread_mutex_lock(&m);
	if (c) {
		int high = requests++;
		if (high > 3) {
			pthread_mutex_unlock(&m);
			return high;
		}
	}
	pthread_mutex_unlock(&m);
	return high - low;
}

int main(void)
{
	requests = 7;
	printf("%d %d\n", with_the_last(0), with_the_last(1));
	printf("%d %d\n", with_the_first(0), with_the_first(1));
	printf("%d %d %d\n", apart_by_a_space(1, 1), apart_by_a_space(0, 2), apart_by_a_space(0, 0));
	printf("%s\n", word());
	printf("%d\n", say("%d %s\n", 1, "word"));
	printf("%d %d\n", high_or_low(0), high_or_low(1));
	printf("%d %d\n", requests, served);
	return 0;
}
