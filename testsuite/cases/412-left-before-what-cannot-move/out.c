#include <alloca.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define ITEMS 6

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t other = RCL_MUTEX_INITIALIZER(other);
static int state[ITEMS], dropped, kept, said;

struct drop_cs {     /* lock, in.c:18-38 */
	int limit;   /* in */
	int i;       /* out */
	int rounds;  /* in-out */
};

static int drop_cs(void *ctx)
{
	struct drop_cs *cs = ctx;
	int limit = cs->limit;
	int i;
	int rounds = cs->rounds;

	rounds++;
	for (i = 0; i < ITEMS; i++) {
		if (state[i] < limit)
			continue;
		if (state[i] > 8) {
			kept++;
			break;
		}
		state[i]--;
		cs->i = i;
		cs->rounds = rounds;
		return RCL_KEEP | 1;
	}
	cs->rounds = rounds;
	return 0;
}

/* Released in both branches, and what follows is for both. */
static int drop(int limit)
{
	int i, rounds = 0;

retry:
	{
		struct drop_cs cs = { .limit = limit, .rounds = rounds };
		if (rcl_exec_anon(&lock, drop_cs, &cs, sizeof(cs)) == 1) {
			i = cs.i;
			rounds = cs.rounds;
			if (state[i] & 1) {
				said += i;
				rcl_unlock(&lock);
				rounds += 2;
			} else
				rcl_unlock(&lock);
			if (rounds > 20)
				return -rounds;
			goto retry;
		}
		rounds = cs.rounds;
	}
	return rounds;
}

struct copy_cs {   /* lock, in.c:47-61 */
	int n;     /* in */
	int seen;  /* in-out */
};

static int copy_cs(void *ctx)
{
	struct copy_cs *cs = ctx;
	int n = cs->n;
	int seen = cs->seen;

	while (seen < ITEMS && state[seen]) {
		seen++;
		if (state[seen - 1] == n) {
			cs->seen = seen;
			return RCL_KEEP | 1;
		}
	}
	kept += seen;
	cs->seen = seen;
	return 0;
}

/* The copy belongs to this frame. */
static int copy(const char *name, int n)
{
	int i, seen = 0;

	struct copy_cs cs = { .n = n, .seen = seen };
	if (rcl_exec_anon(&lock, copy_cs, &cs, sizeof(cs)) == 1) {
		seen = cs.seen;
		char *own = alloca(strlen(name) + 1);

		strcpy(own, name);
		for (i = 0; own[i]; i++)
			seen += own[i] == 'a';
		rcl_unlock(&lock);
		return seen;
	}
	seen = cs.seen;
	return seen;
}

struct pick_cs {  /* lock, in.c:70-91 */
	int n;    /* in */
	int i;    /* out */
};

static int pick_cs(void *ctx)
{
	struct pick_cs *cs = ctx;
	int n = cs->n;
	int i;

	for (i = 0; i < ITEMS; i++) {
		if (state[i] == n) {
			state[i]++;
			cs->i = i;
			return RCL_KEEP | 1;
		}
		if (state[i] == n + 1) {
			cs->i = i;
			return RCL_KEEP | 2;
		}
	}
	dropped++;
	return 0;
}

/* Two of them: the second is reached where the first one is not. */
static int pick(int n)
{
	int i;

	struct pick_cs cs = { .n = n };
	switch (rcl_exec_anon(&lock, pick_cs, &cs, sizeof(cs))) {
	case 1:
		i = cs.i;
		if (n & 1)
			rcl_unlock(&lock);
		n += 2;
		if (!(n & 1))
			rcl_unlock(&lock);
		return i;
	case 2: {
		i = cs.i;
		int *own = alloca(sizeof(*own));

		*own = i;
		state[i] += 2;
		rcl_unlock(&lock);
		return -*own;
	}
	}
	return ITEMS;
}

struct pass_other_cs {  /* other, in.c:103-104 */
	int n;          /* in */
	int i;          /* in */
};

static int pass_other_cs(void *ctx)
{
	struct pass_other_cs *cs = ctx;
	int n = cs->n;
	int i = cs->i;

	state[i] -= n;
	return RCL_KEEP;
}

struct pass_lock_cs {  /* lock, in.c:100-111 */
	int n;         /* in */
	int i;         /* out */
};

static int pass_lock_cs(void *ctx)
{
	struct pass_lock_cs *cs = ctx;
	int n = cs->n;
	int i;

	for (i = 0; i < ITEMS; i++) {
		if (state[i] > n) {
			struct pass_other_cs other_cs = { .n = n, .i = i };
			rcl_exec_anon(&other, pass_other_cs, &other_cs, sizeof(other_cs));
			cs->i = i;
			return 1;
		}
	}
	return 0;
}

/* The other lock outlives this one. */
static int pass(int n)
{
	int i;

	struct pass_lock_cs cs = { .n = n };
	if (rcl_exec_anon(&lock, pass_lock_cs, &cs, sizeof(cs)) == 1) {
		i = cs.i;
		said++;
		rcl_unlock(&other);
		return i;
	}
	return -1;
}

/* It goes on behind the branch: that stays. */
static int stay(int n)
{
	int i, seen = 0;

	rcl_lock(&lock);
	for (i = 0; i < ITEMS; i++) {
		if (state[i] == n) {
			char *own = alloca(1);

			*own = 'x';
			seen += *own == 'x';
		}
	}
	rcl_unlock(&lock);
	return seen;
}

struct work_cs {  /* lock, in.c:138-141 */
	int i;    /* in */
};

static int work_cs(void *ctx)
{
	struct work_cs *cs = ctx;
	int i = cs->i;

	for (int k = 0; k < ITEMS; k++)
		state[k] = 3 + (i + k) % 5;
	return 0;
}

static void *work(void *arg)
{
	int *sum = arg;

	for (int i = 0; i < 300; i++) {
		struct work_cs cs = { .i = i };
		rcl_exec_anon(&lock, work_cs, &cs, sizeof(cs));
		drop(4);
		copy("banana", 5);
		pick(4);
		pass(3);
		*sum += stay(50);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int i, one = 0, two = 0;

	for (i = 0; i < ITEMS; i++)
		state[i] = i + 2;
	printf("%d\n", drop(5));
	printf("%d\n", drop(4));
	for (i = 0; i < ITEMS; i++)
		state[i] = i + 2;
	printf("%d\n", copy("banana", 3));
	printf("%d\n", copy("banana", 9));
	for (i = 2; i < 12; i++)
		printf("%d ", pick(i));
	printf("\n");
	for (i = 0; i < 12; i++)
		printf("%d ", pass(i));
	printf("\n%d\n", stay(3));
	for (i = 0; i < ITEMS; i++)
		printf("%d ", state[i]);
	printf("%d %d %d\n", dropped, kept, said);
	pthread_create(&thread, NULL, work, &one);
	work(&two);
	pthread_join(thread, NULL);
	printf("%d %d\n", one, two);
	return 0;
}
