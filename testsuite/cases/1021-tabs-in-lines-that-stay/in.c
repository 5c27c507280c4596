/* Lines of a section that are not moved sideways keep their tabs and spaces, however these are mixed. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, limit = 3;

static void add( int n )
{
    pthread_mutex_lock( &lock );

    if ( count < limit )
    {
        if ( n )
        {
	        /*
	        * one more
	        */
	        count += n;
        }
    }

    pthread_mutex_unlock( &lock );
}

int main( void )
{
    add( 2 );
    return count != 2;
}
