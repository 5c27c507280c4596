/*
 * An attempt in a section, whose result nothing needs but the test behind it:
 * the variable that keeps it has other uses, which give it a value first.
 */
#include <pthread.h>
#include <stdio.h>

struct task { pthread_mutex_t lock; int aborted; };

static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;
static struct task only = { PTHREAD_MUTEX_INITIALIZER, 0 };
static struct task *current = &only;
static int queued;

static int count(void)
{
	return queued;
}

static int clear(int code)
{
	struct task *task;
	int rc;

	/* check wait task */
	pthread_mutex_lock(&waiting);
	task = current;
	if (task != NULL) {
		rc = pthread_mutex_trylock(&task->lock);
		if (rc == 0) {
			/* force error */
			task->aborted = code;
			pthread_mutex_unlock(&task->lock);
		}
	}
	pthread_mutex_unlock(&waiting);

	rc = count();
	if (rc != 0) {
		printf("%d left\n", rc);
		return -1;
	}
	return 0;
}

static int try_again(int code)
{
	int rc = count();

	if (rc == 0) {
		rc = pthread_mutex_trylock(&only.lock);
		if (rc != 0) {
			printf("busy\n");
			return -1;
		}
		only.aborted += code;
		pthread_mutex_unlock(&only.lock);
	}
	rc = count();
	return rc;
}

static int told(int code)
{
	int rc = count();

	if (rc == 0) {
		rc = pthread_mutex_trylock(&only.lock);
		if (rc == 0) {
			only.aborted += code;
			pthread_mutex_unlock(&only.lock);
		}
	}
	return rc;
}

static int either(int code)
{
	int rc = count();

	if (rc == 0) {
		rc = pthread_mutex_trylock(&only.lock);
		if (rc == 0) {
			only.aborted += code;
			rc = only.aborted;
			pthread_mutex_unlock(&only.lock);
		} else {
			rc = -1;
		}
	}
	return rc;
}

static int declared(int code)
{
	int rc = pthread_mutex_trylock(&only.lock);

	if (rc == 0) {
		only.aborted += code;
		pthread_mutex_unlock(&only.lock);
	}
	rc = count();
	return rc;
}

static int again(int code)
{
	int rc = 1, failed = 0;

	for (int i = 0; i < 3; i++) {
		if (rc != 0)
			failed++;
		rc = pthread_mutex_trylock(&only.lock);
		if (rc == 0) {
			only.aborted += code;
			pthread_mutex_unlock(&only.lock);
		}
	}
	return failed;
}

int main(void)
{
	int n = clear(3);

	queued = 1;
	n += clear(4);
	queued = 0;
	n += try_again(5) + told(6) + either(7) * 100 + declared(8) + again(9) * 10000;
	printf("%d %d\n", n, only.aborted);
	return 0;
}
