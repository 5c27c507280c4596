/* Macros whose bodies name constants and arrays of the function that uses them: a section has these by their names. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int depth;

#define DENTER(layer, function)                            \
	static const char THIS_FUNC[] = function;          \
	static const int this_layer = layer;               \
                                                           \
	if (depth++ > this_layer)                          \
		printf("> %s\n", THIS_FUNC)

#define DPRINTF(args)                                      \
	do {                                               \
		if (depth > this_layer) {                  \
			printf("%s: ", THIS_FUNC);         \
			printf args;                       \
		}                                          \
	} while (0)

#define DRETURN(value)                                     \
	do {                                               \
		if (depth-- > this_layer)                  \
			printf("< %s\n", THIS_FUNC);       \
		return value;                              \
	} while (0)

#define CLEAR() memset(buffer, 0, sizeof(buffer))
#define COPIED() ({ typeof(&buffer[0]) copied = strcpy(buffer, "copied"); copied; })
#define FIRST() (buffer[0])
#define LAYER() (&this_layer)

static int add(int n)
{
	DENTER(0, "add");

	pthread_mutex_lock(&lock);
	total += n;
	DPRINTF(("total %ld\n", total));
	if (total > 3) {
		pthread_mutex_unlock(&lock);
		DRETURN(1);
	}
	total++;
	pthread_mutex_unlock(&lock);
	DRETURN(0);
}

static int tell(const char *text)
{
	char buffer[16];
	int n;

	strcpy(buffer, text);
	pthread_mutex_lock(&lock);
	total += FIRST() == 't';
	FIRST() = 'T';
	n = total;
	pthread_mutex_unlock(&lock);
	printf("%s\n", buffer);
	return n;
}

/* what asks for the array's size, the type of what it holds, or a constant's address must not get a pointer, or a copy */
static int clear(void)
{
	char buffer[16];
	int n;

	pthread_mutex_lock(&lock);
	n = ++total;
	CLEAR();
	pthread_mutex_unlock(&lock);
	return n + buffer[9];
}

static int copy(void)
{
	char buffer[16];
	int n;

	pthread_mutex_lock(&lock);
	n = ++total;
	COPIED();
	pthread_mutex_unlock(&lock);
	return n + (buffer[0] == 'c');
}

static const int *layer(void)
{
	DENTER(2, "layer");
	const int *found;

	pthread_mutex_lock(&lock);
	total++;
	found = LAYER();
	pthread_mutex_unlock(&lock);
	DRETURN(found);
}

int main(void)
{
	int first = add(1), second = add(2);

	printf("%d %d %d %d %d\n", first, second, tell("told"), clear(), copy());
	printf("%d %ld\n", *layer(), total);
	return 0;
}
