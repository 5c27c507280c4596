/* A macro may leave the section in code that no build compiles. */
#include <pthread.h>
#include <stdio.h>

#define GIVE_AND_RETURN(m, value) do { pthread_mutex_unlock(m); return value; } while (0)
#define CHECKED_RETURN(m, value) GIVE_AND_RETURN(m, value)
#define GO_TO(label) goto label
#define ADD(n) do { total += (n); } while (0)
#define EACH(n) do { if (n > 9) break; total += n; } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int left(int n)
{
	pthread_mutex_lock(&m);
	total += n;
#ifdef CHECKED
	if (n > 3)
		CHECKED_RETURN(&m, -1);
#endif
	total++;
	pthread_mutex_unlock(&m);
	return n;
}

static int used(int n)
{
	pthread_mutex_lock(&m);
	total += n;
	if (n > 5)
		GIVE_AND_RETURN(&m, 5);
	pthread_mutex_unlock(&m);
	return n;
}

/* these do not */
static int stays(int n)
{
	pthread_mutex_lock(&m);
	total += n;
#ifdef CHECKED
	ADD(1);
	EACH(n);
	if (n > 3)
		GO_TO(out);
#endif
	total++;
#ifdef CHECKED
out:
#endif
	pthread_mutex_unlock(&m);
	return n;
}

int main(void)
{
	int one = left(3) + left(4), two = used(5) + used(6), three = stays(2) + stays(4);

	printf("%d %d %d %d\n", one, two, three, total);
	return 0;
}
