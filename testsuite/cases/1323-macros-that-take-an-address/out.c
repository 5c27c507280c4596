/* Macros that take the address of what they are given: where that is had by a pointer, they get what it points to. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define memclear(s) memset(&s, 0, sizeof(s))
#define INIT(r, n) do { memclear(r); set(&(r), n); } while (0)
#define CLEAR_FIELD(s) memset(&s.domains, 0, sizeof(s.domains))
#define ADDRESS(x) &x

struct request {
	int handle, domains;
};

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count;

static void set(struct request *r, int n)
{
	r->handle = n;
}

static int ask(struct request *r)
{
	return r->handle + r->domains;
}

struct map_cs {                   /* m, in.c:33-39 */
	int n;                    /* in */
	struct request *request;  /* by reference */
	int ret;                  /* out */
};

static int map_cs(void *ctx)
{
	struct map_cs *cs = ctx;
	int n = cs->n;
	struct request *request = cs->request;
	int ret;

	count++;
	memclear(*request);
	request->handle = n;
	ret = ask(request);
	count += ret;
	cs->ret = ret;
	return 0;
}

static int map(int n)
{
	struct request request;
	int ret;

	struct map_cs cs = { .n = n, .request = &request };
	rcl_exec_anon(&m, map_cs, &cs, sizeof(cs));
	ret = cs.ret;
	return ret;
}

struct nested_cs {                /* m, in.c:47-51 */
	int n;                    /* in */
	struct request *request;  /* by reference */
};

static int nested_cs(void *ctx)
{
	struct nested_cs *cs = ctx;
	int n = cs->n;
	struct request *request = cs->request;

	INIT(*request, n);
	count += ask(ADDRESS(*request));
	set(ADDRESS(*request), 4);
	return 0;
}

static int nested(int n)
{
	struct request request;

	struct nested_cs cs = { .n = n, .request = &request };
	rcl_exec_anon(&m, nested_cs, &cs, sizeof(cs));
	return request.handle;
}

struct binds_closer_cs {          /* m, in.c:60-63 */
	struct request *request;  /* by reference */
};

static int binds_closer_cs(void *ctx)
{
	struct binds_closer_cs *cs = ctx;
	struct request *request = cs->request;

	CLEAR_FIELD((*request));
	count += ask(request);
	return 0;
}

/* ``&*request.domains`` would be another thing */
static int binds_closer(int n)
{
	struct request request = {n, n};

	struct binds_closer_cs cs = { .request = &request };
	rcl_exec_anon(&m, binds_closer_cs, &cs, sizeof(cs));
	return request.domains;
}

int main(void)
{
	int first = map(1), second = map(2);

	printf("%d %d %d %d\n", first, second, nested(3), binds_closer(5));
	printf("%d\n", count);
	return 0;
}
