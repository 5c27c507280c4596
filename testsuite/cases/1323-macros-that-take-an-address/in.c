/* Macros that take the address of what they are given: where that is had by a pointer, they get what it points to. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define memclear(s) memset(&s, 0, sizeof(s))
#define INIT(r, n) do { memclear(r); set(&(r), n); } while (0)
#define CLEAR_FIELD(s) memset(&s.domains, 0, sizeof(s.domains))
#define ADDRESS(x) &x

struct request {
	int handle, domains;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void set(struct request *r, int n)
{
	r->handle = n;
}

static int ask(struct request *r)
{
	return r->handle + r->domains;
}

static int map(int n)
{
	struct request request;
	int ret;

	pthread_mutex_lock(&m);
	count++;
	memclear(request);
	request.handle = n;
	ret = ask(&request);
	count += ret;
	pthread_mutex_unlock(&m);
	return ret;
}

static int nested(int n)
{
	struct request request;

	pthread_mutex_lock(&m);
	INIT(request, n);
	count += ask(ADDRESS(request));
	set(ADDRESS(request), 4);
	pthread_mutex_unlock(&m);
	return request.handle;
}

/* ``&*request.domains`` would be another thing */
static int binds_closer(int n)
{
	struct request request = {n, n};

	pthread_mutex_lock(&m);
	CLEAR_FIELD(request);
	count += ask(&request);
	pthread_mutex_unlock(&m);
	return request.domains;
}

int main(void)
{
	int first = map(1), second = map(2);

	printf("%d %d %d %d\n", first, second, nested(3), binds_closer(5));
	printf("%d\n", count);
	return 0;
}
