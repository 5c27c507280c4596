/* Lock calls that stand in an #if and whose results are kept there, as libraries have them that can do without threads. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FAILED (-1)

struct context {
	pthread_mutex_t mutex;
	int reseed, entropy;
	char text[16];
};

static struct context first = { PTHREAD_MUTEX_INITIALIZER, 3, 0, "" };
static int refused;

static int lock(pthread_mutex_t *m)
{
	if (pthread_mutex_lock(m) != 0)
		return -30;
	return 0;
}

static int unlock(pthread_mutex_t *m)
{
	if (pthread_mutex_unlock(m) != 0)
		return -30;
	return 0;
}

static bool locked(pthread_mutex_t *m)
{
	return pthread_mutex_trylock(m) == 0;
}

static int gather(struct context *ctx, int n)
{
	ctx->entropy += n;
	return n > 7 ? -52 : 0;
}

static int random_of(struct context *ctx, int n)
{
	int ret;

#if defined(THREADING)
	if ((ret = lock(&ctx->mutex)) != 0) {
		return ret;
	}
#endif

	ret = gather(ctx, n);

#if defined(THREADING)
	if (unlock(&ctx->mutex) != 0) {
		return -31;
	}
#endif /* THREADING */

	return ret;
}

/* what the lock call gives is used behind the section, too */
static int reseed(struct context *ctx, int n)
{
	int ret = 0;

#if defined(THREADING)
	if ((ret = lock(&ctx->mutex)) != 0)
		return ret;
#endif
	ctx->reseed += n;
#if defined(THREADING)
	unlock(&ctx->mutex);
#endif
	return ret + ctx->reseed;
}

/* a variable of the #if's own */
static int send_text(struct context *ctx, const char *text)
{
	int ret = 0;

#ifndef NO_LOCK
	int e = pthread_mutex_lock(&ctx->mutex);
	if (e != 0) {
		errno = e;
		return FAILED;
	}
#endif // ! NO_LOCK

	if (strlen(text) >= sizeof(ctx->text)) {
		ret = FAILED;
		goto OUT;
	}
	strcpy(ctx->text, text);

OUT:
#ifndef NO_LOCK
	pthread_mutex_unlock(&ctx->mutex);
#endif
	return ret;
}

static int curve(struct context *ctx, int n)
{
	int ret = 0, x;

#if defined(THREADING)
	ret = lock(&ctx->mutex);
	if (ret != 0) {
		printf("cannot lock: %d\n", ret);
		return ret;
	}
#endif
	for (x = 0; x < n; x++) {
		if (ctx->entropy + x > 40) {
#if defined(THREADING)
			unlock(&ctx->mutex);
#endif
			printf("more than 40\n");
			return x;
		}
		ctx->reseed += x;
	}
	x = ctx->reseed;
#if defined(THREADING)
	unlock(&ctx->mutex);
#endif
	return x;
}

/* with a comment first, which stays, and what tells a truth */
static int tries(struct context *ctx, int n)
{
	bool had = true;

#ifdef THREADING
	/* another one may have it: then there
	 * is nothing to do */
	had = locked(&ctx->mutex);
	if (!had) {
		refused++;
		return FAILED;
	}
#endif
	ctx->reseed = n;
#ifdef THREADING
	unlock(&ctx->mutex);
#endif
	return had + n;
}

static int busy(struct context *ctx, int n)
{
	int err;

#ifdef THREADING
	if ((err = pthread_mutex_trylock(&ctx->mutex)) != 0)
		return -err;
#endif
	if (n > 5) {
#ifdef THREADING
		pthread_mutex_unlock(&ctx->mutex);
#endif
		return n;
	}
	err = ctx->reseed;
#ifdef THREADING
	pthread_mutex_unlock(&ctx->mutex);
#endif
	return err;
}

static int told(struct context *ctx)
{
	int n;

#ifdef THREADING
	// Lock around what others change
	if (lock(&ctx->mutex) != 0)
		return FAILED;
#endif
	n = ctx->reseed++;
#ifdef THREADING
	unlock(&ctx->mutex);
#endif
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

/* the unlock call's result is used, and not only checked */
static int uses(struct context *ctx, int n)
{
	int ret = 0;

#ifdef THREADING
	if ((ret = lock(&ctx->mutex)) != 0)
		return ret;
#endif
	ctx->reseed += n;
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
	pthread_mutex_lock(&first.mutex);
	pthread_create(&t[0], NULL, held, &first);
	pthread_join(t[0], NULL);
	pthread_mutex_unlock(&first.mutex);
	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, work, &first);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d %d %s\n", first.reseed, refused, first.text);
	return 0;
}
