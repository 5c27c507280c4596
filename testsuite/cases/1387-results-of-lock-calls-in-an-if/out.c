/* Lock calls that stand in an #if and whose results are kept there, as libraries have them that can do without threads. */
#include <errno.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FAILED (-1)

struct context {
	rcl_mutex_t mutex;
	int reseed, entropy;
	char text[16];
};

static struct context first = { RCL_MUTEX_INITIALIZER(context_mutex), 3, 0, "" };
static int refused;

static int lock(rcl_mutex_t *m)
{
	if (rcl_lock(m) != 0)
		return -30;
	return 0;
}

static int unlock(rcl_mutex_t *m)
{
	if (rcl_unlock(m) != 0)
		return -30;
	return 0;
}

static int gather(struct context *ctx, int n)
{
	ctx->entropy += n;
	return n > 7 ? -52 : 0;
}

struct random_of_cs {         /* ctx->mutex, in.c:48-57 */
	struct context *ctx;  /* in */
	int n;                /* in */
	int ret;              /* out */
};

static int random_of_cs(void *arg)
{
	struct random_of_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;
	int ret;

	ret = gather(ctx, n);
	cs->ret = ret;
	return 0;
}

static int random_of(struct context *ctx, int n)
{
	int ret;

	struct random_of_cs cs = { .ctx = ctx, .n = n };
#if defined(THREADING)
	if ((ret = -rcl_exec_anon(&ctx->mutex, random_of_cs, &cs, sizeof(cs))) != 0) {
		return ret;
	}
#else
	random_of_cs(&cs);
#endif
	ret = cs.ret;

	return ret;
}

struct reseed_cs {            /* ctx->mutex, in.c:70-76 */
	struct context *ctx;  /* in */
	int n;                /* in */
};

static int reseed_cs(void *arg)
{
	struct reseed_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;

	ctx->reseed += n;
	return 0;
}

/* what the lock call gives is used behind the section, too */
static int reseed(struct context *ctx, int n)
{
	int ret = 0;

	struct reseed_cs cs = { .ctx = ctx, .n = n };
#if defined(THREADING)
	if ((ret = -rcl_exec_anon(&ctx->mutex, reseed_cs, &cs, sizeof(cs))) != 0)
		return ret;
#else
	reseed_cs(&cs);
#endif
	return ret + ctx->reseed;
}

struct send_text_cs {         /* ctx->mutex, in.c:86-102 */
	struct context *ctx;  /* in */
	const char *text;     /* in */
	int ret;              /* in-out */
};

static int send_text_cs(void *arg)
{
	struct send_text_cs *cs = arg;
	struct context *ctx = cs->ctx;
	const char *text = cs->text;
	int ret = cs->ret;

	if (strlen(text) >= sizeof(ctx->text)) {
		ret = FAILED;
		goto OUT;
	}
	strcpy(ctx->text, text);

OUT:
	cs->ret = ret;
	return 0;
}

/* a variable of the #if's own */
static int send_text(struct context *ctx, const char *text)
{
	int ret = 0;

	struct send_text_cs cs = { .ctx = ctx, .text = text, .ret = ret };
#ifndef NO_LOCK
	int e = -rcl_exec_anon(&ctx->mutex, send_text_cs, &cs, sizeof(cs));
	if (e != 0) {
		errno = e;
		return FAILED;
	}
#else
	send_text_cs(&cs);
#endif // ! NO_LOCK
	ret = cs.ret;
	return ret;
}

struct curve_cs {             /* ctx->mutex, in.c:111-130 */
	struct context *ctx;  /* in */
	int n;                /* in */
	int x;                /* out */
};

static int curve_cs(void *arg)
{
	struct curve_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;
	int x;

	for (x = 0; x < n; x++) {
		if (ctx->entropy + x > 40) {
			cs->x = x;
			return 1;
		}
		ctx->reseed += x;
	}
	x = ctx->reseed;
	cs->x = x;
	return 0;
}

static int curve(struct context *ctx, int n)
{
	int ret = 0, x;

	struct curve_cs cs = { .ctx = ctx, .n = n };
	int way;
#if defined(THREADING)
	way = rcl_exec_anon(&ctx->mutex, curve_cs, &cs, sizeof(cs));
	ret = way < 0 ? -way : 0;
	if (ret != 0) {
		printf("cannot lock: %d\n", ret);
		return ret;
	}
#else
	way = curve_cs(&cs);
#endif
	if (way == 1) {
		x = cs.x;
		printf("more than 40\n");
		return x;
	}
	x = cs.x;
	return x;
}

struct tries_cs {             /* ctx->mutex, in.c:140-151 */
	struct context *ctx;  /* in */
	int n;                /* in */
};

static int tries_cs(void *arg)
{
	struct tries_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;

	ctx->reseed = n;
	return 0;
}

/* with a comment first, which stays, and what tells a truth */
static int tries(struct context *ctx, int n)
{
	bool had = true;

	struct tries_cs cs = { .ctx = ctx, .n = n };
#ifdef THREADING
	/* another one may have it: then there
	 * is nothing to do */
	had = rcl_tryexec(&ctx->mutex, tries_cs, &cs, sizeof(cs)) >= 0;
	if (!had) {
		refused++;
		return FAILED;
	}
#else
	tries_cs(&cs);
#endif
	return had + n;
}

struct busy_cs {              /* ctx->mutex, in.c:160-172 */
	struct context *ctx;  /* in */
	int n;                /* in */
	int err;              /* out */
};

static int busy_cs(void *arg)
{
	struct busy_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;
	int err;

	if (n > 5) {
		return 1;
	}
	err = ctx->reseed;
	cs->err = err;
	return 0;
}

static int busy(struct context *ctx, int n)
{
	int err;

	struct busy_cs cs = { .ctx = ctx, .n = n };
	int way;
#ifdef THREADING
	way = rcl_tryexec(&ctx->mutex, busy_cs, &cs, sizeof(cs));
	if ((err = way < 0 ? -way : 0) != 0)
		return -err;
#else
	way = busy_cs(&cs);
#endif
	if (way == 1)
		return n;
	err = cs.err;
	return err;
}

struct told_cs {              /* ctx->mutex, in.c:181-188 */
	struct context *ctx;  /* in */
	int n;                /* out */
};

static int told_cs(void *arg)
{
	struct told_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n;

	n = ctx->reseed++;
	cs->n = n;
	return 0;
}

static int told(struct context *ctx)
{
	int n;

	struct told_cs cs = { .ctx = ctx };
#ifdef THREADING
	// Lock around what others change
	if (rcl_exec_anon(&ctx->mutex, told_cs, &cs, sizeof(cs)) < 0)
		return FAILED;
#else
	told_cs(&cs);
#endif
	n = cs.n;
	return n;
}

/* what it has from before the lock call is what a build without it goes on with */
static int keeps(struct context *ctx, int n)
{
	int ret = n;

#ifdef THREADING
	if ((ret = lock(&ctx->mutex)) != 0)
		return ret;
#endif
	if (ctx->entropy > n)
		ret = 1;
	ctx->reseed += n;
#ifdef THREADING
	unlock(&ctx->mutex);
#endif
	return ret;
}

struct uses_cs {              /* ctx->mutex, in.c:216-220 */
	struct context *ctx;  /* in */
	int n;                /* in */
};

static int uses_cs(void *arg)
{
	struct uses_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int n = cs->n;

	ctx->reseed += n;
	return RCL_KEEP;
}

/* the unlock call's result is used, and not only checked */
static int uses(struct context *ctx, int n)
{
	int ret = 0;

	struct uses_cs cs = { .ctx = ctx, .n = n };
#ifdef THREADING
	if ((ret = -rcl_exec_anon(&ctx->mutex, uses_cs, &cs, sizeof(cs))) != 0)
		return ret;
#else
	uses_cs(&cs);
#endif
#ifdef THREADING
	ret = unlock(&ctx->mutex);
#endif
	return ret;
}

static void *held(void *arg)
{
	printf("%d %d\n", tries(arg, 3), busy(arg, 1));
	return NULL;
}

static void *work(void *arg)
{
	int i;

	for (i = 0; i < 200; i++) {
		random_of(arg, 0);
		reseed(arg, 1);
		send_text(arg, "abc");
		told(arg);
		uses(arg, 2);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	printf("%d %d %d\n", random_of(&first, 2), random_of(&first, 9), first.entropy);
	printf("%d %d\n", reseed(&first, 2), first.reseed);
	printf("%d %d %s\n", send_text(&first, "abc"), send_text(&first, "much too long for this"), first.text);
	printf("%d %d\n", curve(&first, 4), curve(&first, 44));
	printf("%d %d %d %d\n", tries(&first, 5), told(&first), keeps(&first, 100), keeps(&first, 1));
	printf("%d %d %d\n", uses(&first, 1), busy(&first, 5), busy(&first, 6));
	rcl_lock(&first.mutex);
	pthread_create(&t[0], NULL, held, &first);
	pthread_join(t[0], NULL);
	rcl_unlock(&first.mutex);
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %s\n", first.reseed, refused, first.text);
	return 0;
}
