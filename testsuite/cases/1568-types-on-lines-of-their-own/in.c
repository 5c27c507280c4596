/* Declarations whose types stand on lines of their own go as others do where only the section uses them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct _ColorInfo
{
  const char
    *name;

  struct _ColorInfo
    *next;
} ColorInfo;

static pthread_mutex_t
  color_mutex = PTHREAD_MUTEX_INITIALIZER;

static ColorInfo
  *color_list;

static unsigned int
AddColor(const char *name)
{
  ColorInfo
    *entry;

  ColorInfo
    **last;

  entry=malloc(sizeof(ColorInfo));
  if (entry == (ColorInfo *) NULL)
    return 0;
  entry->name=name;
  entry->next=(ColorInfo *) NULL;
  (void) pthread_mutex_lock(&color_mutex);
  last=(&color_list);
  while (*last != (ColorInfo *) NULL)
    last=(&(*last)->next);
  *last=entry;
  (void) pthread_mutex_unlock(&color_mutex);
  return 1;
}

static ColorInfo **
ColorArray(size_t *colors)
{
  ColorInfo
    **array;

  ColorInfo
    *p;

  ColorInfo
    *list;

  size_t
    entries=0;

  register long
    i;

  /*
    Load color list
  */
  *colors=0;
  if (color_list == (ColorInfo *) NULL)
    return (ColorInfo **) NULL;
  pthread_mutex_lock(&color_mutex);
  list=color_list;
  /*
    Count number of list entries
  */
  for (p=list; p != (ColorInfo *) NULL; p=p->next)
    entries++;
  array=malloc(sizeof(ColorInfo *)*(entries+1));
  if (array == (ColorInfo **) NULL)
    {
      pthread_mutex_unlock(&color_mutex);
      return (ColorInfo **) NULL;
    }
  memset(array,0,sizeof(ColorInfo *)*(entries+1));
  i=0;
  for (p=list; p != (ColorInfo *) NULL; p=p->next)
    array[i++]=p;
  pthread_mutex_unlock(&color_mutex);
  *colors=entries;
  return array;
}

int
main(void)
{
  ColorInfo
    **array;

  size_t
    colors;

  size_t
    i;

  (void) AddColor("red");
  (void) AddColor("green");
  (void) AddColor("blue");
  array=ColorArray(&colors);
  for (i=0; i < colors; i++)
    printf("%s\n",array[i]->name);
  free(array);
  return 0;
}
