#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

struct list
  {
  rcl_mutex_t lock;
  int takers;
  int n;
  int items[8];
  };

static struct list list = { RCL_MUTEX_INITIALIZER(list_lock) };

static rcl_mutex_t *list_mutex(struct list *l)
  {
  return &l->lock;
  }

static void list_lock_held(struct list *l)
  {
  l->takers++;
  }

struct take_cs     /* l->lock, in.c:28-45 */
  {
  struct list *l;  /* in */
  int key;         /* in */
  };

static int take_cs(void *ctx)
  {
  struct take_cs *cs = ctx;
  struct list *l = cs->l;
  int key = cs->key;
  int i;

  list_lock_held(l);
  for(i = 0; i < l->n; i++)
    {
    if(l->items[i] == key)
      {
      l->items[i] = l->items[--l->n];
      return 1;
      }
    }
  if(!l->n)
    {
    return 2;
    }
  return 0;
  }

static int take(struct list *l, int key)
  {
  struct take_cs cs = { .l = l, .key = key };
  switch(rcl_exec_anon(list_mutex(l), take_cs, &cs, sizeof(cs)))
    {
    case 1:
      printf("took %d\n", key);
      return 1;
    case 2:
      printf("empty\n");
      return -1;
    }
  return 0;
  }

struct put_cs      /* l->lock, in.c:51-55 */
  {
  struct list *l;  /* in */
  int key;         /* in */
  };

static int put_cs(void *ctx)
  {
  struct put_cs *cs = ctx;
  struct list *l = cs->l;
  int key = cs->key;

  l->items[l->n++] = key;
  return 0;
  }

static void put(struct list *l, int key, int lock)
  {
  struct put_cs cs = { .l = l, .key = key };
  if(lock)
    {
    rcl_exec_anon(&l->lock, put_cs, &cs, sizeof(cs));
    }
  else
    {
    put_cs(&cs);
    }
  }

struct put_all_cs   /* l->lock, in.c:68-71 */
  {
  struct list *l;   /* in */
  const int *keys;  /* in */
  int i;            /* in */
  int left;         /* out */
  };

static int put_all_cs(void *ctx)
  {
  struct put_all_cs *cs = ctx;
  struct list *l = cs->l;
  const int *keys = cs->keys;
  int i = cs->i;
  int left;

  l->items[l->n++] = keys[i];
  left = 8 - l->n;
  cs->left = left;
  return 0;
  }

static void put_all(struct list *l, const int *keys, int n)
  {
  int i, left;

  for(i = 0; i < n; i++)
    {
    if(keys[i] < 0)
      rcl_lock(&l->lock), left = l->n, rcl_unlock(&l->lock);
    else
      {
      struct put_all_cs cs = { .l = l, .keys = keys, .i = i };
      rcl_exec_anon(&l->lock, put_all_cs, &cs, sizeof(cs));
      left = cs.left;
      }
    printf("%d\n", left);
    }
  }

int main(void)
  {
  static const int keys[] = { 3, 4, -1 };

  put(&list, 1, 1);
  put(&list, 2, 0);
  put_all(&list, keys, 3);
  printf("%d\n", take(&list, 1));
  printf("%d\n", take(&list, 1));
  printf("%d\n", take(&list, 2));
  printf("%d %d\n", list.takers, list.n);
  return 0;
  }
