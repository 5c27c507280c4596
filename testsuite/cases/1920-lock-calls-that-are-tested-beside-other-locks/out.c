/* What is done if a lock call fails, in a branch of an #if, in whose others another lock is taken. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
static rcl_mutex_t g = RCL_MUTEX_INITIALIZER(g);
static int cnt;

struct bump3_cs {  /* g, in.c:8-17 */
	int k;     /* in */
	int v;     /* out */
};

static int bump3_cs(void *ctx) {
	struct bump3_cs *cs = ctx;
	int k = cs->k;
	int v;

	v = cnt += k;
	cs->v = v;
	return 0;
}

int bump3(int k) {
	int v = 0;
	struct bump3_cs cs = { .k = k };
#ifdef USE_SPIN
	if (pthread_spin_lock(&sp)) return -1;
	bump3_cs(&cs);
	pthread_spin_unlock(&sp);
#else
	if (rcl_exec_anon(&g, bump3_cs, &cs, sizeof(cs)) < 0) return -1;
#endif
	v = cs.v;
	return v;
}

struct bump4_cs {  /* g, in.c:23-42 */
	int k;     /* in */
	int v;     /* out */
};

static int bump4_cs(void *ctx) {
	struct bump4_cs *cs = ctx;
	int k = cs->k;
	int v;

	if (k > 5) {
		return 1;
	}
	v = cnt += k;
	cs->v = v;
	return 0;
}

int bump4(int k) {
	int v = 0;
	struct bump4_cs cs = { .k = k };
	int way;
#ifndef USE_SPIN
	way = rcl_exec_anon(&g, bump4_cs, &cs, sizeof(cs));
	if (way < 0) {
		perror("lock");
		return -1;
	}
#else
	if (pthread_spin_lock(&sp))
		return -1;
	way = bump4_cs(&cs);
	pthread_spin_unlock(&sp);
#endif
	if (way == 1)
		return 5;
	v = cs.v;
	return v;
}

struct bump5_cs {  /* g, in.c:50-59 */
	int k;     /* in */
	int v;     /* out */
};

static int bump5_cs(void *ctx) {
	struct bump5_cs *cs = ctx;
	int k = cs->k;
	int v;

	v = cnt += k;
	cs->v = v;
	return 0;
}

int bump5(int k) {
	int v = 0, rc;
	struct bump5_cs cs = { .k = k };
#ifndef USE_SPIN
	if ((rc = -rcl_exec_anon(&g, bump5_cs, &cs, sizeof(cs))) != 0)
		return rc;
#else
	if (pthread_spin_lock(&sp))
		return -1;
	bump5_cs(&cs);
	pthread_spin_unlock(&sp);
#endif
	v = cs.v;
	return v;
}

struct try6_cs {  /* g, in.c:66-75 */
	int k;    /* in */
};

static int try6_cs(void *ctx) {
	struct try6_cs *cs = ctx;
	int k = cs->k;

	cnt += k;
	return 0;
}

int try6(int k) {
	struct try6_cs cs = { .k = k };
#ifndef USE_SPIN
	if (rcl_tryexec(&g, try6_cs, &cs, sizeof(cs)) < 0)
		return 0;
#else
	if (pthread_spin_trylock(&sp))
		return 0;
	try6_cs(&cs);
	pthread_spin_unlock(&sp);
#endif
	return 1;
}
int kept7(int k) {
	int rc;
#ifdef USE_SPIN
	rc = pthread_spin_lock(&sp);
#else
	rc = rcl_lock(&g);
#endif
	if (rc)
		return -1;
	cnt += k;
#ifndef USE_SPIN
	rcl_unlock(&g);
#else
	pthread_spin_unlock(&sp);
#endif
	return 1;
}
int main(void) { printf("%d %d %d %d %d %d\n", bump3(4), bump4(3), bump4(7), bump5(2), try6(1), kept7(2)); return 0; }
