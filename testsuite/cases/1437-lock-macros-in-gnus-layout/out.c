/* Macros that do more, in GNU's layout: their backslashes in columns of their own, blanks before parentheses. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct mutex
{
  rcl_mutex_t lock;
};

struct server
{
  struct mutex *mutex;
  int has_lock;
  int count;
};

static rcl_mutex_t *rmutex_mutex (struct mutex *mutex)
{
  return &mutex->lock;
}

#define VERBOSE 0
#define TOOK_LOCK(server) ((server)->has_lock = 1)

#define SERVER_LOCK(server)   do {                          \
    if (VERBOSE) { printf ("LOCK\n"); }   \
    rmutex_lock ((server)->mutex);                          \
    TOOK_LOCK (server);                                     \
  } while (0)
#define SERVER_LOCK_AHEAD(server) do {                      \
    if (VERBOSE) { printf ("LOCK\n"); }   \
  } while (0)
#define SERVER_LOCK_HELD(server) do {                       \
    TOOK_LOCK (server);                                     \
  } while (0)

#define SERVER_UNLOCK(server) do {                          \
    (server)->has_lock = 0;                                 \
    rmutex_unlock ((server)->mutex);                        \
    if (VERBOSE) { printf ("UNLOCK\n"); }                   \
  } while (0)
#define SERVER_UNLOCK_HELD(server) do {                     \
    (server)->has_lock = 0;                                 \
    if (VERBOSE) { printf ("UNLOCK\n"); }                   \
  } while (0)

struct server_count_cs    /* server->mutex->lock, in.c:55-57 */
{
  struct server *server;  /* in */
  int count;              /* out */
};

static int
server_count_cs (void *ctx)
{
  struct server_count_cs *cs = ctx;
  struct server *server = cs->server;
  int count;

  SERVER_LOCK_HELD (server);
  count = ++server->count;
  SERVER_UNLOCK_HELD (server);
  cs->count = count;
  return 0;
}

static int
server_count (struct server *server)
{
  int count;

  struct server_count_cs cs = { .server = server };
  SERVER_LOCK_AHEAD (server);
  if (server->mutex != NULL)
    rcl_exec (rmutex_mutex (server->mutex), server_count_cs, &cs, sizeof (cs));
  else
    server_count_cs (&cs);
  count = cs.count;

  return count;
}

struct servers_count_cs    /* servers[n].mutex->lock, in.c:69-71 */
{
  struct server *servers;  /* in */
  int n;                   /* in */
  int count;               /* in-out */
};

static int
servers_count_cs (void *ctx)
{
  struct servers_count_cs *cs = ctx;
  struct server *servers = cs->servers;
  int n = cs->n;
  int count = cs->count;

  SERVER_LOCK_HELD ( &servers[n] );
  count += servers[n].count;
  SERVER_UNLOCK_HELD ( &servers[n] );
  cs->count = count;
  return 0;
}

static int
servers_count (struct server *servers, int n)
{
  int count = 0;

  while (n-- > 0)
    {
      struct servers_count_cs cs = { .servers = servers, .n = n, .count = count };
      SERVER_LOCK_AHEAD (&servers[n]);
      if ((servers[n].mutex) != NULL)
        rcl_exec (rmutex_mutex (servers[n].mutex), servers_count_cs, &cs, sizeof (cs));
      else
        servers_count_cs (&cs);
      count = cs.count;
    }
  return count;
}

int
main (void)
{
  static struct mutex mutex = { RCL_MUTEX_INITIALIZER(mutex_lock) };
  struct server servers[] = { { &mutex, 0, 1 }, { NULL, 0, 2 } };
  int i;

  for (i = 0; i < 2; i++)
    printf ("%d\n", server_count (&servers[i]));
  printf ("%d\n", servers_count (servers, 2));
  return 0;
}
