/* Where a section ends before its release, or must not: what is cut, left in a branch, given back for a while. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static int shared, waiting, threaded, late;
static volatile int stop;
static pthread_mutex_t locks[4];

int asks(void);
int get(int *where);

static void takes(int *p)
{
	pthread_mutex_lock(&other);
	shared++;
}

static void lends(int *p)
{
	pthread_mutex_unlock(&m);
	usleep(*p);
	pthread_mutex_lock(&m);
}

int cleaned_by_an_acquisition(void)
{
	__attribute__((cleanup(takes))) int own = 1;

	pthread_mutex_lock(&m); /* RCL012 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int cleaned_by_one_that_lends(int n)
{
	__attribute__((cleanup(lends))) int own = n;

	pthread_mutex_lock(&m); /* RCL012 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int works_by_a_call(int c)
{
	pthread_mutex_lock(&m); /* works_by_a_call_cs thread waits | c in | return 1;! */
	if (c) {
		pthread_create(&thread, NULL, NULL, NULL);
		pthread_mutex_unlock(&m);
		return 1;
	}
	asks();
	pthread_mutex_unlock(&m);
	return 0;
}

int works_on_an_element(int c)
{
	int own[3] = { 1 };

	pthread_mutex_lock(&m); /* works_on_an_element_cs none | c in, own by reference 1 int *own | return 1;! */
	if (c) {
		pthread_create(&thread, NULL, NULL, NULL);
		pthread_mutex_unlock(&m);
		return 1;
	}
	own[c]++;
	pthread_mutex_unlock(&m);
	return own[2];
}

int works_by_a_pointer(int c, int *p)
{
	pthread_mutex_lock(&m); /* works_by_a_pointer_cs none | c in, p in | return 1;! */
	if (c) {
		pthread_create(&thread, NULL, NULL, NULL);
		pthread_mutex_unlock(&m);
		return 1;
	}
	*p = 3;
	pthread_mutex_unlock(&m);
	return 0;
}

int works_by_locks_only(int c)
{
	pthread_mutex_lock(&m); /* RCL011 */
	if (c) {
		pthread_create(&thread, NULL, NULL, NULL);
		pthread_mutex_unlock(&m);
		return 1;
	}
	pthread_mutex_lock(&other); /* works_by_locks_only_cs none | c in | */
	c++;
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&m);
	return 0;
}

int cut_at_once(void)
{
	pthread_mutex_lock(&m); /* cut_at_once_cs none | | ! */
	shared++;pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return 0;
}

int cut_behind_a_declaration(void)
{
	pthread_mutex_lock(&m); /* cut_behind_a_declaration_cs thread waits | x out* | ! */
	int x = asks();
	pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return x;
}

int cut_behind_nothing(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	;
	pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return 0;
}

int cut_behind_an_address(int n)
{
	int *at;

	pthread_mutex_lock(&m); /* cut_behind_an_address_cs none | n by reference 1, at out | ! */
	shared++;
	at = &n;
	pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return *at;
}

int cut_behind_a_function(int n)
{
	int (*f)(void);

	pthread_mutex_lock(&m); /* cut_behind_a_function_cs none | f out int (*f)(void) | ! */
	shared++;
	f = asks;
	pthread_create(&thread, NULL, NULL, NULL);
	pthread_mutex_unlock(&m);
	return f();
}

int tried_for_nothing_at_all(void)
{
	pthread_mutex_trylock(&m); /* RCL003 */
	shared++;
	pthread_mutex_unlock(&m);
	return 0;
}

int waits_and_gives_back_in_branches(int n)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (shared++ < n) {
		pthread_cond_wait(&filled, &m);
		if (asks())
			pthread_mutex_unlock(&m);
		else
			pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
		waiting++;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

static void unlock_it(void *it)
{
	pthread_mutex_unlock(it);
}

int checked_and_handled(int n)
{
	if (pthread_mutex_lock(&m) != 0) /* RCL008 */
		return 1;
	pthread_cleanup_push(unlock_it, &m);
	shared++;
	pthread_cleanup_pop(1);
	return n;
}

int released_above(int n)
{
	goto in;
out:
	pthread_mutex_unlock(&m);
	return 1;
in:
	asks();
	pthread_mutex_lock(&m); /* released_above_cs none | n in | goto out;! */
	shared++;
	if (n) {
		shared--;
		goto out;
	}
	goto out;
}

int pauses_twice_in_a_block(int n)
{
	while (asks()) {
		pthread_mutex_lock(&m); /* pauses_twice_in_a_block_cs thread waits | n in | pthread_mutex_lock(&m);, pthread_mutex_lock(&m); */
		while (shared++ < n) {
			pthread_mutex_unlock(&m);
			usleep(1);
			pthread_mutex_lock(&m);
			if (asks())
				continue;
			waiting++;
			pthread_mutex_unlock(&m);
			usleep(2);
			pthread_mutex_lock(&m);
		}
		pthread_mutex_unlock(&m);
	}
	return 0;
}

int back_from_a_pause(int n)
{
	pthread_mutex_lock(&m); /* RCL005 */
more:
	shared++;
	while (shared < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		if (asks())
			goto more;
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int label_in_a_pause(int n)
{
	pthread_mutex_lock(&m); /* RCL004 */
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
again:
		usleep(1);
		if (asks())
			goto again;
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int by_an_odd_address(int x)
{
	pthread_mutex_lock(&m); /* RCL019 */
	get(& /* its own */ x);
	shared += x;
	pthread_mutex_unlock(&m);
	return x;
}

int tried_and_counted(int n)
{
	while (pthread_mutex_trylock(&m) != 0) /* RCL003 */
		n++;
	n += ++shared;
	pthread_mutex_unlock(&m);
	return n;
}

int tried_and_kept(int n)
{
	int k = 0;

	while (pthread_mutex_trylock(&m) != 0) /* tried_and_kept_cs? none waits | n in, k section-local | */
		k++;
	k = shared;
	while (shared < n)
		pthread_cond_wait(&filled, &m);
	shared += k;
	pthread_mutex_unlock(&m);
	return n;
}

int given_back_twice(const int n, int k)
{
	if (n)
		pthread_mutex_lock(&m); /* given_back_twice_cs none | | ! */
	shared++;
	if (n && k) {
		pthread_mutex_unlock(&m);
		return 1;
	}
	if (n)
		pthread_mutex_unlock(&m);
	return 1;
}

static void *once_in_a_thread(void *nothing)
{
	pthread_mutex_lock(&m); /* once_in_a_thread_cs none | | */
	do {
		shared++;
	} while (0);
	pthread_mutex_unlock(&m);
	return nothing;
}

static void *spins_in_a_thread(void *nothing)
{
	pthread_mutex_lock(&m); /* RCL002 */
	shared++;
	while (!stop)
		;
	pthread_mutex_unlock(&m);
	return nothing;
}

int waits_if_threaded(int n)
{
	if (threaded)
		pthread_mutex_lock(&m); /* waits_if_threaded_cs none waits | n in | */
	while (shared < n)
		pthread_cond_wait(&filled, &m);
	shared = 0;
	if (threaded)
		pthread_mutex_unlock(&m);
	return 0;
}

int checked_and_paused_in_a_loop(int n)
{
	if (pthread_mutex_lock(&m) != 0) /* RCL008 */
		return -1;
	while (shared++ < n) {
		pthread_mutex_unlock(&m);
		usleep(1);
		pthread_mutex_lock(&m);
	}
	shared--;
	pthread_mutex_unlock(&m);
	return 0;
}

int by_number_stored(void)
{
	int r = pthread_mutex_trylock(&locks[late]); /* RCL005 */

	if (r != 0)
		return r;
	late++;
	shared++;
	late--;
	pthread_mutex_unlock(&locks[late]);
	return r;
}

/* a macro whose loop only gives the lock back, behind its block */

void begin(int n);

#define FINISHING(l) for (int once = (begin(1), 0); once < 1; once = (pthread_mutex_unlock(l), 1))

void finishing(int n)
{
	pthread_mutex_lock(&m); /* RCL007 */
	shared++;
	FINISHING(&m) {
		shared += n;
	}
}

int main(void)
{
	pthread_create(&thread, NULL, once_in_a_thread, NULL);
	pthread_create(&thread, NULL, spins_in_a_thread, NULL);
	return 0;
}
