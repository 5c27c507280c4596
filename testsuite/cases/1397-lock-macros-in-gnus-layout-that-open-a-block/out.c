/* Lock macros that open and close a block, in GNU's layout, by lock functions, and with blanks before the parentheses of a call. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>
struct queue { rcl_mutex_t m; rcl_cond_t c; int n, held; };
static rcl_mutex_t *q_mutex (struct queue *q)
{
  return &q->m;
}

static rcl_mutex_t *q_noting_mutex (struct queue *q)
{
  return &q->m;
}

static void
q_lock_noting_held (struct queue *q)
{
  q->held++;
}

#define WITH_QUEUE(q) do { q_lock (q);
#define END_WITH(q) q_unlock (q); } while (0)
#define NOTING(q) { q_lock_noting (q);
#define END_NOTING(q) (q)->held--; q_unlock (q); }
#define END_NOTING_HELD(q) { (q)->held--; }
#define VOIDED(q) { (void) rcl_lock (&(q)->m);
#define END_VOIDED(q) (void) rcl_unlock (&(q)->m); }
#define RCV(q) { int rc = rcl_lock (&(q)->m); if (rc) return -1;
#define END_RCV(q) rcl_unlock (&(q)->m); }

struct gnu_queue_1_cs {  /* q->m, in.c:25-34 */
  struct queue *q;       /* in */
  int k;                 /* in */
};

static int
gnu_queue_1_cs (void *ctx)
{
  struct gnu_queue_1_cs *cs = ctx;
  struct queue *q = cs->q;
  int k = cs->k;

  {
    if (q->n > k)
      {
        return 1;
      }
    q->n++;
  }
  return 0;
}

struct gnu_queue_2_cs {  /* q->m, in.c:38-49 */
  struct queue *q;       /* in */
  int k;                 /* in */
  int r;                 /* in-out */
  int at;                /* where it goes on */
};

static int
gnu_queue_2_cs (void *ctx)
{
  struct gnu_queue_2_cs *cs = ctx;
  struct queue *q = cs->q;
  int k = cs->k;
  int r = cs->r;

  if (cs->at == 1)
    goto at_1;

  q_lock_noting_held (q);
  switch (k)
    {
    case 1:
      r++;
      break;
    default:
      r += q->n;
    }
  while (q->n == 0)
    {
      cs->r = r;
      cs->at = 1;
      return rcl_wait (&q->c, &q->m);
      at_1: ;
    }
  END_NOTING_HELD (q)
  cs->r = r;
  return 0;
}

static int
gnu (struct queue *q, int k)
{
  int r = 0;

  if (k)
    {
      struct gnu_queue_1_cs cs = { .q = q, .k = k };
      if (rcl_exec_anon (q_mutex (q), gnu_queue_1_cs, &cs, sizeof (cs)) == 1)
        return 7;
    }
  while (k-- > 0)
    {
      struct gnu_queue_2_cs cs = { .q = q, .k = k, .r = r, .at = 0 };
      rcl_exec_waiting (q_noting_mutex (q), gnu_queue_2_cs, &cs, sizeof (cs));
      r = cs.r;
      if (r > 100)
        break;
    }
  return r;
}

struct waits_queue_1_cs {  /* q->m, in.c:61-65 */
  struct queue *q;         /* in */
  int r;                   /* out */
};

static int
waits_queue_1_cs (void *ctx)
{
  struct waits_queue_1_cs *cs = ctx;
  struct queue *q = cs->q;
  int r;

  q_lock_noting_held (q);
  while (q->n == 0)
    rcl_cond_wait (&q->c, &q->m);
  r = q->n;
  END_NOTING_HELD (q);
  cs->r = r;
  return 0;
}

struct waits_queue_2_cs {  /* q->m, in.c:66-72 */
  struct queue *q;         /* in */
};

static int
waits_queue_2_cs (void *ctx)
{
  struct waits_queue_2_cs *cs = ctx;
  struct queue *q = cs->q;

  for (int i = 0; i < 3; i++)
    if (i == 2)
      continue;
    else
      q->n++;
  return 0;
}

static int
waits (struct queue *q)
{
  int r;

  struct waits_queue_1_cs cs = { .q = q };
  rcl_exec_blocking (q_noting_mutex (q), waits_queue_1_cs, &cs, sizeof (cs));
  r = cs.r;
  struct waits_queue_2_cs queue_2_cs = { .q = q };
  rcl_exec_anon (&q->m, waits_queue_2_cs, &queue_2_cs, sizeof (queue_2_cs));
  return r;
}

struct rcv_cs {     /* q->m, in.c:80-82 */
  struct queue *q;  /* in */
  int r;            /* out */
};

static int
rcv_cs (void *ctx)
{
  struct rcv_cs *cs = ctx;
  struct queue *q = cs->q;
  int r;

  r = q->n++;
  cs->r = r;
  return 0;
}

static int
rcv (struct queue *q)
{
  int r;
  struct rcv_cs cs = { .q = q };
  rcl_exec_anon (&q->m, rcv_cs, &cs, sizeof (cs));
  r = cs.r;
  return r;
}

struct twice_queue_2_cs {  /* p->m, in.c:92-100 */
  struct queue *p;         /* in */
  int r;                   /* in-out */
};

static int
twice_queue_2_cs (void *ctx)
{
  struct twice_queue_2_cs *cs = ctx;
  struct queue *p = cs->p;
  int r = cs->r;

  r += p->n++;
  if (r < 9)
    {
      cs->r = r;
      return 1;
    }
  cs->r = r;
  return 0;
}

struct twice_queue_1_cs {  /* q->m, in.c:91-101 */
  struct queue *p;         /* in */
  int r;                   /* in-out */
};

static int
twice_queue_1_cs (void *ctx)
{
  struct twice_queue_1_cs *cs = ctx;
  struct queue *p = cs->p;
  int r = cs->r;
  struct twice_queue_2_cs queue_2_cs = { .p = p, .r = r };
  if (rcl_exec_anon (q_mutex (p), twice_queue_2_cs, &queue_2_cs, sizeof (queue_2_cs)) == 1)
    {
      r = queue_2_cs.r;
      cs->r = r;
      return 1;
    }
  r = queue_2_cs.r;
  cs->r = r;
  return 0;
}

static int
twice (struct queue *q, struct queue *p)
{
  int r = 0;
again:
  {
    struct twice_queue_1_cs cs = { .p = p, .r = r };
    if (rcl_exec_anon (q_mutex (q), twice_queue_1_cs, &cs, sizeof (cs)) == 1)
      {
        r = cs.r;
        goto again;
      }
    r = cs.r;
  }
  return r;
}

int
main (void)
{
  struct queue q = { RCL_MUTEX_INITIALIZER(queue_m_main), RCL_COND_INITIALIZER, 3, 0 };
  struct queue p = { RCL_MUTEX_INITIALIZER(queue_m_main_109), RCL_COND_INITIALIZER, 3, 0 };
  int a = gnu (&q, 0), b = gnu (&q, 3), c = gnu (&q, 1);
  printf ("%d %d %d %d %d", a, b, c, waits (&q), rcv (&q));
  printf (" %d %d %d %d\n", twice (&q, &p), q.n, p.n, q.held);
  return 0;
}
