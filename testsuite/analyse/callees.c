/* Which functions a call through a pointer may reach: what the sections need is what those need. */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

typedef int hash_fn(int);
typedef void (*each_fn)(int *);

struct table {
	hash_fn *hash;
	void (*release)(void *);
	int count;
};

struct verb {
	const char *name;
	long (*run)(long);
};

union slot {
	short (*call)(short);
	void *data;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct table table;
static union slot slot;
static int shared;
static hash_fn *chosen;
static each_fn handed_out;
static char (*loaded)(char);

int set_handler(each_fn *where);
void *symbol(const char *name);

static int plain(int n) { return n * 31; }
static int slow(int n) { usleep(1); return n; }
static int other(int n) { return n + 1; }
static void add(int *n) { ++*n; }
static void wait_for(int *n) { *n = (int)read(0, n, 1); }
static long once(long n) { return n; }
static long forever(long n) { return n + pause(); }
static short narrow(short n) { return n; }

void no_pointer(void);
void by_field(int n);
void by_global(int n);
void by_parameter(each_fn each);
void by_table(const struct verb *verb);
void by_union(void);
void by_address(void);
void by_result(void);
void by_library(void *p);

void no_pointer(void)
{
	pthread_mutex_lock(&m); /* no_pointer_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
}

void by_field(int n)
{
	pthread_mutex_lock(&m); /* by_field_cs none | n in | */
	table.count += table.hash(n);
	pthread_mutex_unlock(&m);
}

void by_global(int n)
{
	pthread_mutex_lock(&m); /* by_global_cs errno waits | n in | */
	shared += (*chosen)(n);
	pthread_mutex_unlock(&m);
}

void by_parameter(each_fn each)
{
	pthread_mutex_lock(&m); /* by_parameter_cs none | each in | */
	each(&shared);
	pthread_mutex_unlock(&m);
}

void by_table(const struct verb *verb)
{
	pthread_mutex_lock(&m); /* by_table_cs thread waits | verb in | */
	shared += (int)verb->run(shared);
	pthread_mutex_unlock(&m);
}

void by_union(void)
{
	pthread_mutex_lock(&m); /* by_union_cs thread waits | | */
	slot.call(1);
	pthread_mutex_unlock(&m);
}

void by_address(void)
{
	pthread_mutex_lock(&m); /* by_address_cs thread waits | | */
	handed_out(&shared);
	pthread_mutex_unlock(&m);
}

void by_result(void)
{
	pthread_mutex_lock(&m); /* by_result_cs thread waits | | */
	loaded('c');
	pthread_mutex_unlock(&m);
}

void by_library(void *p)
{
	pthread_mutex_lock(&m); /* by_library_cs errno | p in | */
	table.release(p);
	pthread_mutex_unlock(&m);
}

int main(void)
{
	static const struct verb verbs[] = { { "once", once }, { .name = "forever", .run = forever } };

	table.hash = shared ? plain : other;
	table.release = free;
	chosen = shared ? NULL : plain;
	if (shared)
		chosen = slow;
	slot.call = narrow;
	handed_out = wait_for;
	set_handler(&handed_out);
	loaded = (char (*)(char))symbol("loaded");
	by_parameter(add);
	by_table(&verbs[shared]);
	return 0;
}
