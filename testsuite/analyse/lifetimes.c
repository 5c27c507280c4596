/* What a section declares, and what is used behind it: by its name, or by its address. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct job {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, *lock_at;
static pthread_cond_t *condition_at;
static int shared, level, *first, (**call_at)(void);
static const int *constant_at;
static char *text;
static struct job jobs[4], *job_at;

#define DECLARED_X int x = shared
#define BEGIN { pthread_mutex_lock(&m)
#define END pthread_mutex_unlock(&m); }

int get(int *where);
int asks(void);

int looked_behind_by_index(void)
{
	pthread_mutex_lock(&m); /* looked_behind_by_index_cs none | x by reference* 2 | */
	int x = shared;
	first = &x;
	pthread_mutex_unlock(&m);
	return first[0];
}

int comes_back_to_look(int c)
{
again:
	if (c)
		return *first;
	pthread_mutex_lock(&m); /* comes_back_to_look_cs none | x by reference* 2 | */
	int x = shared;
	first = &x;
	pthread_mutex_unlock(&m);
	c = 1;
	goto again;
}

int multiplied_behind(int c)
{
	pthread_mutex_lock(&m); /* multiplied_behind_cs none | | */
	int x = shared;
	first = &x;
	shared = *first;
	pthread_mutex_unlock(&m);
	return c * 2;
}

int in_a_block_of_its_own(void)
{
	pthread_mutex_lock(&m); /* in_a_block_of_its_own_cs none | | */
	{
		int x = shared;
		first = &x;
		shared = *first;
	}
	pthread_mutex_unlock(&m);
	return asks();
}

int array_only_written(void)
{
	pthread_mutex_lock(&m); /* array_only_written_cs errno | | */
	char line[20];
	snprintf(line, sizeof(line), "%d", shared);
	shared = line[0];
	pthread_mutex_unlock(&m);
	return asks();
}

int handed_before_a_look(int c)
{
	pthread_mutex_lock(&m); /* handed_before_a_look_cs none | c in, x by reference* 2 | return *first; */
	int x = shared;
	first = &x;
	if (c) {
		*first = 1;
		pthread_mutex_unlock(&m);
		return *first;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int counter_kept(void)
{
	pthread_mutex_lock(&m); /* counter_kept_cs none | | */
	for (int i = 0; i < 3; i++) {
		first = &i;
		shared += *first;
	}
	pthread_mutex_unlock(&m);
	return asks();
}

int counter_kept_over_a_pause(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	for (int i = 0; i < 3; i++) {
		first = &i;
		shared += *first;
		pthread_mutex_unlock(&m);
		usleep(*first);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int declared_by_a_macro(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	DECLARED_X;
	first = &x;
	pthread_mutex_unlock(&m);
	return get(first);
}

int function_kept(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	int (*call)(void) = asks;
	call_at = &call;
	pthread_mutex_unlock(&m);
	return (*call_at)();
}

int function_kept_later(void)
{
	pthread_mutex_lock(&m); /* function_kept_later_cs none | call by reference* 2 int (**call)(void) | */
	int (*call)(void);
	call = asks;
	call_at = &call;
	pthread_mutex_unlock(&m);
	return (*call_at)();
}

int text_kept(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	char line[] = "none";
	text = line;
	pthread_mutex_unlock(&m);
	return asks();
}

int nameless_kept(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	struct { int n; } own;
	own.n = shared;
	first = &own.n;
	pthread_mutex_unlock(&m);
	return get(first);
}

int nameless_behind(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	struct { int n; } own;
	own.n = shared;
	pthread_mutex_unlock(&m);
	return own.n;
}

int job_of_its_own(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	struct job own = { PTHREAD_MUTEX_INITIALIZER, 1 };
	job_at = &own;
	pthread_mutex_unlock(&m);
	return get(&job_at->n);
}

int two_in_one_statement(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	int x = shared, f(void);
	first = &x;
	shared = f();
	pthread_mutex_unlock(&m);
	return get(first);
}

void more_of_a_list(const char *format, ...)
{
	va_list list;
	pthread_mutex_lock(&m); /* more_of_a_list_cs thread | format in, list by reference 1 | */
	int n = shared;
	va_start(list, format);
	shared = vprintf(format, list) + n;
	va_end(list);
	pthread_mutex_unlock(&m);
}

int set_and_gone(int c)
{
	pthread_mutex_lock(&m); /* set_and_gone_cs none | c in-out, x out* | */
	int x = 0;
	if (shared)
		c = 1;
	pthread_mutex_unlock(&m);
	if (c)
		x = 2;
	return x;
}

int array_by_its_type(void)
{
	pthread_mutex_lock(&m); /* RCL019 */
	char x[4];
	__typeof__(x) copy;
	snprintf(x, 4, "%d", shared);
	snprintf(copy, 4, "%d", shared);
	text = x;
	shared += copy[0];
	pthread_mutex_unlock(&m);
	return asks();
}

int static_kept(void)
{
	pthread_mutex_lock(&m); /* static_kept_cs none | | */
	static int x;
	x = shared;
	first = &x;
	pthread_mutex_unlock(&m);
	return asks();
}

int set_behind_on_one_way(int c)
{
	pthread_mutex_lock(&m); /* set_behind_on_one_way_cs none | x section-local* | */
	int x;
	shared++;
	pthread_mutex_unlock(&m);
	if (c)
		x = 2;
	return c ? x : 0;
}

int mutex_of_its_own(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	pthread_mutex_t own;
	pthread_mutex_init(&own, NULL);
	lock_at = &own;
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(lock_at); /* mutex_of_its_own_cs none | | */
	shared++;
	pthread_mutex_unlock(lock_at);
	return 0;
}

int condition_of_its_own(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	pthread_cond_t own;
	pthread_cond_init(&own, NULL);
	condition_at = &own;
	pthread_mutex_unlock(&m);
	pthread_cond_signal(condition_at);
	return 0;
}

int lock_of_its_own_held(void)
{
	pthread_mutex_lock(&m); /* lock_of_its_own_held_m_cs none | own by reference* 3. | */
	struct job own;
	pthread_mutex_init(&own.lock, NULL);
	job_at = &own;
	pthread_mutex_lock(&own.lock); /* lock_of_its_own_held_own_cs none | | ! */
	shared++;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&job_at->lock);
	return 0;
}

int constant_kept(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	const int x = shared;
	constant_at = &x;
	pthread_mutex_unlock(&m);
	return *constant_at;
}

int address_and_another(int c)
{
	pthread_mutex_lock(&m); /* RCL014 */
	int x = shared;
	first = &x;
	if (c) {
		int x = 3;
		shared = x;
	}
	pthread_mutex_unlock(&m);
	return *first;
}

static void gives_back(int c)
{
	if (c)
		shared = *first;
	shared = pthread_mutex_unlock(&m) + c;
	asks();
}

int address_for_who_gives_back(int c)
{
	pthread_mutex_lock(&m); /* address_for_who_gives_back_cs none | c in, x by reference* 2 | return 1;! */
	int x = shared;
	first = &x;
	if (c) {
		gives_back(c);
		return 1;
	}
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int another_in_its_tail(int c)
{
	pthread_mutex_lock(&m); /* RCL014 */
	if (c) {
		int x = shared;
		shared++;
		if (x) {
			shared += x;
			pthread_mutex_unlock(&m);
			get(&c);
			shared += x;
			int x = 4;
			return x;
		}
		if (shared > 3) {
			pthread_mutex_unlock(&m);
			return x;
		}
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int another_of_two_tails(int c)
{
	pthread_mutex_lock(&m); /* another_of_two_tails_cs none | c in, x out* | return x;(x), return x + 1;(x) */
	if (c) {
		int x = shared;
		if (x) {
			pthread_mutex_unlock(&m);
			return x;
		}
	} else {
		int x = shared + 1;
		if (x > 3) {
			pthread_mutex_unlock(&m);
			return x + 1;
		}
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int hides_what_follows(int c)
{
	if (c) {
		shared++;
	}
	pthread_mutex_lock(&m); /* RCL014 */
	if (c) {
		int level = shared;
		shared++;
		if (level) {
			pthread_mutex_unlock(&m);
			return level;
		}
	}
	pthread_mutex_unlock(&m);
	return level;
}

int hides_it_behind_its_macros(int c)
{
	BEGIN; /* RCL014 */
	if (c) {
		int level = shared++;
		if (level) {
			pthread_mutex_unlock(&m);
			return level;
		}
	}
	END;
	return level;
}

int enumerator_of_that_name(int c)
{
	enum { low, high };

	pthread_mutex_lock(&m); /* enumerator_of_that_name_cs none | c in, high out* | return high;(high) */
	if (c) {
		int high = shared++;
		if (high) {
			pthread_mutex_unlock(&m);
			return high;
		}
	}
	pthread_mutex_unlock(&m);
	return high;
}

int type_of_that_name(int c)
{
	typedef int number;
	pthread_mutex_lock(&m); /* RCL013 */
	if (c) {
		int number = shared;
		shared++;
		if (number) {
			pthread_mutex_unlock(&m);
			return number;
		}
	}
	pthread_mutex_unlock(&m);
	number n = c;
	return n;
}

int block_beside_a_block(int c)
{
	pthread_mutex_lock(&m); /* block_beside_a_block_cs none | c in, x out* | return x;(x) */
	if (c) {
		int x = shared;
		shared++;
		if (x) {
			pthread_mutex_unlock(&m);
			return x;
		}
	}
	pthread_mutex_unlock(&m);
	{ int x = 3; return get(&x); }
}

int blocks_without_a_space(int c)
{
	{ int x = 3; get(&x); }{
		pthread_mutex_lock(&m); /* blocks_without_a_space_cs none | x out* | */
		int x = shared;
		shared++;
		pthread_mutex_unlock(&m);
		get(&x);
		c = x;
	}{ int x = 3; get(&x); }
	return c;
}

int block_at_its_beginning(int c)
{
	int x = 1;
	pthread_mutex_lock(&m);{ int x = shared; shared++; if (x) { pthread_mutex_unlock(&m); return x; } } /* block_at_its_beginning_cs none | c in, x out* | return x;(x) */
	shared += c;
	pthread_mutex_unlock(&m);
	return x;
}

int kept_in_block_and_another(int c)
{
	pthread_mutex_lock(&m); /* kept_in_block_and_another_cs none | c in, x kept* | pthread_mutex_lock(&m); */
	while (shared) {
		int x = shared;
		shared++;
		pthread_mutex_unlock(&m);
		asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	if (c) {
		int x = 4;
		shared -= x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int given_in_block_and_another(int c)
{
	pthread_mutex_lock(&m); /* given_in_block_and_another_cs none | x out* | !, pthread_mutex_lock(&m); */
	while (shared) {
		int x = 0;
		shared++;
		pthread_mutex_unlock(&m);
		x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	if (c) {
		int x = 4;
		shared -= x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int struct_with_a_lock_kept(int c)
{
	pthread_mutex_lock(&m); /* struct_with_a_lock_kept_cs none | c in, own kept* | pthread_mutex_lock(&m); */
	while (shared) {
		struct job own = jobs[c];
		pthread_mutex_unlock(&m);
		asks();
		pthread_mutex_lock(&m);
		shared += own.n;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int struct_with_a_lock_behind(int c)
{
	pthread_mutex_lock(&m); /* struct_with_a_lock_behind_cs none | c in, own out* | */
	struct job own = jobs[c];
	pthread_mutex_unlock(&m);
	return own.n;
}

int sized_by_a_parameter_kept(int c)
{
	pthread_mutex_lock(&m); /* RCL013 */
	char line[c];
	line[0] = shared;
	text = line;
	pthread_mutex_unlock(&m);
	return text[0];
}

int of_a_type_of_its_own_kept(void)
{
	struct here { int n; };

	pthread_mutex_lock(&m); /* RCL013 */
	struct here own;
	own.n = shared;
	first = &own.n;
	pthread_mutex_unlock(&m);
	return *first;
}
