/* What is done if a lock call fails, in a branch of an #if, in whose others another lock is taken. */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
static int cnt;
int bump3(int k) {
	int v = 0;
#ifdef USE_SPIN
	if (pthread_spin_lock(&sp)) return -1;
#else
	if (pthread_mutex_lock(&g)) return -1;
#endif
	v = cnt += k;
#ifdef USE_SPIN
	pthread_spin_unlock(&sp);
#else
	pthread_mutex_unlock(&g);
#endif
	return v;
}
int bump4(int k) {
	int v = 0;
#ifndef USE_SPIN
	if (pthread_mutex_lock(&g) != 0) {
		perror("lock");
		return -1;
	}
#else
	if (pthread_spin_lock(&sp))
		return -1;
#endif
	if (k > 5) {
#ifndef USE_SPIN
		pthread_mutex_unlock(&g);
#else
		pthread_spin_unlock(&sp);
#endif
		return 5;
	}
	v = cnt += k;
#ifndef USE_SPIN
	pthread_mutex_unlock(&g);
#else
	pthread_spin_unlock(&sp);
#endif
	return v;
}
int bump5(int k) {
	int v = 0, rc;
#ifndef USE_SPIN
	if ((rc = pthread_mutex_lock(&g)) != 0)
		return rc;
#else
	if (pthread_spin_lock(&sp))
		return -1;
#endif
	v = cnt += k;
#ifndef USE_SPIN
	pthread_mutex_unlock(&g);
#else
	pthread_spin_unlock(&sp);
#endif
	return v;
}
int try6(int k) {
#ifndef USE_SPIN
	if (pthread_mutex_trylock(&g) != 0)
		return 0;
#else
	if (pthread_spin_trylock(&sp))
		return 0;
#endif
	cnt += k;
#ifndef USE_SPIN
	pthread_mutex_unlock(&g);
#else
	pthread_spin_unlock(&sp);
#endif
	return 1;
}
int kept7(int k) {
	int rc;
#ifdef USE_SPIN
	rc = pthread_spin_lock(&sp);
#else
	rc = pthread_mutex_lock(&g);
#endif
	if (rc)
		return -1;
	cnt += k;
#ifndef USE_SPIN
	pthread_mutex_unlock(&g);
#else
	pthread_spin_unlock(&sp);
#endif
	return 1;
}
int main(void) { printf("%d %d %d %d %d %d\n", bump3(4), bump4(3), bump4(7), bump5(2), try6(1), kept7(2)); return 0; }
