/* How a section names what it has by its address. */
#include <pthread.h>
#include <string.h>


struct job {
	pthread_mutex_t lock;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

int get(int *where);
int get_long(long *where);
int get_at(int **where);
int get_call(int (**where)(int));
int get_job(struct job *where);
int get_jobs(struct job **where);
int asks(void);

#define SAME(x) x
#define ONE_LESS(x) x--
#define ONE_MORE(x) x++
#define CALLED(f) f(1)
#define N_OF(j) j.n
#define N_AT(j) j->n
#define FIRST(a) a[0]
#define level() (level + 1)
#define OWN(n) own_##n

int less_in_a_macro(void)
{
	int x = 1;

	get(&x);
	pthread_mutex_lock(&m); /* less_in_a_macro_cs none | x by reference 1 | */
	shared += SAME(x--);
	pthread_mutex_unlock(&m);
	return x;
}

int more_in_a_macro(void)
{
	int x = 1;

	get(&x);
	pthread_mutex_lock(&m); /* more_in_a_macro_cs none | x by reference 1 | */
	shared += SAME(x++);
	pthread_mutex_unlock(&m);
	return x;
}

int called_in_a_macro(int (*x)(int))
{
	get_call(&x);
	pthread_mutex_lock(&m); /* called_in_a_macro_cs thread waits | x by reference 1 int (**x)(int) | */
	shared += SAME(x(1));
	pthread_mutex_unlock(&m);
	return 0;
}

int behind_in_a_macro(struct job *x)
{
	get_jobs(&x);
	pthread_mutex_lock(&m); /* behind_in_a_macro_cs none | x by reference 1 | */
	shared += SAME(x->n);
	pthread_mutex_unlock(&m);
	return 0;
}

int member_in_a_macro(struct job *x)
{
	struct job own = *x;
	get_job(&own);
	pthread_mutex_lock(&m); /* member_in_a_macro_cs none | own by reference 1. | */
	shared += SAME(own.n);
	pthread_mutex_unlock(&m);
	return own.n;
}

int less_by_a_macro(void)
{
	int x = 1;

	get(&x);
	pthread_mutex_lock(&m); /* less_by_a_macro_cs none | x by reference 1 | */
	shared += ONE_LESS(x);
	pthread_mutex_unlock(&m);
	return x;
}

int called_by_a_macro(int (*x)(int))
{
	get_call(&x);
	pthread_mutex_lock(&m); /* called_by_a_macro_cs thread waits | x by reference 1 int (**x)(int) | */
	shared += CALLED(x);
	pthread_mutex_unlock(&m);
	return 0;
}

int behind_by_a_macro(struct job *x)
{
	get_jobs(&x);
	pthread_mutex_lock(&m); /* behind_by_a_macro_cs none | x by reference 1 | */
	shared += N_AT(x);
	pthread_mutex_unlock(&m);
	return 0;
}

int member_by_a_macro(struct job *x)
{
	struct job own = *x;
	get_job(&own);
	pthread_mutex_lock(&m); /* member_by_a_macro_cs none | own by reference 1 | */
	shared += N_OF(own);
	pthread_mutex_unlock(&m);
	return own.n;
}

int measured_array_by_a_macro(int c)
{
	char x[4] = "abc";
	pthread_mutex_lock(&m); /* measured_array_by_a_macro_cs none | c in, x by reference 3 char (*x)[4] | */
	memset(x, c, sizeof(x));
	shared += FIRST(x);
	pthread_mutex_unlock(&m);
	return x[1];
}

int array_by_a_macro(int c)
{
	char x[4] = "abc";
	pthread_mutex_lock(&m); /* array_by_a_macro_cs none | x by reference 1 char *x | */
	shared += FIRST(x);
	pthread_mutex_unlock(&m);
	return x[c];
}

int asked_behind_a_release(int c)
{
	long x = c;
	get_long(&x);
	pthread_mutex_lock(&m); /* asked_behind_a_release_cs none | x by reference 2 | return bytes[0]; */
	if (x > shared) {
		pthread_mutex_unlock(&m);
		char bytes[sizeof(x)];
		memcpy(bytes, "12345678", sizeof(bytes));
		return bytes[0];
	}
	x = shared++;
	pthread_mutex_unlock(&m);
	return x;
}

int macro_of_that_name(int level)
{
	get(&level);
	pthread_mutex_lock(&m); /* RCL019 */
	shared += level();
	pthread_mutex_unlock(&m);
	return 0;
}

int pasted(int c)
{
	int own_c = c;
	get(&own_c);
	pthread_mutex_lock(&m); /* RCL019 */
	shared += OWN(c);
	pthread_mutex_unlock(&m);
	return own_c;
}

int on_two_lines(int c)
{
	int own_c = c;
	get(&own_c);
	pthread_mutex_lock(&m); /* RCL019 */
	shared += own\
_c;
	pthread_mutex_unlock(&m);
	return own_c;
}
#define READ() own_c
#define PUT(x) (shared += own_c + (x))

int within_others(int c)
{
	int own_c = c;

	get(&own_c);
	pthread_mutex_lock(&m); /* RCL019 */
	shared += SAME(OWN(c));
	pthread_mutex_unlock(&m);
	return own_c;
}

int array_pasted(int c)
{
	int own_c[3] = {c};
	pthread_mutex_lock(&m); /* array_pasted_cs none | own_c by reference 0 int *own_c | */
	shared += OWN(c)[0];
	pthread_mutex_unlock(&m);
	return own_c[1];
}
