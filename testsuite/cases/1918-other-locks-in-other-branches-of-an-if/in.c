/* Sections whose lock calls stand in a branch of an #if, and in whose others something else is done. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <windows.h>
static CRITICAL_SECTION cs;
#elif defined(USE_SPIN)
static int spin;
#else
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#endif
static long n;
static int tab[8];

/* takes it out */
int take(int k, int *out)
{
	int err = 0, i;

	/* the table's lock */
#if defined(_WIN32)
	EnterCriticalSection(&cs); /* theirs */
#elif defined(USE_SPIN)
	while (__sync_lock_test_and_set(&spin, 1)) {
		;
	}
#else
	/* ours */
	pthread_mutex_lock(&m); /* now */
#endif
	for (i = 0; i < 8; i++) {
		if (tab[i] == k) {
			*out = i;
#if defined(_WIN32)
			LeaveCriticalSection(&cs);
#elif defined(USE_SPIN)
			__sync_lock_release(&spin);
#else
			pthread_mutex_unlock(&m);
#endif
			return 0;
		}
	}
	err = -1;
	n++;
#if defined(_WIN32)
	LeaveCriticalSection(&cs);
#elif defined(USE_SPIN)
	__sync_lock_release(&spin);
#else
	pthread_mutex_unlock(&m);
#endif
	return err;
}

int put(int k)
{
	int i = k & 7;
#ifdef WIN
	long old = Enter(&i);
#else
	pthread_mutex_lock(&m);
#endif
	tab[i] = k;
#ifdef WIN
	Leave(old);
#else
	pthread_mutex_unlock(&m);
#endif
	return i;
}

int get(int k)
{
	int r;
#ifndef USE_SPIN
	pthread_mutex_lock(&m);
#else
	spin_lock(k);
#endif
#ifdef USE_SPIN
	r = spin_get(k);
#else
	r = tab[k];
#endif
#if ! defined USE_SPIN
	pthread_mutex_unlock(&m);
#else /* spinning */
	spin_unlock(k);
#endif
	return r;
}

void both(int k)
{
#ifdef NOTHING
#elif defined(WIN)
	lock_it();
#else
	pthread_mutex_lock(&m);
#endif
	tab[k]++;
#ifdef NOTHING
#elif defined(WIN)
	unlock_it();
#else
	pthread_mutex_unlock(&m);
#endif
}

void no_else(int k)
{
#ifdef WIN
	lock_it();
#elif !defined(NOTHING)
	pthread_mutex_lock(&m);
#endif
	tab[k]++;
#ifdef WIN
	unlock_it();
#elif !defined(NOTHING)
	pthread_mutex_unlock(&m);
#endif
}

int main(void)
{
	int at = 9;
	both(1);
	no_else(2);
	printf("%d\n", put(13));
	printf("%d\n", take(13, &at));
	printf("%d\n", at);
	printf("%d %d\n", take(77, &at), get(1));
	return 0;
}
