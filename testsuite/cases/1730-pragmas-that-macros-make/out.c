/* A macro's pragma says how what stands behind it is laid out: its types cannot stand before the function. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

#define DO_PRAGMA(text) _Pragma(#text)
#define PACKED_BEGIN DO_PRAGMA(pack(push, 1))
#define PACKED_END DO_PRAGMA(pack(pop))
#define QUIET _Pragma("GCC diagnostic ignored \"-Wunused-variable\"")

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int total;

static int packed(int n)
{
	PACKED_BEGIN
	struct {
		char kind;
		int number;
	} message = { 1, n };
	PACKED_END

	rcl_lock(&m);
	message.number++;
	total += sizeof(message);
	rcl_unlock(&m);
	return message.number + (int)sizeof(message);
}

typedef struct {
	char kind;
	int number;
} quiet_message_type;

struct quiet_cs {                    /* m, in.c:38-41 */
	quiet_message_type message;  /* in-out */
};

static int quiet_cs(void *ctx)
{
	struct quiet_cs *cs = ctx;
	quiet_message_type message = cs->message;

	message.number++;
	total += sizeof(message);
	cs->message = message;
	return 0;
}

/* which says nothing of types */
static int quiet(int n)
{
	QUIET
	quiet_message_type message = { 1, n };

	struct quiet_cs cs = { .message = message };
	rcl_exec_anon(&m, quiet_cs, &cs, sizeof(cs));
	message = cs.message;
	return message.number + (int)sizeof(message);
}

int main(void)
{
	int sum = packed(3) + quiet(4);

	printf("%d %d\n", sum, total);
	return 0;
}
