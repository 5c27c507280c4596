#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

enum type { CLIENT, SERVER };

struct context {
	rcl_mutex_t lock;
	enum type type;
	int nonce, clients;
};

/* As a header would declare them: they are defined at the end. */
void context_lock(struct context *ctx);
rcl_mutex_t *context_mutex(struct context *ctx);
void context_unlock(struct context *ctx);
void context_enter(struct context *ctx);
int context_enter_needed(void);
rcl_mutex_t *context_enter_mutex(struct context *ctx);
void context_leave(struct context *ctx);
void context_begin(struct context *ctx);
void context_end(struct context *ctx);

struct next_nonce_cs {        /* ctx->lock, in.c:24-26 */
	struct context *ctx;  /* in */
	int nonce;            /* out */
};

static int next_nonce_cs(void *arg)
{
	struct next_nonce_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int nonce;

	nonce = ++ctx->nonce;
	cs->nonce = nonce;
	return 0;
}

static int next_nonce(struct context *ctx)
{
	int nonce;

	struct next_nonce_cs cs = { .ctx = ctx };
	if (ctx && ctx->type == SERVER) {
		rcl_exec_anon(context_mutex(ctx), next_nonce_cs, &cs, sizeof(cs));
	} else {
		next_nonce_cs(&cs);
	}
	nonce = cs.nonce;
	return nonce;
}

struct enter_cs {             /* ctx->lock, in.c:35-37 */
	struct context *ctx;  /* in */
	int clients;          /* out */
};

static int enter_cs(void *arg)
{
	struct enter_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int clients;

	clients = ++ctx->clients;
	cs->clients = clients;
	return 0;
}

/* What this asks for is known only there. */
static int enter(struct context *ctx)
{
	int clients;

	struct enter_cs cs = { .ctx = ctx };
	if (context_enter_needed()) {
		rcl_exec_anon(context_enter_mutex(ctx), enter_cs, &cs, sizeof(cs));
	} else {
		enter_cs(&cs);
	}
	clients = cs.clients;
	return clients;
}

/* The compiler knows that this cannot ask. */
static void begin(struct context *ctx)
{
	context_begin(ctx);
	ctx->clients++;
	context_end(ctx);
}

enum { SINGLE = 2 };
static int threaded = 1;

struct leave_cs {             /* ctx->lock, in.c:56-58 */
	struct context *ctx;  /* in */
	int clients;          /* out */
};

static int leave_cs(void *arg)
{
	struct leave_cs *cs = arg;
	struct context *ctx = cs->ctx;
	int clients;

	clients = --ctx->clients;
	cs->clients = clients;
	return 0;
}

static int leave(struct context *ctx)
{
	int clients;

	struct leave_cs cs = { .ctx = ctx };
	if (threaded) {
		rcl_exec_anon(context_enter_mutex(ctx), leave_cs, &cs, sizeof(cs));
	} else {
		leave_cs(&cs);
	}
	clients = cs.clients;
	return clients;
}

int main(void)
{
	static struct context server = { RCL_MUTEX_INITIALIZER(context_lock_main), SERVER, 0, 0 };
	static struct context client = { RCL_MUTEX_INITIALIZER(context_lock_main_65), CLIENT, 0, 0 };

	printf("%d %d %d\n", next_nonce(&server), next_nonce(&client), enter(&server));
	begin(&server);
	printf("%d %d\n", next_nonce(&server), leave(&server));
	return 0;
}

rcl_mutex_t *context_mutex(struct context *ctx)
{
	return &ctx->lock;
}

void context_lock(struct context *ctx)
{
	if (ctx && ctx->type == SERVER)
		rcl_lock(&ctx->lock);
}

void context_unlock(struct context *ctx)
{
	if (ctx && ctx->type == SERVER)
		rcl_unlock(&ctx->lock);
}

int context_enter_needed(void)
{
	return threaded != 0;
}

rcl_mutex_t *context_enter_mutex(struct context *ctx)
{
	return &ctx->lock;
}

void context_enter(struct context *ctx)
{
	if (threaded)
		rcl_lock(&ctx->lock);
}

void context_leave(struct context *ctx)
{
	if (threaded)
		rcl_unlock(&ctx->lock);
}

void context_begin(struct context *ctx)
{
	if (ctx->type != SINGLE)
		rcl_lock(&ctx->lock);
}

void context_end(struct context *ctx)
{
	if (ctx->type != SINGLE)
		rcl_unlock(&ctx->lock);
}
