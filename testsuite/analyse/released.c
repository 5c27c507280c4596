/* What crosses a section's edge where the lock is released, for a while or for good. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

struct sixteen {
	int n[16];
};

struct seventeen {
	int n[17];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int shared, shared_too;

int get(int *where);
int asks(void);
int takes(va_list list);
struct sixteen sixteen(void);
struct seventeen seventeen(void);

int array_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		char x[4];
		x[0] = asks();
		pthread_mutex_lock(&m);
		shared += x[0];
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int volatile_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		volatile int x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int static_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		static int x;
		x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int address_of_one_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		int x = asks();
		get(&x);
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int small_one_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* small_one_declared_meanwhile_cs none | x kept | pthread_mutex_lock(&m); */
	while (shared) {
		pthread_mutex_unlock(&m);
		struct sixteen x = sixteen();
		pthread_mutex_lock(&m);
		shared += x.n[0];
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int large_one_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		struct seventeen x = seventeen();
		pthread_mutex_lock(&m);
		shared += x.n[0];
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int measured_one_declared_meanwhile(void)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (shared) {
		pthread_mutex_unlock(&m);
		int x;
		asks();
		pthread_mutex_lock(&m);
		shared += sizeof(x);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int declared_in_a_block_and_meanwhile(int c)
{
	pthread_mutex_lock(&m); /* declared_in_a_block_and_meanwhile_cs none | c in, x out* | !, return x;(x) */
	if (c) {
		int x = shared;
		shared++;
		if (x) {
			pthread_mutex_unlock(&m);
			return x;
		}
	}
	while (shared) {
		pthread_mutex_unlock(&m);
		int x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int read_where_it_is_set(int c)
{
	int x;

	if (c)
		x = asks();
	pthread_mutex_lock(&m); /* read_where_it_is_set_cs none | c in, x in | */
	if (c)
		shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int given_or_not_set(int c)
{
	int x;

	pthread_mutex_lock(&m); /* given_or_not_set_cs none | c in, x out | pthread_mutex_lock(&m); */
	while (shared) {
		if (c)
			x = shared;
		pthread_mutex_unlock(&m);
		x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int register_set_on_one_way(int c)
{
	register int x;

	pthread_mutex_lock(&m); /* register_set_on_one_way_cs none | c in, x out | */
	if (c)
		x = shared;
	pthread_mutex_unlock(&m);
	return c ? x : 0;
}

int otherwise_in_another_build(int c)
{
	int x = 1;

	get(&c);
	pthread_mutex_lock(&m); /* otherwise_in_another_build_cs none | x in-out | pthread_mutex_lock(&m); */
#if defined(CHECKED)
	shared++;
#else
	x = shared;
#endif
	while (shared) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int set_given_and_behind(void)
{
	int x;

	pthread_mutex_lock(&m); /* set_given_and_behind_cs none | x out | pthread_mutex_lock(&m); */
	x = shared;
	while (shared) {
		pthread_mutex_unlock(&m);
		x = asks();
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return x;
}

int kept_on_one_way(int c)
{
	int x;

	pthread_mutex_lock(&m); /* kept_on_one_way_cs none | c in, x kept | pthread_mutex_lock(&m); */
	while (shared) {
		if (c)
			x = shared;
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		if (c)
			shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int kept_from_now_on(int x)
{
	usleep(x);
	pthread_mutex_lock(&m); /* kept_from_now_on_cs none | x kept | pthread_mutex_lock(&m); */
	x = shared;
	while (shared) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		shared += x;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int of_two_types(int c)
{
	pthread_mutex_lock(&m); /* RCL014 */
	if (c) {
		int x = shared;
		if (x) {
			pthread_mutex_unlock(&m);
			return x;
		}
	} else {
		long x = shared + 1;
		if (x > 3) {
			pthread_mutex_unlock(&m);
			return x + 1;
		}
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int hidden_at_a_way_out(int c)
{
	int x;

	pthread_mutex_lock(&m); /* hidden_at_a_way_out_cs none | x out | ! */
	x = shared;
	if (c) {
		int x = 2;
		shared += x;
		if (shared > 3) {
			pthread_mutex_unlock(&m);
			goto out;
		}
	}
	pthread_mutex_unlock(&m);
out:
	return x;
}

int hidden_at_a_pause(int c)
{
	int x;

	pthread_mutex_lock(&m); /* hidden_at_a_pause_cs none | x out | ! */
	x = shared;
	while (shared) {
		int x = 2;
		shared += x;
		pthread_mutex_unlock(&m);
		usleep(c);
		pthread_mutex_lock(&m);
	}
	shared += x;
	pthread_mutex_unlock(&m);
	return 0;
}

int same_pauses(int c)
{
	pthread_mutex_lock(&m); /* same_pauses_cs none | | pthread_mutex_lock(&m);, pthread_mutex_lock(&m); */
	while (shared) {
		pthread_mutex_unlock(&m);
		usleep(c);
		pthread_mutex_lock(&m);
	}
	shared++;
	while (shared) {
		pthread_mutex_unlock(&m);
		usleep(c);
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int apart_by_a_space(int c, int n)
{
	pthread_mutex_lock(&m); /* apart_by_a_space_cs none | | return n+ ++c;, return n++ +c; */
	if (shared) {
		pthread_mutex_unlock(&m);
		return n+ ++c;
	}
	if (++shared > 3) {
		pthread_mutex_unlock(&m);
		return n++ +c;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int list_and_a_way_out(const char *format, va_list list)
{
	pthread_mutex_lock(&m); /* RCL012 */
	for (;;) {
		if (shared++ > 3) {
			vprintf(format, list);
			pthread_mutex_unlock(&m);
			return 1;
		}
	}
}

int list_before_a_cut(const char *format, va_list list)
{
	pthread_t thread;

	pthread_mutex_lock(&m); /* list_before_a_cut_cs thread | format in, list by reference 1 | ! */
	if (shared++ > 3)
		vprintf(format, list);
	else
		shared = 0;
	pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return 1;
}

void copied_and_moved(const char *format, va_list list)
{
	pthread_mutex_lock(&m); /* RCL012 */
	if (shared)
		vprintf(format, list);
	else
		shared = va_arg(list, int);
	pthread_mutex_unlock(&m);
}

void given_to_another(const char *format, va_list list)
{
	pthread_mutex_lock(&m); /* RCL012 */
	shared += takes(list);
	pthread_mutex_unlock(&m);
}

int list_printed(const char *format, va_list list)
{
	pthread_mutex_lock(&m); /* list_printed_cs thread | format in, list by reference 1 | */
	vprintf(format, list);
	pthread_mutex_unlock(&m);
	return 0;
}

/* It goes no further than the section, beside what has its name outside of functions. */
int kept_beside_a_namesake(int c)
{
	pthread_mutex_lock(&m); /* kept_beside_a_namesake_cs none | c in, shared_too kept* | pthread_mutex_lock(&m); */
	{
		int shared_too = shared;

		if (c) {
			pthread_mutex_unlock(&m);
			asks();
			pthread_mutex_lock(&m);
		}
		shared += shared_too;
	}
	shared_too++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* Another one of its name is about until where the section begins. */
int alone_from_there_on(int c)
{
	{ int x = c; get(&x); }pthread_mutex_lock(&m); int x = shared; shared = c; /* alone_from_there_on_cs none | c in, x out* | */
	pthread_mutex_unlock(&m);
	return x;
}

/* Given back in each branch, behind what gives back something else, or waits: no pause begins there. */
void given_back_behind_another_one(int n)
{
	pthread_mutex_lock(&m); /* given_back_behind_another_one_m_cs none | | ! */
	shared++;
	if (n) {
		pthread_mutex_lock(&other); /* given_back_behind_another_one_other_cs none | | */
		shared_too++;
		pthread_mutex_unlock(&other);
		if (n > 3)
			pthread_mutex_unlock(&m);
		else
			pthread_mutex_unlock(&m);
		asks();
		pthread_mutex_lock(&m);
	}
	shared--;
	pthread_mutex_unlock(&m);
}

/* What only a declaration in a function names is called by nobody who has its address. */
void not_by_that_pointer(int (*f)(double))
{
	pthread_mutex_lock(&m); /* not_by_that_pointer_cs thread waits | f in int (*f)(double) | */
	shared += f(1);
	pthread_mutex_unlock(&m);
}

int has_it_given_back(void)
{
	int gives_back_late(double);

	pthread_mutex_lock(&m); /* RCL007 */
	return gives_back_late(2);
}

int gives_back_late(double how)
{
	pthread_mutex_unlock(&m);
	return how > 1;
}
