/* Lock macros that do more around lock functions that return early: what they do is done without the lock, too. */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t m;
};

struct server {
	struct mutex *mutex;
	int have_lock;
	int threaded;
	int count;
};

static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int waited, ended;

static void lock_it(struct mutex *mutex)
{
	if (!mutex)
		return;
	pthread_mutex_lock(&mutex->m);
}

static void unlock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	pthread_mutex_unlock(&mutex->m);
}

static void lock_server(struct server *server)
{
	if (server->threaded)
		pthread_mutex_lock(&server->mutex->m);
}

static void unlock_server(struct server *server)
{
	if (server->threaded)
		pthread_mutex_unlock(&server->mutex->m);
}

#define LOCK(s) do { lock_it((s)->mutex); (s)->have_lock = 1; } while (0)
#define UNLOCK(s) do { (s)->have_lock = 0; unlock_it((s)->mutex); } while (0)
#define WAIT_LOCK(s) do { waited++; lock_it((s)->mutex); } while (0)
#define END_LOCK(s) do { unlock_it((s)->mutex); ended++; } while (0)
/* These change what the lock functions ask for, or which mutex it is. */
#define START(s) do { lock_server(s); (s)->threaded = 1; } while (0)
#define STOP(s) do { (s)->threaded = 0; unlock_server(s); } while (0)
#define TAKE(s) do { lock_it((s)->mutex); (s)->mutex = NULL; } while (0)

static int add(struct server *server, int n)
{
	LOCK(server);
	if (n > 4) {
		server->count--;
		UNLOCK(server);
		return -1;
	}
	server->count += n * server->have_lock;
	UNLOCK(server);
	return server->count;
}

static void twice(struct server *servers, int n)
{
	LOCK(&servers[n]);
	servers[n].count *= 2;
	unlock_it(servers[n].mutex);
	lock_it(servers->mutex);
	servers->count++;
	UNLOCK(servers);
}

static void after(struct server *server)
{
	LOCK(server);
	server->count++;
	END_LOCK(server);
}

static void ahead(struct server *server)
{
	WAIT_LOCK(server);
	server->count++;
	UNLOCK(server);
}

static void waits(struct server *server)
{
	LOCK(server);
	while (server->mutex && server->count == 0)
		pthread_cond_wait(&filled, &server->mutex->m);
	UNLOCK(server);
}

static void started(struct server *server)
{
	START(server);
	server->count += 3;
	unlock_server(server);
}

static void stopped(struct server *server)
{
	lock_server(server);
	server->count += 3;
	STOP(server);
}

static void taken(struct server *server)
{
	TAKE(server);
	server->count += 3;
	unlock_it(server->mutex);
}

static void kept(struct server *server, int n)
{
	LOCK(server);
	server->count += n;
	if (n)
		return;
	UNLOCK(server);
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
	static struct mutex mutex = { PTHREAD_MUTEX_INITIALIZER };
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
