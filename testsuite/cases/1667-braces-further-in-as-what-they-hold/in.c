#include <pthread.h>
#include <stdio.h>

struct list
  {
  pthread_mutex_t lock;
  int takers;
  int n;
  int items[8];
  };

static struct list list = { PTHREAD_MUTEX_INITIALIZER };

static void list_lock(struct list *l)
  {
  pthread_mutex_lock(&l->lock);
  l->takers++;
  }

static void list_unlock(struct list *l)
  {
  pthread_mutex_unlock(&l->lock);
  }

static int take(struct list *l, int key)
  {
  int i;
  list_lock(l);
  for(i = 0; i < l->n; i++)
    {
    if(l->items[i] == key)
      {
      l->items[i] = l->items[--l->n];
      list_unlock(l);
      printf("took %d\n", key);
      return 1;
      }
    }
  if(!l->n)
    {
    list_unlock(l);
    printf("empty\n");
    return -1;
    }
  list_unlock(l);
  return 0;
  }

static void put(struct list *l, int key, int lock)
  {
  if(lock)
    pthread_mutex_lock(&l->lock);
  l->items[l->n++] = key;
  if(lock)
    pthread_mutex_unlock(&l->lock);
  }

static void put_all(struct list *l, const int *keys, int n)
  {
  int i, left;

  for(i = 0; i < n; i++)
    {
    if(keys[i] < 0)
      pthread_mutex_lock(&l->lock), left = l->n, pthread_mutex_unlock(&l->lock);
    else
      {
      pthread_mutex_lock(&l->lock);
      l->items[l->n++] = keys[i];
      left = 8 - l->n;
      pthread_mutex_unlock(&l->lock);
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
