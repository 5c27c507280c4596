/* A lock that is taken under a condition, where its result is kept in a variable, and the next statement asks for that. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, ups;

#define COUNTER 3
#define report(sort, text, args...) fprintf(stderr, "%d: " text "\n", sort, ##args)

static int counted(int n, int locked)
{
	int err;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err) {
			fprintf(stderr, "no lock: %s\n", strerror(err));
			errno = err;
			return -1;
		}
	}
	if (n > 3) {
		total += n;
		ups++;
	} else {
		total--;
	}
	if (locked) {
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* what is asked for stands in a macro's argument, behind another macro */
static int reported(int n, int locked)
{
	int err;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err) {
			report(COUNTER, "no lock for %d: %s",
			       n, strerror(err));
			return -1;
		}
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return 0;
}

/* by a jump to where the variable is returned: the section gives it a value before in any other case */
static int jumping(int n, int locked)
{
	int err = 7;

	if (locked) {
		if ((err = pthread_mutex_lock(&m)) != 0)
			goto out;
	}
	total += n;
	err = total & 1;
	if (locked)
		pthread_mutex_unlock(&m);
out:
	return err;
}

/* the same by two statements, and with a way out of its own */
static int leaving(int n, int locked)
{
	int err = 7, left = n;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err != 0)
			goto out;
	}
	while (left-- > 0) {
		if (total > 40) {
			if (locked)
				pthread_mutex_unlock(&m);
			return left;
		}
		total += left;
	}
	if (locked)
		pthread_mutex_unlock(&m);
	err = left;
out:
	return err;
}

/* what the variable was before is asked for where the lock is not taken: the section stays */
static int asked(int n, int locked)
{
	int err = 7;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err)
			return err;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return err;
}

/* so is the variable by which the lock is taken */
static int own(int n, int err)
{
	if (err) {
		err = pthread_mutex_lock(&m);
		if (err)
			return err;
	}
	total += n;
	if (err)
		pthread_mutex_unlock(&m);
	else if (n == 2)
		pthread_mutex_unlock(&m);
	return 0;
}

/* something else is done under the condition */
static int noting(int n, int locked)
{
	int err;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err)
			return err;
		ups++;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return 0;
}

/* and if the lock was had */
static int noting_success(int n, int locked)
{
	int err;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err)
			return err;
		else
			ups++;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return 0;
}

/* in the same statement */
static int noting_both(int n, int locked)
{
	int err;

	if (locked) {
		if ((err = pthread_mutex_lock(&m)) != 0)
			return err;
		else
			ups++;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return 0;
}

/* and only then */
static int noting_only(int n, int locked)
{
	int err;

	if (locked) {
		err = pthread_mutex_lock(&m);
		if (err == 0)
			ups++;
	}
	total += n;
	if (locked)
		pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	printf("%d %d %d\n", counted(1, 0), counted(4, 1), counted(5, 1) + reported(0, 1));
	printf("%d %d %d\n", jumping(1, 0), jumping(2, 1), jumping(4, 1));
	printf("%d %d %d\n", leaving(1, 0), leaving(2, 1), leaving(9, 1));
	printf("%d %d\n", asked(1, 0), asked(2, 1));
	printf("%d %d\n", own(1, 0), own(2, 1));
	printf("%d %d\n", noting(1, 0), noting(2, 1));
	printf("%d %d\n", noting_success(1, 0), noting_success(2, 1));
	printf("%d %d\n", noting_both(1, 0), noting_both(2, 1));
	printf("%d %d\n", noting_only(1, 0), noting_only(2, 1));
	printf("%d %d\n", total, ups);
	return 0;
}
