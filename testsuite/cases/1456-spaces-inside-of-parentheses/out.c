/* White space inside of parentheses, but not of empty ones, is that of the calls and tests that are made, too. */
#include <pthread.h>
#include "rcl_config.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct
{
    rcl_mutex_t lock;
    rcl_cond_t filled;
    int owner, used, full;
} queue_t;

static queue_t queue = { RCL_MUTEX_INITIALIZER(queue_t_lock), RCL_COND_INITIALIZER, 0, 0, 4 };
static int said;

static int self( void )
{
    return 1;
}

static rcl_mutex_t *queue_mutex( queue_t *q )
{
    return &q->lock;
}

static void queue_Lock_held( queue_t *q )
{
    q->owner = self();
}

struct queue_Put_cs {  /* q->lock, in.c:30-38 */
    queue_t *q;        /* in */
    int i_value;       /* in */
};

static int queue_Put_cs( void *ctx )
{
    struct queue_Put_cs *cs = ctx;
    queue_t *q = cs->q;
    int i_value = cs->i_value;

    queue_Lock_held( q );
    if( q->used + i_value > q->full )
    {
        return 1;
    }
    q->used += i_value;
    rcl_cond_signal( &q->filled );
    return 0;
}

static int queue_Put( queue_t *q, int i_value )
{
    struct queue_Put_cs cs = { .q = q, .i_value = i_value };
    if( rcl_exec_anon( queue_mutex( q ), queue_Put_cs, &cs, sizeof( cs ) ) == 1 )
        return -1;
    return 0;
}

struct queue_Get_cs {  /* q->lock, in.c:46-60 */
    queue_t *q;        /* in */
    int i_left;        /* out */
};

static int queue_Get_cs( void *ctx )
{
    struct queue_Get_cs *cs = ctx;
    queue_t *q = cs->q;
    int i_left;

    if( q->used == 0 )
        return rcl_wait( &q->filled, &q->lock );
    if( q->owner == 2 )
    {
        return 1;
    }
    if( q->owner == 3 )
    {
        return 2;
    }
    i_left = --q->used;
    cs->i_left = i_left;
    return 0;
}

static int queue_Get( queue_t *q, int *pi_left )
{
    int i_left;

    struct queue_Get_cs cs = { .q = q };
    int way = rcl_exec_waiting( &q->lock, queue_Get_cs, &cs, sizeof( cs ) );

    if( way == 1 )
    {
        return 2;
    }
    else if( way == 2 )
    {
        abort();
    }
    else
    {
        i_left = cs.i_left;
    }

    *pi_left = i_left;
    return 0;
}

struct queue_Try_cs {  /* q->lock, in.c:68-71 */
    queue_t *q;        /* in */
};

static int queue_Try_cs( void *ctx )
{
    struct queue_Try_cs *cs = ctx;
    queue_t *q = cs->q;

    q->full++;
    return 0;
}

static int queue_Try( queue_t *q )
{
    struct queue_Try_cs cs = { .q = q };
    if( rcl_tryexec( &q->lock, queue_Try_cs, &cs, sizeof( cs ) ) < 0 )
        return -1;
    return 0;
}

struct queue_Clear_cs {  /* q->lock, in.c:77-81 */
    queue_t *q;          /* in */
};

static int queue_Clear_cs( void *ctx )
{
    struct queue_Clear_cs *cs = ctx;
    queue_t *q = cs->q;

    q->used = 0;
    return 0;
}

static void queue_Clear( queue_t *q, int b_locked )
{
    struct queue_Clear_cs cs = { .q = q };
    if( b_locked )
        rcl_exec_anon( &q->lock, queue_Clear_cs, &cs, sizeof( cs ) );
    else
        queue_Clear_cs( &cs );
}

struct queue_Work_cs {  /* q->lock, in.c:86-94 */
    queue_t *q;         /* in */
    int at;             /* where it goes on */
};

static int queue_Work_cs( void *ctx )
{
    struct queue_Work_cs *cs = ctx;
    queue_t *q = cs->q;

    if( cs->at == 1 )
        goto at_1;

    while( q->used > 0 )
    {
        q->used--;
        cs->at = 1;
        return 1;
        at_1: ;
    }
    return 0;
}

static void queue_Work( queue_t *q )
{
    struct queue_Work_cs cs = { .q = q, .at = 0 };
    while( rcl_exec_anon( &q->lock, queue_Work_cs, &cs, sizeof( cs ) ) == 1 )
    {
        printf( "one\n" );
    }
}

struct queue_Say_cs {        /* q->lock, in.c:102-104 */
    const char *psz_format;  /* in */
    va_list *args;           /* by reference */
};

static int queue_Say_cs( void *ctx )
{
    struct queue_Say_cs *cs = ctx;
    const char *psz_format = cs->psz_format;
    va_list *args = cs->args;

    said += vprintf( psz_format, *args );
    return 0;
}

static void queue_Say( queue_t *q, const char *psz_format, ... )
{
    va_list args;

    va_start( args, psz_format );
    struct queue_Say_cs cs = { .psz_format = psz_format, .args = &args };
    rcl_exec( &q->lock, queue_Say_cs, &cs, sizeof( cs ) );
    va_end( args );
}

int main( void )
{
    int i_left = 0;
    int i_put = queue_Put( &queue, 3 ), i_not = queue_Put( &queue, 3 );
    int i_got = queue_Get( &queue, &i_left ), i_tried = queue_Try( &queue );

    printf( "%d %d %d %d %d\n", i_put, i_not, i_got, i_left, i_tried );
    queue_Work( &queue );
    queue_Clear( &queue, 1 );
    queue_Say( &queue, "%d %d\n", queue.used, queue.full );
    return 0;
}
