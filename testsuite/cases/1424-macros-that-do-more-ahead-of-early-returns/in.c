/* Lock macros that do something before lock functions that return early: it is done without the lock, too. */
#include <pthread.h>
#include <stdio.h>

struct mutex {
	pthread_mutex_t m;
};

struct server {
	struct mutex *mutex;
	int threaded;
	int has_lock;
	int count;
};

static int waited, ended;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void lock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	pthread_mutex_lock(&mutex->m);
}

static void unlock_it(struct mutex *mutex)
{
	if (mutex == NULL)
		return;
	pthread_mutex_unlock(&mutex->m);
}

#define TRACE 1
#define TRACED(text) do { } while (0)
#define SET_LOCK(s) (s)->has_lock = 1

#define LOCK(s) do {				\
		if (TRACE) { TRACED("lock\n"); }	\
		lock_it((s)->mutex);		\
		SET_LOCK(s);			\
	} while (0)

#define UNLOCK(s) do {				\
		if (TRACE) { TRACED("unlock\n"); }	\
		(s)->has_lock = 0;		\
		unlock_it((s)->mutex);		\
	} while (0)

#define WAIT_LOCK(s) do { waited++; lock_it((s)->mutex); } while (0)
#define END_LOCK(s) do { unlock_it((s)->mutex); ended++; } while (0)
/* What it does before decides whether there is a lock. */
#define START_LOCK(s, to) do { (s)->mutex = (to); lock_it((s)->mutex); } while (0)

static int add(struct server *server, int n)
{
	LOCK(server);
	if (n > 4) {
		server->count--;
		UNLOCK(server);
		return -1;
	}
	server->count += n * server->has_lock;
	UNLOCK(server);
	return server->count;
}

static int counted(struct server *server)
{
	int count;

	WAIT_LOCK(server);
	count = server->count++;
	END_LOCK(server);
	return count;
}

static void started(struct server *server, struct mutex *mutex)
{
	START_LOCK(server, mutex);
	server->count += 3;
	unlock_it(server->mutex);
}

static void filled_up(struct server *server)
{
	WAIT_LOCK(server);
	while (server->mutex && server->count == 0)
		pthread_cond_wait(&filled, &server->mutex->m);
	UNLOCK(server);
}

static void in_parts(struct server *server)
{
	WAIT_LOCK(server);
	server->count++;
	unlock_it(server->mutex);
	printf("%d\n", waited);
	lock_it(server->mutex);
	server->count++;
	UNLOCK(server);
}

/* not a lock function's condition, but the user's */
static void if_threaded(struct server *server, struct mutex *mutex)
{
	int threaded = server->threaded;

	if (threaded) {
		waited++;
		pthread_mutex_lock(&mutex->m);
	}
	server->count++;
	if (threaded)
		pthread_mutex_unlock(&mutex->m);
}

#define WAIT_PLAIN(m) do { waited++; pthread_mutex_lock(m); } while (0)

static void if_threaded_by_a_macro(struct server *server, struct mutex *mutex)
{
	int threaded = server->threaded;

	if (threaded) {
		WAIT_PLAIN(&mutex->m);
	}
	server->count++;
	if (threaded)
		pthread_mutex_unlock(&mutex->m);
}

int main(void)
{
	static struct mutex mutex = { PTHREAD_MUTEX_INITIALIZER };
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
