/* With -D_FORTIFY_SOURCE the C library's macros ask how large a buffer is; what the program asks itself stays in place. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) snprintf(said, sizeof(said), __VA_ARGS__)
#define ROOM(buffer) __builtin_object_size(buffer, 0)
#define FILL(buffer) snprintf(buffer, ROOM(buffer), "%d", n)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char said[32];
static int n;

static int shown(int by)
{
	char text[32];

	pthread_mutex_lock(&lock);
	n += by;
	snprintf(text, sizeof(text), "%d by %d", n, by);
	memcpy(said, text, sizeof(text));
	pthread_mutex_unlock(&lock);
	return (int)strlen(text);
}

static void by_macro(int by)
{
	pthread_mutex_lock(&lock);
	n += by;
	SAY("%d so far", n);
	pthread_mutex_unlock(&lock);
}

static int asked(int by)
{
	char text[16];

	pthread_mutex_lock(&lock);
	n += by;
	FILL(text);
	pthread_mutex_unlock(&lock);
	return text[0];
}

int main(void)
{
	printf("%d ", shown(3));
	by_macro(4);
	printf("%d %s\n", asked(5), said);
	return 0;
}
