/* Macros that do more, in GNU's layout: their backslashes in columns of their own, blanks before parentheses. */
#include <pthread.h>
#include <stdio.h>

struct mutex
{
  pthread_mutex_t lock;
};

struct server
{
  struct mutex *mutex;
  int has_lock;
  int count;
};

static void
rmutex_lock (struct mutex *mutex)
{
  if (mutex == NULL)
    return;

  pthread_mutex_lock (&mutex->lock);
}

static void
rmutex_unlock (struct mutex *mutex)
{
  if (mutex == NULL)
    return;

  pthread_mutex_unlock (&mutex->lock);
}

#define VERBOSE 0
#define TOOK_LOCK(server) ((server)->has_lock = 1)

#define SERVER_LOCK(server)   do {                          \
    if (VERBOSE) { printf ("LOCK\n"); }   \
    rmutex_lock ((server)->mutex);                          \
    TOOK_LOCK (server);                                     \
  } while (0)

#define SERVER_UNLOCK(server) do {                          \
    (server)->has_lock = 0;                                 \
    rmutex_unlock ((server)->mutex);                        \
    if (VERBOSE) { printf ("UNLOCK\n"); }                   \
  } while (0)

static int
server_count (struct server *server)
{
  int count;

  SERVER_LOCK (server);
  count = ++server->count;
  SERVER_UNLOCK (server);

  return count;
}

static int
servers_count (struct server *servers, int n)
{
  int count = 0;

  while (n-- > 0)
    {
      SERVER_LOCK ( &servers[n] );
      count += servers[n].count;
      SERVER_UNLOCK ( &servers[n] );
    }
  return count;
}

int
main (void)
{
  static struct mutex mutex = { PTHREAD_MUTEX_INITIALIZER };
  struct server servers[] = { { &mutex, 0, 1 }, { NULL, 0, 2 } };
  int i;

  for (i = 0; i < 2; i++)
    printf ("%d\n", server_count (&servers[i]));
  printf ("%d\n", servers_count (servers, 2));
  return 0;
}
