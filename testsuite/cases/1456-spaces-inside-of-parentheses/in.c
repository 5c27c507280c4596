/* White space inside of parentheses, but not of empty ones, is that of the calls and tests that are made, too. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct
{
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int owner, used, full;
} queue_t;

static queue_t queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 4 };
static int said;

static int self( void )
{
    return 1;
}

static void queue_Lock( queue_t *q )
{
    pthread_mutex_lock( &q->lock );
    q->owner = self();
}

static int queue_Put( queue_t *q, int i_value )
{
    queue_Lock( q );
    if( q->used + i_value > q->full )
    {
        pthread_mutex_unlock( &q->lock );
        return -1;
    }
    q->used += i_value;
    pthread_cond_signal( &q->filled );
    pthread_mutex_unlock( &q->lock );
    return 0;
}

static int queue_Get( queue_t *q, int *pi_left )
{
    int i_left;

    pthread_mutex_lock( &q->lock );
    while( q->used == 0 )
        pthread_cond_wait( &q->filled, &q->lock );
    if( q->owner == 2 )
    {
        pthread_mutex_unlock( &q->lock );
        return 2;
    }
    if( q->owner == 3 )
    {
        pthread_mutex_unlock( &q->lock );
        abort();
    }
    i_left = --q->used;
    pthread_mutex_unlock( &q->lock );

    *pi_left = i_left;
    return 0;
}

static int queue_Try( queue_t *q )
{
    if( pthread_mutex_trylock( &q->lock ) != 0 )
        return -1;
    q->full++;
    pthread_mutex_unlock( &q->lock );
    return 0;
}

static void queue_Clear( queue_t *q, int b_locked )
{
    if( b_locked )
        pthread_mutex_lock( &q->lock );
    q->used = 0;
    if( b_locked )
        pthread_mutex_unlock( &q->lock );
}

static void queue_Work( queue_t *q )
{
    pthread_mutex_lock( &q->lock );
    while( q->used > 0 )
    {
        q->used--;
        pthread_mutex_unlock( &q->lock );
        printf( "one\n" );
        pthread_mutex_lock( &q->lock );
    }
    pthread_mutex_unlock( &q->lock );
}

static void queue_Say( queue_t *q, const char *psz_format, ... )
{
    va_list args;

    va_start( args, psz_format );
    pthread_mutex_lock( &q->lock );
    said += vprintf( psz_format, args );
    pthread_mutex_unlock( &q->lock );
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
