#include <pthread.h>
#include <stdio.h>

enum type { CLIENT, SERVER };

struct context {
	pthread_mutex_t lock;
	enum type type;
	int nonce, clients;
};

/* As a header would declare them: they are defined at the end. */
void context_lock(struct context *ctx);
void context_unlock(struct context *ctx);
void context_enter(struct context *ctx);
void context_leave(struct context *ctx);
void context_begin(struct context *ctx);
void context_end(struct context *ctx);

static int next_nonce(struct context *ctx)
{
	int nonce;

	context_lock(ctx);
	nonce = ++ctx->nonce;
	context_unlock(ctx);
	return nonce;
}

/* What this asks for is known only there. */
static int enter(struct context *ctx)
{
	int clients;

	context_enter(ctx);
	clients = ++ctx->clients;
	context_leave(ctx);
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

static int leave(struct context *ctx)
{
	int clients;

	context_enter(ctx);
	clients = --ctx->clients;
	context_leave(ctx);
	return clients;
}

int main(void)
{
	static struct context server = { PTHREAD_MUTEX_INITIALIZER, SERVER, 0, 0 };
	static struct context client = { PTHREAD_MUTEX_INITIALIZER, CLIENT, 0, 0 };

	printf("%d %d %d\n", next_nonce(&server), next_nonce(&client), enter(&server));
	begin(&server);
	printf("%d %d\n", next_nonce(&server), leave(&server));
	return 0;
}

void context_lock(struct context *ctx)
{
	if (ctx && ctx->type == SERVER)
		pthread_mutex_lock(&ctx->lock);
}

void context_unlock(struct context *ctx)
{
	if (ctx && ctx->type == SERVER)
		pthread_mutex_unlock(&ctx->lock);
}

void context_enter(struct context *ctx)
{
	if (threaded)
		pthread_mutex_lock(&ctx->lock);
}

void context_leave(struct context *ctx)
{
	if (threaded)
		pthread_mutex_unlock(&ctx->lock);
}

void context_begin(struct context *ctx)
{
	if (ctx->type != SINGLE)
		pthread_mutex_lock(&ctx->lock);
}

void context_end(struct context *ctx)
{
	if (ctx->type != SINGLE)
		pthread_mutex_unlock(&ctx->lock);
}
