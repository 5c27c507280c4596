/* A lock and a guard ask for members that are called like variables which the section around has by reference. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct box {
	rcl_mutex_t m;
	int threaded;
	int count;
};

static rcl_mutex_t outer = RCL_MUTEX_INITIALIZER(outer);
static struct box boxes[2] = { { RCL_MUTEX_INITIALIZER(box_m_in), 1, 0 }, { RCL_MUTEX_INITIALIZER(box_m_in_12), 1, 0 } };

static void bump(int *p)
{
	*p += 1;
}

struct nested_box_cs {  /* s->m, in.c:26-31 */
	struct box *s;  /* in */
	int *m;         /* by reference */
};

static int nested_box_cs(void *ctx)
{
	struct nested_box_cs *cs = ctx;
	struct box *s = cs->s;
	int *m = cs->m;

	s->count += *m;
	bump(m);
	return 0;
}

struct nested_outer_cs {  /* outer, in.c:23-33 */
	struct box *s;    /* in */
	int *m;           /* by reference */
	int *threaded;    /* by reference */
	int r;            /* out */
};

static int nested_outer_cs(void *ctx)
{
	struct nested_outer_cs *cs = ctx;
	struct box *s = cs->s;
	int *m = cs->m;
	int *threaded = cs->threaded;
	int r;

	bump(m);
	bump(threaded);
	struct nested_box_cs box_cs = { .s = s, .m = m };
	if (s->threaded) {
		rcl_exec_anon(&s->m, nested_box_cs, &box_cs, sizeof(box_cs));
	} else {
		nested_box_cs(&box_cs);
	}
	r = *m + *threaded;
	cs->r = r;
	return 0;
}

static int nested(struct box *s)
{
	int m = 1, threaded = 3, r;

	struct nested_outer_cs cs = { .s = s, .m = &m, .threaded = &threaded };
	rcl_exec_anon(&outer, nested_outer_cs, &cs, sizeof(cs));
	r = cs.r;
	return r;
}

struct waits_box_cs {   /* s->m, in.c:43-52 */
	struct box *s;  /* in */
	int *m;         /* by reference */
	int *threaded;  /* by reference */
};

static int waits_box_cs(void *ctx)
{
	struct waits_box_cs *cs = ctx;
	struct box *s = cs->s;
	int *m = cs->m;
	int *threaded = cs->threaded;

	if (*m == 7) {
		return 1;
	}
	s->count += *m;
	bump(threaded);
	return 0;
}

struct waits_outer_cs {  /* outer, in.c:41-54 */
	struct box *s;   /* in */
	int *m;          /* by reference */
	int *threaded;   /* by reference */
	int r;           /* out */
};

static int waits_outer_cs(void *ctx)
{
	struct waits_outer_cs *cs = ctx;
	struct box *s = cs->s;
	int *m = cs->m;
	int *threaded = cs->threaded;
	int r;

	bump(m);
	struct waits_box_cs box_cs = { .s = s, .m = m, .threaded = threaded };
	if (rcl_exec_anon(&s->m, waits_box_cs, &box_cs, sizeof(box_cs)) == 1) {
		return 1;
	}
	r = *m + *threaded;
	cs->r = r;
	return 0;
}

static int waits(struct box *s)
{
	int m = 1, threaded = 3, r;

	struct waits_outer_cs cs = { .s = s, .m = &m, .threaded = &threaded };
	if (rcl_exec_anon(&outer, waits_outer_cs, &cs, sizeof(cs)) == 1) {
		printf("%d", m);
		return 5;
	}
	r = cs.r;
	return r;
}

static void *work(void *arg)
{
	struct box *b = arg;
	for (int i = 0; i < 100; i++) {
		nested(b);
		waits(b);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &boxes[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d\n", boxes[0].count, boxes[1].count);
	return 0;
}
