/* Attempts that fail for sure: what is done before and behind the acquisition there has the values that it had. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int state, asked;
static unsigned long contended, total, slow;

static void let_go(int now)
{
	__atomic_store_n(&asked, now, __ATOMIC_RELEASE);
}

static void *holder(void *arg)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&gate);
	state = 1;
	pthread_cond_signal(&go);
	pthread_mutex_unlock(&gate);
	while (!__atomic_load_n(&asked, __ATOMIC_ACQUIRE))
		sched_yield();
	total++;
	pthread_mutex_unlock(&lock);
	return arg;
}

static void held(pthread_t *t)
{
	state = 0;
	let_go(0);
	pthread_create(t, NULL, holder, NULL);
	pthread_mutex_lock(&gate);
	while (!state)
		pthread_cond_wait(&go, &gate);
	pthread_mutex_unlock(&gate);
}

static int add(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		let_go(1);
		pthread_mutex_lock(&lock);
		contended++;
	}
	if (n < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return 0;
}

static int timed(int n)
{
	int seen = 0;
	int unset, k = n;

	if (pthread_mutex_trylock(&lock) == EBUSY) {
		int before = 5 + n;
		int arr[3] = { 1, 2, 3 };

		unset = 4;
		k += 3;
		seen = 1;
		let_go(1);
		pthread_mutex_lock(&lock);
		slow += before + arr[1];
		arr[2]++;
		k *= 2;
		before = 7;
		slow += before + arr[2];
	}
	total += n;
	if (seen)
		total += unset;
	if (n > 50)
		k = 1;
	pthread_mutex_unlock(&lock);
	return k * 10 + seen;
}

static int pre(int n)
{
	int how = 9, len = 0;
	char *text = NULL;

	if (pthread_mutex_trylock(&lock) != 0) {
		how = n;
		text = malloc(3);
		len = 3;
		n *= 2;
		if (how > 100) {
			free(text);
			let_go(1);
			return -1;
		}
		let_go(1);
		pthread_mutex_lock(&lock);
	}
	total += how + len;
	if (text) {
		text[0] = 'a' + n;
		text[1] = 0;
	}
	if (n == 6) {
		pthread_mutex_unlock(&lock);
		n = text ? text[0] : 0;
		free(text);
		return n + how;
	}
	how++;
	pthread_mutex_unlock(&lock);
	free(text);
	return n + how * 100;
}

static int kept(int n)
{
	int rc = pthread_mutex_trylock(&lock);

	if (rc) {
		contended++;
		let_go(1);
		pthread_mutex_lock(&lock);
	}
	total += n;
	pthread_mutex_unlock(&lock);
	return rc == EBUSY;
}

static int partial(int n)
{
	int out;

	if (n > 3)
		out = n;
	if (pthread_mutex_trylock(&lock)) {
		out = 77;
		let_go(1);
		pthread_mutex_lock(&lock);
	} 
	if (n == 2)
		out = 5;
	total += n;
	pthread_mutex_unlock(&lock);
	return out;
}

static int loops(int n)
{
	int i, sum = 0;

	for (i = 0; i < n; i++) {
		if (pthread_mutex_trylock(&lock)) {
			let_go(1);
			pthread_mutex_lock(&lock);
			sum += 100;
			if (i == 1) {
				pthread_mutex_unlock(&lock);
				continue;
			}
		}
		sum++;
		if (i == 5) {
			pthread_mutex_unlock(&lock);
			break;
		}
		total++;
		pthread_mutex_unlock(&lock);
	}
	return sum + i;
}

static int jumps(int n)
{
	int tries = 0;

again:
	if (pthread_mutex_trylock(&lock)) {
		if (tries++ < 2)
			goto again;
		let_go(1);
		pthread_mutex_lock(&lock);
		tries += 10;
	}
	total += tries;
	if (n-- > 0) {
		pthread_mutex_unlock(&lock);
		goto again;
	}
	pthread_mutex_unlock(&lock);
	return tries;
}

static int stays(int n)
{
	if (pthread_mutex_trylock(&lock)) {
		let_go(1);
		pthread_mutex_lock(&lock);
		contended++;
		if (n == 3)
			return 1;
	}
	total += n;
	return 2;
}

#define RUN(call) do { pthread_t t; int r; held(&t); r = call; pthread_join(t, NULL); printf("%s: %d %d\n", #call, r, call); } while (0)

int main(void)
{
	RUN(add(3));
	RUN(add(-1));
	RUN(timed(4));
	RUN(timed(60));
	RUN(pre(3));
	RUN(pre(5));
	RUN(pre(200));
	RUN(kept(2));
	RUN(partial(2));
	RUN(partial(4));
	RUN(loops(2));
	RUN(loops(9));
	RUN(jumps(3));
	{ pthread_t t; int r; held(&t); r = stays(3); pthread_mutex_unlock(&lock); pthread_join(t, NULL); printf("%d\n", r); }
	{ int r = stays(4); pthread_mutex_unlock(&lock); printf("%d\n", r); }
	printf("%lu %lu %lu\n", total, contended, slow);
	return 0;
}
