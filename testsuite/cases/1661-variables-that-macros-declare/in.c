#include <pthread.h>
#include <stdio.h>

#define NAME_OF_LOCK(name) lock_of_##name
#define DEFINE_LOCK_STATIC(name) static DEFINE_LOCK (name)
#define DEFINE_LOCK(name) pthread_mutex_t NAME_OF_LOCK (name)
#define DEFINE_COUNTED(name) pthread_mutex_t NAME_OF_LOCK (name); static int name
#define LOCK(name) pthread_mutex_lock(&NAME_OF_LOCK(name))
#define UNLOCK(name) pthread_mutex_unlock(&NAME_OF_LOCK(name))

/* The initial value, with the class, stands behind the macro that declares the variable. */
DEFINE_LOCK_STATIC (total);
DEFINE_LOCK (log);
static pthread_mutex_t NAME_OF_LOCK (other);
static int total, logged, other;

/* But not where that macro declares more. */
DEFINE_COUNTED (counted);

static void add(int n)
{
	LOCK(total);
	total += n;
	UNLOCK(total);
}

static void note(int n)
{
	LOCK(log);
	logged += n;
	UNLOCK(log);
}

static void more(int n)
{
	LOCK(other);
	other += n;
	UNLOCK(other);
	LOCK(counted);
	counted += n;
	UNLOCK(counted);
}

int main(void)
{
	for (int i = 0; i < 4; i++) {
		add(i);
		note(1);
		more(2);
	}
	printf("%d, %d, %d, %d\n", total, logged, other, counted);
	return 0;
}
