#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, other;

struct three_cs {  /* m, in.c:10-22 */
	int a;     /* in */
};

static int three_cs(void *ctx)
{
	struct three_cs *cs = ctx;
	int a = cs->a;

	count++;
	if (a == 1) {
		other++;
		return 1;
	} else if (a == 2) {
		other--;
		return 2;
	} else {
		return 3;
	}
}

/* three ways out that do not jump, and none that falls through */
int three(int a)
{
	struct three_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, three_cs, &cs, sizeof(cs));

	if (way == 1) {
		puts("one");
	} else if (way == 2) {
		puts("two");
	} else {
		puts("three");
	}
	return a;
}

/* m, in.c:31-43 */
static int again_cs(void *ctx)
{
	if (count > 100) {
		count = 0;
		return 1;
	}
	if (count > 50) {
		return 2;
	}
	count++;
	return 0;
}

/* no captures, behind a label */
int again(void)
{
retry:
	switch (rcl_exec_anon(&m, again_cs, NULL, 0)) {
	case 1:
		goto retry;
	case 2:
		puts("many");
		return 1;
	}
	return 0;
}

/* m, in.c:54-61 */
static int either_cs(void *ctx)
{
	if (count > 100) {
		count = 0;
		return 1;
	} else {
		return 2;
	}
}

/* no captures, behind a label, and none that jumps */
int either(int a)
{
	if (a)
		goto there;
	puts("not there");
there:
	{
		int way = rcl_exec_anon(&m, either_cs, NULL, 0);

		if (way == 1) {
			puts("high");
		} else {
			puts("low");
		}
	}
	return a;
}

struct pauses_cs {  /* m, in.c:73-87 */
	int at;     /* where it goes on */
};

static int pauses_cs(void *ctx)
{
	struct pauses_cs *cs = ctx;

	if (cs->at == 1)
		goto at_1;
	if (cs->at == 2)
		goto at_2;

	if (count & 1) {
		count++;
		cs->at = 1;
		return 1;
		at_1: ;
	}
	other++;
	if (count & 2) {
		cs->at = 2;
		return 2;
		at_2:
		count--;
	}
	return 0;
}

/* a label before one that gives the lock back for a while, in two places */
int pauses(int a)
{
	if (a > 3)
		goto there;
	puts("not there");
there:
	{
		struct pauses_cs cs = { .at = 0 };
		int way;

		while ((way = rcl_exec_anon(&m, pauses_cs, &cs, sizeof(cs))) != 0) {
			if (way == 1) {
				puts("first");
			}
			if (way == 2) {
				puts("second");
			}
		}
	}
	return a;
}

struct paused_cs {  /* m, in.c:94-108 */
	int a;      /* in */
	int got;    /* out */
	int at;     /* where it goes on */
};

static int paused_cs(void *ctx)
{
	struct paused_cs *cs = ctx;
	int a = cs->a;

	if (cs->at == 2)
		goto at_2;
	int got = count++;
	if (a == 1) {
		cs->got = got;
		return 1;
	}
	while (a < 4) {
		cs->got = got;
		cs->at = 2;
		return 2;
		at_2:
		got = cs->got;
	}
	other += got & 1;
	return 0;
}

/* what the section declares is not the client's where it gives the lock back, though that may leave */
int paused(int a)
{
	struct paused_cs cs = { .a = a, .at = 0 };
	int way;

	while ((way = rcl_exec_anon(&m, paused_cs, &cs, sizeof(cs))) == 2) {
		if (a++ == 2)
			return 5;
		cs.a = a;
	}
	if (way == 1) {
		int got = cs.got;
		printf("%d\n", got);
		return got;
	}
	return 0;
}

struct tails_cs {  /* m, in.c:115-127 */
	int a;     /* in */
};

static int tails_cs(void *ctx)
{
	struct tails_cs *cs = ctx;
	int a = cs->a;

	if (a == 1) {
		return 1;
	}
	if (a == 2) {
		return 2;
	}
	count++;
	return 0;
}

/* a tail that declares, in a switch */
int tails(int a)
{
	struct tails_cs cs = { .a = a };
	switch (rcl_exec_anon(&m, tails_cs, &cs, sizeof(cs))) {
	case 1: {
		int own = a * 2;
		printf("%d\n", own);
		return own;
	}
	case 2:
		return 2;
	}
	return 0;
}

/* m, in.c:134-137 */
static int declared_cs(void *ctx)
{
	count++;
	return 0;
}

/* a variable that the section declares, and only the client uses */
int declared(void)
{
	int later;

	rcl_exec_anon(&m, declared_cs, NULL, 0);
	later = 3;
	printf("%d\n", later);
	return later;
}

struct idle_cs {  /* m, in.c:146-162 */
	int a;    /* in */
};

static int idle_cs(void *ctx)
{
	struct idle_cs *cs = ctx;
	int a = cs->a;

	if (a > 3) {
		if (count > a) {
			count--;
			return 1;
		}
		count += a;
	}
	if (count > 90) {
		return 2;
	}
	return 0;
}

/* declared in a block of the section, used in what follows a release there alone */
int idle(int a)
{
	struct idle_cs cs = { .a = a };
	switch (rcl_exec_anon(&m, idle_cs, &cs, sizeof(cs))) {
	case 1: {
		int told;
		told = a + 1;
		printf("%d\n", told);
		return told;
	}
	case 2:
		return 9;
	}
	return 0;
}

struct alike_cs {  /* m, in.c:171-179 */
	int a;     /* in */
	int r;     /* out */
};

static int alike_cs(void *ctx)
{
	struct alike_cs *cs = ctx;
	int a = cs->a;
	int r;

	r = count++;
	if (a > 3) {
		cs->r = r;
		return 1;
	} else {
		other++;
		cs->r = r;
		return 2;
	}
}

/* both ways out hand back the same, and both jump */
int alike(int a)
{
	int r;

	struct alike_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, alike_cs, &cs, sizeof(cs));

	if (way == 1) {
		r = cs.r;
		return r + 1;
	}
	r = cs.r;
	return r;
}

struct alike_end_cs {  /* m, in.c:188-196 */
	int a;         /* in */
	int r;         /* out */
};

static int alike_end_cs(void *ctx)
{
	struct alike_end_cs *cs = ctx;
	int a = cs->a;
	int r;

	r = count++;
	if (a > 3) {
		cs->r = r;
		return 1;
	} else {
		other++;
		cs->r = r;
		return 2;
	}
}

/* the same, and they do not jump */
int alike_end(int a)
{
	int r;

	struct alike_end_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, alike_end_cs, &cs, sizeof(cs));
	r = cs.r;

	if (way == 1) {
		printf("%d\n", r + 1);
	} else {
		printf("%d\n", r);
	}
	return r;
}

struct alike_local_cs {  /* m, in.c:204-212 */
	int a;           /* in */
	int r;           /* out */
};

static int alike_local_cs(void *ctx)
{
	struct alike_local_cs *cs = ctx;
	int a = cs->a;
	int r = count++;
	if (a > 3) {
		cs->r = r;
		return 1;
	} else {
		other++;
		cs->r = r;
		return 2;
	}
}

/* declared by the section and the same in both */
int alike_local(int a)
{
	struct alike_local_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, alike_local_cs, &cs, sizeof(cs));

	if (way == 1) {
		int r = cs.r;
		printf("%d\n", r + 1);
	} else {
		int r = cs.r;
		printf("%d\n", r);
	}
	return a;
}

struct keeps_or_not_cs {  /* m, in.c:220-227 */
	int a;            /* in */
};

static int keeps_or_not_cs(void *ctx)
{
	struct keeps_or_not_cs *cs = ctx;
	int a = cs->a;

	count++;
	if (a > 3) {
		other++;
		return 1;
	} else {
		other--;
		return RCL_KEEP | 2;
	}
}

/* the lock is kept on one way and released on the other, nothing else */
int keeps_or_not(int a)
{
	struct keeps_or_not_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, keeps_or_not_cs, &cs, sizeof(cs));

	if (way == 2)
		return 1;
	return 0;
}

struct end_tail_cs {  /* m, in.c:235-242 */
	int a;        /* in */
};

static int end_tail_cs(void *ctx)
{
	struct end_tail_cs *cs = ctx;
	int a = cs->a;

	count++;
	if (a > 3) {
		other++;
		return 1;
	} else {
		return 2;
	}
}

/* released with a tail in a branch at the end, else at the end */
int end_tail(int a)
{
	struct end_tail_cs cs = { .a = a };
	int way = rcl_exec_anon(&m, end_tail_cs, &cs, sizeof(cs));

	if (way == 1)
		puts("more");
	return 0;
}

struct kept_cs {  /* m, in.c:250-254 */
	int a;    /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	int a = cs->a;

	count++;
	if (a) {
		other++;
		return 1;
	}
	return RCL_KEEP;
}

/* the lock is given back on one way, and else kept */
void kept(int a)
{
	struct kept_cs cs = { .a = a };
	rcl_exec_anon(&m, kept_cs, &cs, sizeof(cs));
}

struct thrice_m_1_cs {  /* m, in.c:261-268 */
	int a;          /* in */
};

static int thrice_m_1_cs(void *ctx)
{
	struct thrice_m_1_cs *cs = ctx;
	int a = cs->a;

	if (a == 1) {
		return 1;
	}
	count += a;
	return 0;
}

struct thrice_m_2_cs {  /* m, in.c:270-277 */
	int a;          /* in */
};

static int thrice_m_2_cs(void *ctx)
{
	struct thrice_m_2_cs *cs = ctx;
	int a = cs->a;

	if (a == 2) {
		return 1;
	} else {
		count -= a;
		return 2;
	}
}

struct thrice_m_3_cs {  /* m, in.c:281-283 */
	int a;          /* in */
};

static int thrice_m_3_cs(void *ctx)
{
	struct thrice_m_3_cs *cs = ctx;
	int a = cs->a;

	other += a;
	return 0;
}

/* three sections of one block, with a way out each */
int thrice(int a)
{
	struct thrice_m_1_cs cs = { .a = a };
	if (rcl_exec_anon(&m, thrice_m_1_cs, &cs, sizeof(cs)) == 1) {
		puts("one");
		return 1;
	}
	puts("then");
	struct thrice_m_2_cs m_2_cs = { .a = a };
	int m_2_way = rcl_exec_anon(&m, thrice_m_2_cs, &m_2_cs, sizeof(m_2_cs));

	if (m_2_way == 1) {
		puts("two");
	} else {
		puts("not two");
	}
	puts("then");
	{
		struct thrice_m_3_cs m_3_cs = { .a = a };
		rcl_exec_anon(&m, thrice_m_3_cs, &m_3_cs, sizeof(m_3_cs));
	}
	return 0;
}

struct eleven_cs {  /* m, in.c:291-338 */
	int a;      /* in */
};

static int eleven_cs(void *ctx)
{
	struct eleven_cs *cs = ctx;
	int a = cs->a;

	switch (a + count % 2) {
	case 1:
		other += 1;
		return 1;
	case 2:
		other += 2;
		return 2;
	case 3:
		other += 3;
		return 3;
	case 4:
		other += 4;
		return 4;
	case 5:
		other += 5;
		return 5;
	case 6:
		other += 6;
		return 6;
	case 7:
		other += 7;
		return 7;
	case 8:
		other += 8;
		return 8;
	case 9:
		other += 9;
		return 9;
	case 10:
		other += 10;
		return 10;
	case 11:
		other += 11;
		return 11;
	}
	return 0;
}

/* as many ways out that the number of one begins like another's */
int eleven(int a)
{
	struct eleven_cs cs = { .a = a };
	switch (rcl_exec_anon(&m, eleven_cs, &cs, sizeof(cs))) {
	case 1:
		return 3;
	case 2:
		return 6;
	case 3:
		return 9;
	case 4:
		return 12;
	case 5:
		return 15;
	case 6:
		return 18;
	case 7:
		return 21;
	case 8:
		return 24;
	case 9:
		return 27;
	case 10:
		return 30;
	case 11:
		return 33;
	}
	return 0;
}

int main(void)
{
	int sum = 0;
	for (int i = 0; i < 200; i++)
		sum += three(i % 4) + again() + tails(i % 3) + declared() + idle(i % 7) + alike(i % 5) + alike_end(i % 5) + alike_local(i % 5) + end_tail(i % 6) + either(i % 2) + pauses(i % 5) + paused(i % 4) + thrice(i % 4) + eleven(i % 13);
	kept(1);
	sum += keeps_or_not(1);
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
