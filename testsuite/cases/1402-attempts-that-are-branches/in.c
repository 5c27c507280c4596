/* Attempts to take a lock that stand in an else, or alone in a branch or a loop. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, started, busy;
void elseif(int k)
{
	if (!started) {
		started = 1;
	} else if (!pthread_mutex_trylock(&m)) {
		n += k;
		pthread_mutex_unlock(&m);
		puts("got");
	} else {
		puts("no");
	}
}

void both(int k)
{
	if (!started) {
		started = 1;
	} else if (!busy && !pthread_mutex_trylock(&m)) {
		n += k;
		pthread_mutex_unlock(&m);
		puts("got");
	} else {
		puts("no");
	}
}

void noelse(int k)
{
	if (!started) {
		started = 1;
	} else if (pthread_mutex_trylock(&m) == 0) {
		n += k;
		pthread_mutex_unlock(&m);
	}
}

/* without anything to hand over */
int count(int a)
{
	if (a > 3)
		n--;
	else if (pthread_mutex_trylock(&m) == 0) {
		n++;
		pthread_mutex_unlock(&m);
	}
	return a;
}

int keeps(int a)
{
	int err;

	if (a > 3)
		n--;
	else if ((err = pthread_mutex_trylock(&m)) != 0) {
		printf("busy %d\n", err);
		return -err;
	} else {
		int old = n;

		n++;
		pthread_mutex_unlock(&m);
		printf("%d\n", old);
	}
	return a;
}

int leaves(int a)
{
	int i;

	for (i = 0; i < 5; i++) {
		if (i == a)
			continue;
		else if (i == 4)
			return -2;
		else if (i > 1 && pthread_mutex_trylock(&m) == 0) {
			if (n > 100) {
				pthread_mutex_unlock(&m);
				break;
			}
			n += i;
			pthread_mutex_unlock(&m);
			continue;
		} else if (i == 3) {
			puts("three");
		} else
			puts("other");
		printf("%d %d\n", i, n);
	}
	return i;
}

void inside(int a)
{
	if (a > 3)
		n--;
	else if (pthread_mutex_trylock(&m))
		puts("busy");
	else {
		n++;
		pthread_mutex_unlock(&m);
	}
	if (a)
		if (pthread_mutex_trylock(&m) == 0) {
			n++;
			pthread_mutex_unlock(&m);
		}
}

/* stays: its section has no braces */
int nobraces(int a)
{
	if (a > 3)
		n--;
	else if (pthread_mutex_trylock(&m) == 0)
		n++, pthread_mutex_unlock(&m);
	return a;
}

/* the first one stays: a comment between the words */
int waits(int a)
{
	if (a > 3) {
		n--;
	} /* why */ else /* not */ if (pthread_mutex_trylock(&m) == 0) {
		n++;
		pthread_mutex_unlock(&m);
	}
	if (a > 3) {
		n--;
	}
	else if (pthread_mutex_lock(&m) == 0) {
		n++;
		pthread_mutex_unlock(&m);
	}
	else {
		puts("broken");
		return 1;
	}
	return a;
}

/* a branch in builds that nobody compiles here */
int sometimes(int a)
{
#ifdef OTHERS
	if (a > 2)
		puts("two");
	else
#endif
	if (pthread_mutex_trylock(&m) == 0) {
		n += a;
		pthread_mutex_unlock(&m);
	}
	return a;
}

static pthread_mutex_t each[3] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int c[3];

int any(int a)
{
	int i;

	for (i = 0; i < 3; i++)
		if (pthread_mutex_trylock(&each[i]) == 0) {
			c[i] += a;
			pthread_mutex_unlock(&each[i]);
			break;
		}
	for (i = 0; i < 3; )
		if (pthread_mutex_trylock(&each[i]) != 0)
			i++;
		else {
			c[i] += a;
			pthread_mutex_unlock(&each[i]);
			i += 2;
		}
	while (c[0] < 50)
		if (!pthread_mutex_trylock(&each[0])) {
			c[0] += a + 1;
			pthread_mutex_unlock(&each[0]);
			puts("up");
		}
	if (a > 2)
		if (a == 5)
			puts("five");
		else if (pthread_mutex_trylock(&each[1]) != 0)
			puts("busy");
		else {
			c[1]++;
			pthread_mutex_unlock(&each[1]);
		}
	else
		puts("small");
	if (a > 2)
		if (pthread_mutex_trylock(&each[1]) != 0)
			puts("busy");
		else {
			c[1]++;
			pthread_mutex_unlock(&each[1]);
		}
	else
		puts("small");
	/* this one stays */
	do
		if (!pthread_mutex_trylock(&each[0])) {
			c[0] += a + 1;
			pthread_mutex_unlock(&each[0]);
			puts("up");
		}
	while (c[0] < 60);
	return c[0] + 3 * c[1] + 5 * c[2];
}

int main(void)
{
	int i;

	for (i = 0; i < 7; i++) {
		started = i > 1;
		busy = i == 3;
		elseif(2 * i);
		both(3 + i);
		noelse(4);
		count(i);
		printf("%d %d\n", keeps(i), leaves(i));
		inside(i);
		nobraces(i);
		waits(i);
		sometimes(i);
		printf("%d %d\n", n, any(i));
	}
	return 0;
}
