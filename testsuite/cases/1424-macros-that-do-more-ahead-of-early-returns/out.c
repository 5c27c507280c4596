/* Lock macros that do something before lock functions that return early: it is done without the lock, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex {
	rcl_mutex_t m;
};

struct server {
	struct mutex *mutex;
	int threaded;
	int has_lock;
	int count;
};

static int waited, ended;
static rcl_cond_t filled = RCL_COND_INITIALIZER;

static rcl_mutex_t *it_mutex(struct mutex *mutex)
{
	return &mutex->m;
}

static void lock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	rcl_lock(&mutex->m);
}

static void unlock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	rcl_unlock(&mutex->m);
}

#define TRACE 1
#define TRACED(text) do { } while (0)
#define SET_LOCK(s) (s)->has_lock = 1

#define LOCK(s) do {				\
		if (TRACE) { TRACED("lock\n"); }	\
		lock_it((s)->mutex);		\
		SET_LOCK(s);			\
	} while (0)
#define LOCK_AHEAD(s) do {			\
		if (TRACE) { TRACED("lock\n"); }	\
	} while (0)
#define LOCK_HELD(s) do {			\
		SET_LOCK(s);			\
	} while (0)

#define UNLOCK(s) do {				\
		if (TRACE) { TRACED("unlock\n"); }	\
		(s)->has_lock = 0;		\
		unlock_it((s)->mutex);		\
	} while (0)
#define UNLOCK_HELD(s) do {			\
		if (TRACE) { TRACED("unlock\n"); }	\
		(s)->has_lock = 0;		\
	} while (0)

#define WAIT_LOCK(s) do { waited++; lock_it((s)->mutex); } while (0)
#define WAIT_LOCK_AHEAD(s) do { waited++; } while (0)
#define END_LOCK(s) do { unlock_it((s)->mutex); ended++; } while (0)
#define END_LOCK_AFTER(s) do { ended++; } while (0)
/* What it does before decides whether there is a lock. */
#define START_LOCK(s, to) do { (s)->mutex = (to); lock_it((s)->mutex); } while (0)

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
	server->count += n * server->has_lock;
	UNLOCK_HELD(server);
	return 0;
}

static int add(struct server *server, int n)
{
	struct add_cs cs = { .server = server, .n = n };
	LOCK_AHEAD(server);
	int way = server->mutex != NULL
			? rcl_exec_anon(it_mutex(server->mutex), add_cs, &cs, sizeof(cs))
			: add_cs(&cs);

	if (way == 1)
		return -1;
	return server->count;
}

struct counted_cs {             /* server->mutex->m, in.c:71-73 */
	struct server *server;  /* in */
	int count;              /* out */
};

static int counted_cs(void *ctx)
{
	struct counted_cs *cs = ctx;
	struct server *server = cs->server;
	int count;

	count = server->count++;
	cs->count = count;
	return 0;
}

static int counted(struct server *server)
{
	int count;

	struct counted_cs cs = { .server = server };
	WAIT_LOCK_AHEAD(server);
	if (server->mutex != NULL)
		rcl_exec_anon(it_mutex(server->mutex), counted_cs, &cs, sizeof(cs));
	else
		counted_cs(&cs);
	count = cs.count;
	END_LOCK_AFTER(server);
	return count;
}

static void started(struct server *server, struct mutex *mutex)
{
	START_LOCK(server, mutex);
	server->count += 3;
	unlock_it(server->mutex);
}

struct filled_up_cs {           /* server->mutex->m, in.c:86-89 */
	struct server *server;  /* in */
};

static int filled_up_cs(void *ctx)
{
	struct filled_up_cs *cs = ctx;
	struct server *server = cs->server;

	while (server->mutex && server->count == 0)
		rcl_cond_wait(&filled, &server->mutex->m);
	UNLOCK_HELD(server);
	return 0;
}

static void filled_up(struct server *server)
{
	struct filled_up_cs cs = { .server = server };
	WAIT_LOCK_AHEAD(server);
	if (server->mutex != NULL)
		rcl_exec_blocking(it_mutex(server->mutex), filled_up_cs, &cs, sizeof(cs));
	else
		filled_up_cs(&cs);
}

struct in_parts_server_1_cs {   /* server->mutex->m, in.c:94-96 */
	struct server *server;  /* in */
};

static int in_parts_server_1_cs(void *ctx)
{
	struct in_parts_server_1_cs *cs = ctx;
	struct server *server = cs->server;

	server->count++;
	return 0;
}

struct in_parts_server_2_cs {   /* server->mutex->m, in.c:98-100 */
	struct server *server;  /* in */
};

static int in_parts_server_2_cs(void *ctx)
{
	struct in_parts_server_2_cs *cs = ctx;
	struct server *server = cs->server;

	server->count++;
	UNLOCK_HELD(server);
	return 0;
}

static void in_parts(struct server *server)
{
	struct in_parts_server_1_cs cs = { .server = server };
	WAIT_LOCK_AHEAD(server);
	if (server->mutex != NULL)
		rcl_exec_anon(it_mutex(server->mutex), in_parts_server_1_cs, &cs, sizeof(cs));
	else
		in_parts_server_1_cs(&cs);
	printf("%d\n", waited);
	struct in_parts_server_2_cs server_2_cs = { .server = server };
	if (server->mutex != NULL)
		rcl_exec_anon(it_mutex(server->mutex), in_parts_server_2_cs,
				&server_2_cs, sizeof(server_2_cs));
	else
		in_parts_server_2_cs(&server_2_cs);
}

/* not a lock function's condition, but the user's */
static void if_threaded(struct server *server, struct mutex *mutex)
{
	int threaded = server->threaded;

	if (threaded) {
		waited++;
		rcl_lock(&mutex->m);
	}
	server->count++;
	if (threaded)
		rcl_unlock(&mutex->m);
}

#define WAIT_PLAIN(m) do { waited++; rcl_lock(m); } while (0)

static void if_threaded_by_a_macro(struct server *server, struct mutex *mutex)
{
	int threaded = server->threaded;

	if (threaded) {
		WAIT_PLAIN(&mutex->m);
	}
	server->count++;
	if (threaded)
		rcl_unlock(&mutex->m);
}

int main(void)
{
	static struct mutex mutex = { RCL_MUTEX_INITIALIZER(mutex_m) };
	struct server servers[] = { { &mutex, 0, 0, 1 }, { NULL, 1, 0, 2 } };

	for (int i = 0; i < 2; i++) {
		printf("%d %d\n", add(&servers[i], 2), add(&servers[i], 5));
		printf("%d\n", counted(&servers[i]));
		started(&servers[i], i ? NULL : &mutex);
		filled_up(&servers[i]);
		in_parts(&servers[i]);
		if_threaded(&servers[i], &mutex);
		if_threaded_by_a_macro(&servers[i], &mutex);
		printf("%d %d %d %d\n", servers[i].count, servers[i].has_lock, waited, ended);
	}
	return 0;
}
