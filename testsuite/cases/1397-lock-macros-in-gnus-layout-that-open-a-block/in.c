/* Lock macros that open and close a block, in GNU's layout, by lock functions, and with blanks before the parentheses of a call. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct queue { pthread_mutex_t m; pthread_cond_t c; int n, held; };
static void q_lock (struct queue *q) { if (pthread_mutex_lock (&q->m)) abort (); }
static void q_unlock (struct queue *q) { pthread_mutex_unlock (&q->m); }
static int q_lock_noting (struct queue *q) { int r = pthread_mutex_lock (&q->m); q->held++; return r; }
#define WITH_QUEUE(q) do { q_lock (q);
#define END_WITH(q) q_unlock (q); } while (0)
#define NOTING(q) { q_lock_noting (q);
#define END_NOTING(q) (q)->held--; q_unlock (q); }
#define VOIDED(q) { (void) pthread_mutex_lock (&(q)->m);
#define END_VOIDED(q) (void) pthread_mutex_unlock (&(q)->m); }
#define RCV(q) { int rc = pthread_mutex_lock (&(q)->m); if (rc) return -1;
#define END_RCV(q) pthread_mutex_unlock (&(q)->m); }

static int
gnu (struct queue *q, int k)
{
  int r = 0;

  if (k)
    {
      WITH_QUEUE (q)
        {
          if (q->n > k)
            {
              q_unlock (q);
              return 7;
            }
          q->n++;
        }
      END_WITH (q);
    }
  while (k-- > 0)
    {
      NOTING (q)
      switch (k)
        {
        case 1:
          r++;
          break;
        default:
          r += q->n;
        }
      while (q->n == 0)
        pthread_cond_wait (&q->c, &q->m);
      END_NOTING (q)
      if (r > 100)
        break;
    }
  return r;
}

static int
waits (struct queue *q)
{
  int r;

  NOTING (q);
  while (q->n == 0)
    pthread_cond_wait (&q->c, &q->m);
  r = q->n;
  END_NOTING (q);
  VOIDED (q);
  for (int i = 0; i < 3; i++)
    if (i == 2)
      continue;
    else
      q->n++;
  END_VOIDED (q);
  return r;
}

static int
rcv (struct queue *q)
{
  int r;
  RCV (q)
  r = q->n++;
  END_RCV (q)
  return r;
}

static int
twice (struct queue *q, struct queue *p)
{
  int r = 0;
again:
  WITH_QUEUE (q);
  WITH_QUEUE (p);
  r += p->n++;
  if (r < 9)
    {
      q_unlock (p);
      q_unlock (q);
      goto again;
    }
  END_WITH (p);
  END_WITH (q);
  return r;
}

int
main (void)
{
  struct queue q = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3, 0 };
  struct queue p = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 3, 0 };
  int a = gnu (&q, 0), b = gnu (&q, 3), c = gnu (&q, 1);
  printf ("%d %d %d %d %d", a, b, c, waits (&q), rcv (&q));
  printf (" %d %d %d %d\n", twice (&q, &p), q.n, p.n, q.held);
  return 0;
}
