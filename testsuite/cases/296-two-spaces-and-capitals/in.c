#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t cache_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry { struct entry *next; int used; } *cache;

void cacheLock(void);
void cacheUnlock(void);

/*
 * 'cacheLock()' - Lock the cache.
 */

void
cacheLock(void)
{
  pthread_mutex_lock(&cache_mutex);
}

void
cacheUnlock(void)
{
  pthread_mutex_unlock(&cache_mutex);
}

/*
 * 'cacheGet()' - Get an entry.
 */

static struct entry *			/* O - Entry */
cacheGet(int used)			/* I - How often it is used */
{
  struct entry	*item;			/* Current entry */


  cacheLock();

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
      cacheUnlock();

      return (NULL);
    }

    item->next = cache;
    cache      = item;
  }

  item->used = used;

  cacheUnlock();

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
