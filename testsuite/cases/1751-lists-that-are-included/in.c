/* What is included in a declaration, or for a macro, is a list, and no header. */
#include <stdio.h>
#ifdef __unix__
#include <pthread.h>
#endif
#include <limits.h>

#define COUNTED(name) static int name
#include <features.h>
#undef COUNTED

static const int limits[] = {
	1,
#include <features.h>
	2,
};

enum number {
	ONE,
#include <stdc-predef.h>
	TWO,
};

static const char *const name =
#include <features.h>
	"name";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

int main(void)
{
	pthread_mutex_lock(&lock);
	total += limits[1] + TWO;
	pthread_mutex_unlock(&lock);
	printf("%s %d\n", name, total);
	return 0;
}
