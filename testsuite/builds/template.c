#include "template.h"

int frame_new( struct frame *f )
{
    f->lines = 0;
    if( pthread_mutex_init( &f->mutex, NULL ) )
        return -1;
    return pthread_cond_init( &f->drawn, NULL );
}

int frame_put( struct frame *f, int n )
{
    pixel before;

    pthread_mutex_lock( &f->mutex );
    before = f->first;
    f->first = n * 300;
    f->lines = n;
    pthread_cond_broadcast( &f->drawn );
    pthread_mutex_unlock( &f->mutex );
    return before + 1;
}

/* Calls itself without the lock. */
int frame_get( struct frame *f, int n )
{
    pthread_mutex_lock( &f->mutex );
    while( f->lines < n )
        pthread_cond_wait( &f->drawn, &f->mutex );
    if( n < 0 )
    {
        pthread_mutex_unlock( &f->mutex );
        return frame_get( f, 0 );
    }
    n += f->first;
    pthread_mutex_unlock( &f->mutex );
    return n;
}
