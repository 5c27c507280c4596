/* Locks taken through functions and macros, and pointers to them. */
#include <pthread.h>
#include <stdlib.h>

#define SIZE(n) ((unsigned)1 << (n))
#define MASK(n) (SIZE(n) - 1)
#define mutex_lock(x) pthread_mutex_lock(x)
#define mutex_unlock(x) pthread_mutex_unlock(x)
#define OBJECT_LOCK(o) pthread_mutex_lock(&o->base.lock)
#define OBJECT_UNLOCK(o) pthread_mutex_unlock(&o->base.lock);
#define NESTED_LOCK(o) OBJECT_LOCK(o)

struct object {
	struct {
		pthread_mutex_t lock;
	} base;
	int n;
};

static pthread_mutex_t *locks;
static unsigned power;
static int shared;
static pthread_mutex_t zeroed;

void locks_init(void);
void item_lock(unsigned hv);
void item_unlock(unsigned hv);
void *item_trylock(unsigned hv);
void item_trylock_unlock(void *lock);
int through_function(unsigned hv);
int through_macro(struct object *o);
int through_macros(struct object *o);
int tries(unsigned hv);
int use_zeroed(void);
void element_lock(pthread_mutex_t *m, unsigned i);
void element_unlock(pthread_mutex_t *m, unsigned i);
int through_elements(unsigned i);

void locks_init(void)
{
	locks = calloc(SIZE(power), sizeof(pthread_mutex_t));
	for (unsigned i = 0; i < SIZE(power); i++)
		pthread_mutex_init(&locks[i], NULL);
}

void item_lock(unsigned hv)
{
	mutex_lock(&locks[hv & MASK(power)]);
}

void item_unlock(unsigned hv)
{
	mutex_unlock(&locks[hv & MASK(power)]);
}

void *item_trylock(unsigned hv)
{
	pthread_mutex_t *lock = &locks[hv & MASK(power)];
	if (pthread_mutex_trylock(lock) == 0)
		return lock;
	return NULL;
}

void item_trylock_unlock(void *lock)
{
	mutex_unlock((pthread_mutex_t *) lock);
}

int through_function(unsigned hv)
{
	item_lock(hv); /* through_function_cs none | | item_mutex(hv) */
	shared++;
	item_unlock(hv);
	return 0;
}

int through_macro(struct object *o)
{
	OBJECT_LOCK(o); /* through_macro_cs none | o in | &o->base.lock */
	o->n++;
	OBJECT_UNLOCK(o);
	return 0;
}

int through_macros(struct object *o)
{
	NESTED_LOCK(o); /* through_macros_cs none | o in | &o->base.lock */
	o->n++;
	OBJECT_UNLOCK(o)
	return 0;
}

int tries(unsigned hv)
{
	void *held = NULL;
	if ((held = item_trylock(hv)) == NULL) /* tries_cs? none | | item_trylock_mutex(hv) */
		return 0;
	shared++;
	if (held)
		item_trylock_unlock(held);
	return 1;
}

int use_zeroed(void)
{
	mutex_lock(&zeroed); /* use_zeroed_cs none | | &zeroed */
	shared++;
	mutex_unlock(&zeroed);
	return 0;
}

#define LAST_OF(m) m, 1

void element_lock(pthread_mutex_t *m, unsigned i)
{
	pthread_mutex_lock(&m[i]);
}

void element_unlock(pthread_mutex_t *m, unsigned i)
{
	pthread_mutex_unlock(&m[i]);
}

/* one macro that makes two arguments */
int through_elements(unsigned i)
{
	element_lock(locks, i); /* through_elements_cs none | | element_mutex(locks, i) */
	shared++;
	element_unlock(locks, i);
	element_lock(LAST_OF(locks)); /* RCL008 */
	shared++;
	element_unlock(LAST_OF(locks));
	return 0;
}
