/* A macro's pragma says how what stands behind it is laid out: its types cannot stand before the function. */
#include <pthread.h>
#include <stdio.h>

#define DO_PRAGMA(text) _Pragma(#text)
#define PACKED_BEGIN DO_PRAGMA(pack(push, 1))
#define PACKED_END DO_PRAGMA(pack(pop))
#define QUIET _Pragma("GCC diagnostic ignored \"-Wunused-variable\"")

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int packed(int n)
{
	PACKED_BEGIN
	struct {
		char kind;
		int number;
	} message = { 1, n };
	PACKED_END

	pthread_mutex_lock(&m);
	message.number++;
	total += sizeof(message);
	pthread_mutex_unlock(&m);
	return message.number + (int)sizeof(message);
}

/* which says nothing of types */
static int quiet(int n)
{
	QUIET
	struct {
		char kind;
		int number;
	} message = { 1, n };

	pthread_mutex_lock(&m);
	message.number++;
	total += sizeof(message);
	pthread_mutex_unlock(&m);
	return message.number + (int)sizeof(message);
}

int main(void)
{
	int sum = packed(3) + quiet(4);

	printf("%d %d\n", sum, total);
	return 0;
}
