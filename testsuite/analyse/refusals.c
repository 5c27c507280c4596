/* Sections that stay in place, each with the code that says why. */
#include <alloca.h>
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct node {
	pthread_mutex_t lock;
	struct node *next;
	int value;
};

static struct node nodes[4];
static pthread_cond_t enough = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int shared, running;

#define INCREMENT(by) do { pthread_mutex_lock(&m); int more = (by); shared += more; pthread_mutex_unlock(&m); } while (0) /* RCL006 */
#define SET_HIDDEN() (hidden = shared)
#define USE(p) (*(p))
#define DECLARED(call) do { int e = call; if (e != 0) shared--; } while (0)
#define ASSIGNED(call) do { if ((error = call) != 0) shared--; } while (0)
#define RETURNED(call) do { int e; if ((e = call) != 0) return e; } while (0)

int take(int c);
int take_and_count(int c);
void *worker(void *arg);
int start(void);
int attempt(void);
int attempt_until(const struct timespec *when);
int relocks(int c);
int relocks_on_a_path(int c);
int relocks_around_an_address(int c);
int guarded(int c);
void in_macro(void);
int falls_off(int c);
int checked(void);
int status(void);
int jumped_into(int c);
int two_in_order(int from, int to)
{
	while (from != to) {
		if (from < to) {
			pthread_mutex_lock(&nodes[from].lock); /* RCL024 */
			pthread_mutex_lock(&nodes[to].lock); /* RCL024 */
		} else {
			pthread_mutex_lock(&nodes[to].lock);
			pthread_mutex_lock(&nodes[from].lock);
		}
		shared = from;
		pthread_mutex_unlock(&nodes[to].lock);
		pthread_mutex_unlock(&nodes[from].lock);
		from++;
	}
	return 0;
}

int two_in_order(int from, int to);
int hand_over_hand(struct node *n);
int crossing_order(void);
void own_thread(void);
int on_the_stack(int n);
int variadic(int n, ...);
int long_jump(void);
int unnamed_type(void);
int local_type(void);
int shadowed(int c);
int local_macro(void);
int hidden_name(void);
int inactive(int c);
int computed(int c);
int changes_its_lock(struct node *n);
int local_extern(void);

int take(int c)
{
	if (c) {
		running = 0;
		return 0;
	}
	pthread_mutex_lock(&m); /* which it says: its callers have a section */
	return 1;
}

int take_and_count(int c)
{
	if (c) {
		running = 0;
		return 0;
	}
	pthread_mutex_lock(&m); /* RCL032 */
	c++;
	return c;
}

void *worker(void *arg)
{
	pthread_mutex_lock(&other); /* RCL002 */
	while (running)
		shared++;
	pthread_mutex_unlock(&other);
	pthread_mutex_lock(&m); /* worker_cs none | | */
	while (shared < 3)
		pthread_cond_wait(&enough, &m);
	pthread_mutex_unlock(&m);
	return arg;
}

int start(void)
{
	pthread_t thread;
	return pthread_create(&thread, NULL, worker, NULL);
}

int attempt(void)
{
	int failed = pthread_mutex_trylock(&m) != 0; /* RCL003 */
	if (failed)
		return 0;
	shared += 1 + failed;
	pthread_mutex_unlock(&m);
	return 1;
}

int attempt_until(const struct timespec *when)
{
	if (pthread_mutex_timedlock(&m, when)) /* RCL003 */
		return 0;
	shared++;
	pthread_mutex_unlock(&m);
	return 1;
}

int relocks(int c)
{
	for (;;) {
		pthread_mutex_lock(&m); /* RCL004 */
		if (c--) {
			pthread_mutex_unlock(&m);
			if (usleep(1))
				break;
			pthread_mutex_lock(&m);
		}
		shared++;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int relocks_on_a_path(int c)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (c--) {
		if (c & 1)
			pthread_mutex_unlock(&m);
		usleep(1);
		if (c & 1)
			pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int relocks_around_an_address(int c)
{
	pthread_mutex_lock(&m); /* RCL013 */
	while (c--) {
		int left = c, *p = &left;

		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		shared += *p;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int guarded(int c)
{
	if (c)
		pthread_mutex_lock(&m); /* guarded_cs none | c out | ! */
	c = shared++;
	if (c)
		pthread_mutex_unlock(&m);
	return 0;
}

void in_macro(void)
{
	INCREMENT(1);
	INCREMENT(2);
}

int falls_off(int c)
{
	pthread_mutex_lock(&m); /* RCL007 */
	if (c) {
		if (shared) {
			pthread_mutex_unlock(&m);
		} else {
			shared++;
			pthread_mutex_unlock(&m);
		}
		c++;
	} else {
		pthread_mutex_unlock(&m);
	}
	return shared;
}

int checked(void)
{
	int error = 0;

	DECLARED(pthread_mutex_lock(&m)); /* checked_m_1_cs none | | */
	shared++;
	DECLARED(pthread_mutex_unlock(&m));
	ASSIGNED(pthread_mutex_lock(&other)); /* checked_other_cs none | | */
	shared++;
	pthread_mutex_unlock(&other);
	RETURNED(pthread_mutex_lock(&m)); /* checked_m_2_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return error;
}

int status(void)
{
	int error = pthread_mutex_lock(&m); /* status_cs none | error out* | */
	shared++;
	pthread_mutex_unlock(&m);
	return error;
}

int jumped_into(int c)
{
	if (c)
		goto inside;
	pthread_mutex_lock(&m); /* RCL009 */
inside:
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int hand_over_hand(struct node *n)
{
	struct node *next;

	pthread_mutex_lock(&n->lock); /* RCL005 */
	while ((next = n->next)) {
		pthread_mutex_lock(&next->lock); /* RCL005 */
		pthread_mutex_unlock(&n->lock);
		n = next;
	}
	pthread_mutex_unlock(&n->lock);
	return 0;
}

int crossing_order(void)
{
	pthread_mutex_lock(&m); /* crossing_order_m_cs none | | */
	pthread_mutex_lock(&other); /* crossing_order_other_cs none | | ! */
	shared++;
	pthread_mutex_unlock(&m);
	pthread_mutex_unlock(&other);
	return 0;
}

int crossing_at_once(void)
{
	pthread_mutex_lock(&m); /* crossing_at_once_cs none | | */
	pthread_mutex_lock(&other); /* RCL010 */
	pthread_mutex_unlock(&m);
	shared++;
	pthread_mutex_unlock(&other);
	return 0;
}

static void puts_off_its_end(void)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
}

void own_thread(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	if (shared)
		puts_off_its_end();
	pthread_mutex_unlock(&m);
}

int on_the_stack(int n)
{
	char *p;
	pthread_mutex_lock(&m); /* RCL012 */
	p = alloca(n);
	*p = shared;
	pthread_mutex_unlock(&m);
	return *p;
}

int variadic(int n, ...)
{
	va_list list;
	va_start(list, n);
	pthread_mutex_lock(&m); /* variadic_cs none | list by reference 1 | */
	shared = va_arg(list, int);
	pthread_mutex_unlock(&m);
	va_end(list);
	return 0;
}

int long_jump(void)
{
	jmp_buf back;
	if (setjmp(back))
		return 1;
	pthread_mutex_lock(&m); /* long_jump_cs none | | */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int long_jump_of_others(void (*call)(void *))
{
	jmp_buf back;
	if (setjmp(back))
		return 1;
	pthread_mutex_lock(&m); /* RCL012 */
	call(back);
	pthread_mutex_unlock(&m);
	return 0;
}

static jmp_buf place;
static void gives_up(int n) { if (n) longjmp(place, n); }
static void goes_on(int n) { shared += n; }

int long_jump_of_some(int n)
{
	void (*call)(int) = n > 3 ? gives_up : goes_on;
	if (setjmp(place))
		return 1;
	pthread_mutex_lock(&m); /* RCL012 */
	call(n);
	pthread_mutex_unlock(&m);
	return 0;
}

int long_jump_by_assembler(void)
{
	jmp_buf back;
	if (setjmp(back))
		return 1;
	pthread_mutex_lock(&m); /* RCL012 */
	__asm__ volatile("call somewhere");
	pthread_mutex_unlock(&m);
	return 0;
}

int long_jump_behind(int n)
{
	jmp_buf back;
	int tried = 0;
	if (setjmp(back))
		return tried;
	pthread_mutex_lock(&m); /* long_jump_behind_cs none | tried out | */
	tried = shared++;
	pthread_mutex_unlock(&m);
	if (n)
		longjmp(back, n);
	return 0;
}

int unnamed_type(void)
{
	struct { int a; } x = {1};
	pthread_mutex_lock(&m); /* unnamed_type_cs none | x in | */
	shared = x.a;
	pthread_mutex_unlock(&m);
	return 0;
}

int local_type(void)
{
	enum colour { RED, GREEN };
	pthread_mutex_lock(&m); /* local_type_cs none | | */
	shared = GREEN;
	pthread_mutex_unlock(&m);
	return 0;
}

int shadowed(int c)
{
	int x = c;
	{
		pthread_mutex_lock(&m); /* RCL014 */
		shared = x;
		int x = 2;
		shared += x;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int namesake(int c)
{
	int y = c;
	{
		pthread_mutex_lock(&m); /* RCL014 */
		int y = shared;
		pthread_mutex_unlock(&m);
		c = y;
	}
	return y + c;
}
#define STEP 2
int local_macro(void) {
#undef STEP
#define STEP 3
	pthread_mutex_lock(&m); /* RCL015 */
	shared += STEP;
	pthread_mutex_unlock(&m);
	return 0;
}

int inactive(int c)
{
	pthread_mutex_lock(&m); /* inactive_cs none | c in | ! */
	shared += c;
#ifdef NEVER
	if (c) {
		pthread_mutex_unlock(&m);
		return 1;
	}
#endif
	pthread_mutex_unlock(&m);
	return 0;
}

int inactive_at_once(int c)
{
	pthread_mutex_lock(&m); /* RCL016 */
#ifdef NEVER
	if (c) {
		pthread_mutex_unlock(&m);
		return 1;
	}
#endif
	shared += c;
	pthread_mutex_unlock(&m);
	return 0;
}

int hidden_name(void)
{
	int hidden = 1;
	int *p = &hidden;
	pthread_mutex_lock(&m); /* RCL019 */
	SET_HIDDEN();
	pthread_mutex_unlock(&m);
	return USE(p);
}

int computed(int c)
{
	void *where = c ? &&out : &&in;
	pthread_mutex_lock(&m); /* RCL012 */
	goto *where;
in:
	shared++;
out:
	pthread_mutex_unlock(&m);
	return 0;
}

int changes_its_lock(struct node *n)
{
	pthread_mutex_lock(&n->lock); /* RCL005 */
	n = n->next;
	pthread_mutex_unlock(&n->lock);
	return 0;
}

int local_extern(void)
{
	extern __typeof__(shared) elsewhere;
	pthread_mutex_lock(&m); /* RCL013 */
	shared = elsewhere;
	pthread_mutex_unlock(&m);
	return 0;
}

int cuts_a_conditional(int k)
{
#ifdef NO_LOCKS
	k = taken();
#else
	pthread_mutex_lock(&m); /* RCL021 */
#endif
	shared += k;
#ifndef NO_LOCKS
	pthread_mutex_unlock(&m);
#endif
	return 0;
}

#define BEGIN(name) int name(int n) {
int named_by_macro(int n);

/* Its brace is the macro's. */
BEGIN(named_by_macro)
	pthread_mutex_lock(&m); /* RCL025 */
	shared = n;
	pthread_mutex_unlock(&m);
	return n;
}

typedef char width;
struct wide {
	int width;
};
static char hidden;

/* The function's own type stands where libclang does not name it, and the file's has the same name. */
int own_type_in_a_struct(long n)
{
	typedef long width;
	width own = n;
	pthread_mutex_lock(&m); /* RCL013 */
	struct { width x; } y = { n };
	shared = y.x;
	pthread_mutex_unlock(&m);
	return own;
}

int own_type_in_a_choice(long n)
{
	typedef long width;
	width own = n;
	pthread_mutex_lock(&m); /* RCL013 */
	shared = _Generic(n, width: 1, default: 2);
	pthread_mutex_unlock(&m);
	return own;
}

int type_of_what_hides_another(long n)
{
	long hidden = n;
	pthread_mutex_lock(&m); /* RCL013 */
	__typeof__(hidden) x = n;
	shared = x;
	pthread_mutex_unlock(&m);
	return hidden;
}

/* A field of that name, and a type of another block. */
int types_that_it_does_not_name(long n)
{
	struct wide of = { n };
	if (n) {
		typedef long width;
		width own = n;
		n = own;
	}
	pthread_mutex_lock(&m); /* types_that_it_does_not_name_cs none | n in, of in | */
	width x = of.width + hidden;
	shared = n + x;
	pthread_mutex_unlock(&m);
	return n;
}
