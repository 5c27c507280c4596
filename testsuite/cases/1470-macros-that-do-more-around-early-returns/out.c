/* Lock macros that do more around lock functions that return early: what they do is done without the lock, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t m;
};

struct server {
	struct mutex *mutex;
	int have_lock;
	int threaded;
	int count;
};

static rcl_cond_t filled = RCL_COND_INITIALIZER;
static int waited, ended;

static rcl_mutex_t *it_mutex(struct mutex *mutex)
{
	return &mutex->m;
}

static void lock_it(struct mutex *mutex)
{
	if (!mutex)
		return;
	rcl_lock(&mutex->m);
}

static void unlock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	rcl_unlock(&mutex->m);
}

static rcl_mutex_t *server_mutex(struct server *server)
{
	return &server->mutex->m;
}

static void unlock_server(struct server *server)
{
	if (server->threaded)
		rcl_unlock(&server->mutex->m);
}

#define LOCK(s) do { lock_it((s)->mutex); (s)->have_lock = 1; } while (0)
#define LOCK_HELD(s) do { (s)->have_lock = 1; } while (0)
#define UNLOCK(s) do { (s)->have_lock = 0; unlock_it((s)->mutex); } while (0)
#define UNLOCK_HELD(s) do { (s)->have_lock = 0; } while (0)
#define WAIT_LOCK(s) do { waited++; lock_it((s)->mutex); } while (0)
#define WAIT_LOCK_AHEAD(s) do { waited++; } while (0)
#define END_LOCK(s) do { unlock_it((s)->mutex); ended++; } while (0)
#define END_LOCK_AFTER(s) do { ended++; } while (0)
/* These change what the lock functions ask for, or which mutex it is. */
#define START(s) do { lock_server(s); (s)->threaded = 1; } while (0)
#define START_HELD(s) do { (s)->threaded = 1; } while (0)
#define STOP(s) do { (s)->threaded = 0; unlock_server(s); } while (0)
#define TAKE(s) do { lock_it((s)->mutex); (s)->mutex = NULL; } while (0)

struct add_cs {                 /* server->mutex->m, in.c:56-63 */
	struct server *server;  /* in */
	int n;                  /* in */
};

static int add_cs(void *ctx)
{
	struct add_cs *cs = ctx;
	struct server *server = cs->server;
	int n = cs->n;

	LOCK_HELD(server);
	if (n > 4) {
		server->count--;
		UNLOCK_HELD(server);
		return 1;
	}
	server->count += n * server->have_lock;
	UNLOCK_HELD(server);
	return 0;
}

static int add(struct server *server, int n)
{
	struct add_cs cs = { .server = server, .n = n };
	int way = server->mutex
			? rcl_exec_anon(it_mutex(server->mutex), add_cs, &cs, sizeof(cs))
			: add_cs(&cs);

	if (way == 1)
		return -1;
	return server->count;
}

struct twice_servers_1_cs {      /* servers[n].mutex->m, in.c:69-71 */
	struct server *servers;  /* in */
	int n;                   /* in */
};

static int twice_servers_1_cs(void *ctx)
{
	struct twice_servers_1_cs *cs = ctx;
	struct server *servers = cs->servers;
	int n = cs->n;

	LOCK_HELD(&servers[n]);
	servers[n].count *= 2;
	return 0;
}

struct twice_servers_2_cs {      /* servers->mutex->m, in.c:72-74 */
	struct server *servers;  /* in */
};

static int twice_servers_2_cs(void *ctx)
{
	struct twice_servers_2_cs *cs = ctx;
	struct server *servers = cs->servers;

	servers->count++;
	UNLOCK_HELD(servers);
	return 0;
}

static void twice(struct server *servers, int n)
{
	struct twice_servers_1_cs cs = { .servers = servers, .n = n };
	if (servers[n].mutex)
		rcl_exec_anon(it_mutex(servers[n].mutex), twice_servers_1_cs, &cs, sizeof(cs));
	else
		twice_servers_1_cs(&cs);
	struct twice_servers_2_cs servers_2_cs = { .servers = servers };
	if (servers->mutex)
		rcl_exec_anon(it_mutex(servers->mutex), twice_servers_2_cs,
				&servers_2_cs, sizeof(servers_2_cs));
	else
		twice_servers_2_cs(&servers_2_cs);
}

struct after_cs {               /* server->mutex->m, in.c:79-81 */
	struct server *server;  /* in */
};

static int after_cs(void *ctx)
{
	struct after_cs *cs = ctx;
	struct server *server = cs->server;

	LOCK_HELD(server);
	server->count++;
	return 0;
}

static void after(struct server *server)
{
	struct after_cs cs = { .server = server };
	if (server->mutex)
		rcl_exec_anon(it_mutex(server->mutex), after_cs, &cs, sizeof(cs));
	else
		after_cs(&cs);
	END_LOCK_AFTER(server);
}

struct ahead_cs {               /* server->mutex->m, in.c:86-88 */
	struct server *server;  /* in */
};

static int ahead_cs(void *ctx)
{
	struct ahead_cs *cs = ctx;
	struct server *server = cs->server;

	server->count++;
	UNLOCK_HELD(server);
	return 0;
}

static void ahead(struct server *server)
{
	struct ahead_cs cs = { .server = server };
	WAIT_LOCK_AHEAD(server);
	if (server->mutex)
		rcl_exec_anon(it_mutex(server->mutex), ahead_cs, &cs, sizeof(cs));
	else
		ahead_cs(&cs);
}

struct waits_cs {               /* server->mutex->m, in.c:93-96 */
	struct server *server;  /* in */
};

static int waits_cs(void *ctx)
{
	struct waits_cs *cs = ctx;
	struct server *server = cs->server;

	LOCK_HELD(server);
	while (server->mutex && server->count == 0)
		rcl_cond_wait(&filled, &server->mutex->m);
	UNLOCK_HELD(server);
	return 0;
}

static void waits(struct server *server)
{
	struct waits_cs cs = { .server = server };
	if (server->mutex)
		rcl_exec_blocking(it_mutex(server->mutex), waits_cs, &cs, sizeof(cs));
	else
		waits_cs(&cs);
}

struct started_cs {             /* server->mutex->m, in.c:101-102 */
	struct server *server;  /* in */
};

static int started_cs(void *ctx)
{
	struct started_cs *cs = ctx;
	struct server *server = cs->server;

	START_HELD(server);
	server->count += 3;
	return RCL_KEEP;
}

static void started(struct server *server)
{
	struct started_cs cs = { .server = server };
	if (server->threaded)
		rcl_exec_anon(server_mutex(server), started_cs, &cs, sizeof(cs));
	else
		started_cs(&cs);
	unlock_server(server);
}

struct stopped_cs {             /* server->mutex->m, in.c:108-109 */
	struct server *server;  /* in */
};

static int stopped_cs(void *ctx)
{
	struct stopped_cs *cs = ctx;
	struct server *server = cs->server;

	server->count += 3;
	return RCL_KEEP;
}

static void stopped(struct server *server)
{
	struct stopped_cs cs = { .server = server };
	if (server->threaded)
		rcl_exec_anon(server_mutex(server), stopped_cs, &cs, sizeof(cs));
	else
		stopped_cs(&cs);
	STOP(server);
}

static void taken(struct server *server)
{
	TAKE(server);
	server->count += 3;
	unlock_it(server->mutex);
}

struct kept_cs {                /* server->mutex->m, in.c:122-126 */
	struct server *server;  /* in */
	int n;                  /* in */
};

static int kept_cs(void *ctx)
{
	struct kept_cs *cs = ctx;
	struct server *server = cs->server;
	int n = cs->n;

	LOCK_HELD(server);
	server->count += n;
	if (n)
		return RCL_KEEP | 1;
	UNLOCK_HELD(server);
	return 0;
}

static void kept(struct server *server, int n)
{
	struct kept_cs cs = { .server = server, .n = n };
	int way = server->mutex
			? rcl_exec_anon(it_mutex(server->mutex), kept_cs, &cs, sizeof(cs))
			: kept_cs(&cs) & ~RCL_KEEP;

	if (way == 1)
		return;
}

static void changed(struct server *server, struct mutex *mutex)
{
	LOCK(server);
	server->mutex = mutex;
	server->count++;
	UNLOCK(server);
}

int main(int argc, char **argv)
{
	static struct mutex mutex = { RCL_MUTEX_INITIALIZER(mutex_m) };
	struct server servers[] = { { &mutex, 0, 1, 1 }, { NULL, 0, 1, 2 } };

	for (int i = 0; i < 2; i++) {
		printf("%d %d\n", add(&servers[i], 2), add(&servers[i], 5));
		twice(servers, i);
		after(&servers[i]);
		ahead(&servers[i]);
		waits(&servers[i]);
		printf("%d %d\n", servers[i].count, servers[i].have_lock);
	}
	printf("%d %d\n", waited, ended);
	if (argc > 1) {
		started(servers);
		stopped(servers);
		taken(servers);
		kept(servers, argc);
		changed(servers, NULL);
	}
	return argv == NULL;
}
