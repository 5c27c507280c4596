/* Lines of a section that are not moved sideways keep their tabs and spaces, however these are mixed. */
#include <pthread.h>
#include "rcl_config.h"

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int count, limit = 3;

struct add_cs {  /* lock, in.c:9-22 */
    int n;       /* in */
};

static int add_cs( void *ctx )
{
    struct add_cs *cs = ctx;
    int n = cs->n;

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
    return 0;
}

static void add( int n )
{
    struct add_cs cs = { .n = n };
    rcl_exec_anon( &lock, add_cs, &cs, sizeof( cs ) );
}

int main( void )
{
    add( 2 );
    return count != 2;
}
