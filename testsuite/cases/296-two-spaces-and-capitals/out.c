#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

static rcl_mutex_t cache_mutex = RCL_MUTEX_INITIALIZER(cache_mutex);
static struct entry { struct entry *next; int used; } *cache;

void cacheLock(void);
rcl_mutex_t *cacheMutex(void);
void cacheUnlock(void);

rcl_mutex_t *cacheMutex(void)
{
  return &cache_mutex;
}

/*
 * 'cacheLock()' - Lock the cache.
 */

void
cacheLock(void)
{
  rcl_lock(&cache_mutex);
}

void
cacheUnlock(void)
{
  rcl_unlock(&cache_mutex);
}

struct cacheGet_cs {   /* cache_mutex, in.c:37-70 */
  int used;            /* in */
  struct entry *item;  /* out */
};

static int
cacheGet_cs(void *ctx)
{
  struct cacheGet_cs *cs = ctx;
  int used = cs->used;
  struct entry *item;

 /*
  * See if there is a free one...
  */

  for (item = cache; item; item = item->next)
  {
    if (item->used == 0)
    {
     /*
      * Take it...
      */

      break;
    }
  }

  if (!item)
  {
    if ((item = calloc(1, sizeof(*item))) == NULL)
    {
      return 1;
    }

    item->next = cache;
    cache      = item;
  }

  item->used = used;
  cs->item = item;
  return 0;
}

/*
 * 'cacheGet()' - Get an entry.
 */

static struct entry *			/* O - Entry */
cacheGet(int used)			/* I - How often it is used */
{
  struct entry	*item;			/* Current entry */


  struct cacheGet_cs cs = { .used = used };
  if (rcl_exec_errno(cacheMutex(), cacheGet_cs, &cs, sizeof(cs)) == 1)
  {
    return (NULL);
  }
  item = cs.item;

  return (item);
}

int
main(void)
{
  struct entry	*one = cacheGet(0),	/* First entry */
		*two = cacheGet(2);	/* Second entry */


  printf("%d\n", one == two);
  return (0);
}
