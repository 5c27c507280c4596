#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct box {
	pthread_mutex_t lock;
	int n, closed;
};

static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0, 0 };
static jmp_buf stop;
static int stopping, ended;

/* the program ends here in the way that it is meant to */
static void box_lock(struct box *b)
{
	if (stopping)
		exit(0);
	pthread_mutex_lock(&b->lock);
}

static void box_unlock(struct box *b)
{
	pthread_mutex_unlock(&b->lock);
}

static void box_enter(struct box *b)
{
	pthread_mutex_lock(&b->lock);
	if (b->n > 1)
		exit(0);
}

static void box_jump(struct box *b)
{
	if (stopping)
		longjmp(stop, 1);
	pthread_mutex_lock(&b->lock);
}

static void box_end(struct box *b)
{
	if (b->closed)
		pthread_exit(NULL);
	pthread_mutex_lock(&b->lock);
}

static void end(int how)
{
	ended++;
	exit(how);
}

static void box_last(struct box *b)
{
	if (stopping)
		end(0);
	pthread_mutex_lock(&b->lock);
}

/* what asserts does not come with the sections */
static void give_up(void)
{
	fflush(stdout);
	abort();
}

static void failed(const char *what)
{
	printf("%s failed\n", what);
}

#define check(what) (void) ({ if (!(what)) { failed(#what); end(1); } })

static void box_check(struct box *b)
{
	check(b != NULL);
	assert(b->n < 1000);
	if (b->n > 1000)
		give_up();
	if (pthread_mutex_lock(&b->lock) != 0)
		end(1);
}

/* which box it is has nothing to do with its other parameter */
static void box_named(struct box *b, const char *name)
{
	if (name == NULL)
		exit(0);
	pthread_mutex_lock(&b->lock);
}

#define BOX_LOCK(b) do { if (stopping) exit(0); pthread_mutex_lock(&(b)->lock); } while (0)
#define BOX_ENTER(b) do { pthread_mutex_lock(&(b)->lock); if (stopping) exit(0); } while (0)

static int by_lock(void)
{
	int n;

	box_lock(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_enter(void)
{
	int n;

	box_enter(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_jump(void)
{
	int n;

	box_jump(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_end(void)
{
	int n;

	box_end(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_last(void)
{
	int n;

	box_last(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_check(void)
{
	int n;

	box_check(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_name(const char *name)
{
	int n;

	box_named(&box, name);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_macro(void)
{
	int n;

	BOX_LOCK(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int by_macro_behind(void)
{
	int n;

	BOX_ENTER(&box);
	n = ++box.n;
	box_unlock(&box);
	return n;
}

static int jumping(void)
{
	return setjmp(stop) ? -1 : by_jump();
}

static int named(void)
{
	return by_name(stopping ? NULL : "box");
}

static void *thread(void *arg)
{
	(void)arg;
	by_end();
	stopping = 0;
	return NULL;
}

static int in_thread(void)
{
	pthread_t id;

	box.closed = stopping;
	pthread_create(&id, NULL, thread, NULL);
	pthread_join(id, NULL);
	box.closed = 0;
	return stopping;
}

/* What a function gives, and how the program ends with it. */
static void report(const char *what, int (*call)(void))
{
	int status;

	for (stopping = 0; stopping < 2; stopping++) {
		fflush(stdout);
		if (fork() == 0) {
			box.n += 2 * stopping;
			printf("%s %d\n", what, call());
			exit(3);
		}
		wait(&status);
		printf("%d\n", WEXITSTATUS(status));
	}
}

int main(void)
{
	report("lock", by_lock);
	report("enter", by_enter);
	report("jump", jumping);
	report("thread", in_thread);
	report("last", by_last);
	report("check", by_check);
	report("name", named);
	report("macro", by_macro);
	report("macro behind", by_macro_behind);
	printf("%d\n", box.n);
	return 0;
}
