/* Macros whose bodies name constants and arrays of the function that uses them: a section has these by their names. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
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

struct add_cs {                 /* lock, in.c:41-49 */
	int n;                  /* in */
	const char *THIS_FUNC;  /* by reference */
	int this_layer;         /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	int n = cs->n;
	const char *THIS_FUNC = cs->THIS_FUNC;
	const int this_layer = cs->this_layer;

	total += n;
	DPRINTF(("total %ld\n", total));
	if (total > 3) {
		return 1;
	}
	total++;
	return 0;
}

static int add(int n)
{
	DENTER(0, "add");

	struct add_cs cs = { .n = n, .THIS_FUNC = THIS_FUNC, .this_layer = this_layer };
	if (rcl_exec(&lock, add_cs, &cs, sizeof(cs)) == 1) {
		DRETURN(1);
	}
	DRETURN(0);
}

struct tell_cs {       /* lock, in.c:59-63 */
	char *buffer;  /* by reference */
	int n;         /* out */
};

static int tell_cs(void *ctx)
{
	struct tell_cs *cs = ctx;
	char *buffer = cs->buffer;
	int n;

	total += FIRST() == 't';
	FIRST() = 'T';
	n = total;
	cs->n = n;
	return 0;
}

static int tell(const char *text)
{
	char buffer[16];
	int n;

	strcpy(buffer, text);
	struct tell_cs cs = { .buffer = buffer };
	rcl_exec_anon(&lock, tell_cs, &cs, sizeof(cs));
	n = cs.n;
	printf("%s\n", buffer);
	return n;
}

struct clear_cs {  /* lock, in.c:74-75 */
	int n;     /* out */
};

static int clear_cs(void *ctx)
{
	struct clear_cs *cs = ctx;
	int n;

	n = ++total;
	cs->n = n;
	return RCL_KEEP;
}

/* what asks for the array's size, the type of what it holds, or a constant's address must not get a pointer, or a copy */
static int clear(void)
{
	char buffer[16];
	int n;

	struct clear_cs cs;
	rcl_exec_anon(&lock, clear_cs, &cs, sizeof(cs));
	n = cs.n;
	CLEAR();
	rcl_unlock(&lock);
	return n + buffer[9];
}

struct copy_cs {  /* lock, in.c:86-87 */
	int n;    /* out */
};

static int copy_cs(void *ctx)
{
	struct copy_cs *cs = ctx;
	int n;

	n = ++total;
	cs->n = n;
	return RCL_KEEP;
}

static int copy(void)
{
	char buffer[16];
	int n;

	struct copy_cs cs;
	rcl_exec_anon(&lock, copy_cs, &cs, sizeof(cs));
	n = cs.n;
	COPIED();
	rcl_unlock(&lock);
	return n + (buffer[0] == 'c');
}

/* lock, in.c:98-99 */
static int layer_cs(void *ctx)
{
	total++;
	return RCL_KEEP;
}

static const int *layer(void)
{
	DENTER(2, "layer");
	const int *found;

	rcl_exec_anon(&lock, layer_cs, NULL, 0);
	found = LAYER();
	rcl_unlock(&lock);
	DRETURN(found);
}

int main(void)
{
	int first = add(1), second = add(2);

	printf("%d %d %d %d %d\n", first, second, tell("told"), clear(), copy());
	printf("%d %ld\n", *layer(), total);
	return 0;
}
