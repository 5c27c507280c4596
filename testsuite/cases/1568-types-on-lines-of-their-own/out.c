/* Declarations whose types stand on lines of their own go as others do where only the section uses them. */
#include <pthread.h>
#include "rcl_config.h"
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

static rcl_mutex_t
  color_mutex = RCL_MUTEX_INITIALIZER(color_mutex);

static ColorInfo
  *color_list;

struct AddColor_cs   /* color_mutex, in.c:36-41 */
{
  ColorInfo *entry;  /* in */
};

static int
AddColor_cs(void *ctx)
{
  struct AddColor_cs *cs = ctx;
  ColorInfo *entry = cs->entry;
  ColorInfo **last;

  last=(&color_list);
  while (*last != (ColorInfo *) NULL)
    last=(&(*last)->next);
  *last=entry;
  return 0;
}

static unsigned int
AddColor(const char *name)
{
  ColorInfo
    *entry;

  entry=malloc(sizeof(ColorInfo));
  if (entry == (ColorInfo *) NULL)
    return 0;
  entry->name=name;
  entry->next=(ColorInfo *) NULL;
  struct AddColor_cs cs = { .entry = entry };
  rcl_exec_anon(&color_mutex, AddColor_cs, &cs, sizeof(cs));
  return 1;
}

struct ColorArray_cs  /* color_mutex, in.c:69-86 */
{
  ColorInfo **array;  /* out */
  size_t entries;     /* in-out */
};

static int
ColorArray_cs(void *ctx)
{
  struct ColorArray_cs *cs = ctx;
  ColorInfo **array;
  ColorInfo *p;
  ColorInfo *list;
  size_t entries = cs->entries;
  long i;

  list=color_list;
  /*
    Count number of list entries
  */
  for (p=list; p != (ColorInfo *) NULL; p=p->next)
    entries++;
  array=malloc(sizeof(ColorInfo *)*(entries+1));
  if (array == (ColorInfo **) NULL)
    {
      return 1;
    }
  memset(array,0,sizeof(ColorInfo *)*(entries+1));
  i=0;
  for (p=list; p != (ColorInfo *) NULL; p=p->next)
    array[i++]=p;
  cs->array = array;
  cs->entries = entries;
  return 0;
}

static ColorInfo **
ColorArray(size_t *colors)
{
  ColorInfo
    **array;

  size_t
    entries=0;

  /*
    Load color list
  */
  *colors=0;
  if (color_list == (ColorInfo *) NULL)
    return (ColorInfo **) NULL;
  struct ColorArray_cs cs = { .entries = entries };
  if (rcl_exec_errno(&color_mutex, ColorArray_cs, &cs, sizeof(cs)) == 1)
    return (ColorInfo **) NULL;
  array = cs.array;
  entries = cs.entries;
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
