/* A signal for one thread ends what that waits for, also in a section: no other thread can wait for it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include "rcl_config.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static rcl_mutex_t lock_of_pokes = RCL_MUTEX_INITIALIZER(lock_of_pokes);
static atomic_int started, done;
static int calls, ended, pokes;
static int input[2];

static void handle(int number)
{
	(void)number;
}

static ssize_t get(char *to)
{
	return read(input[0], to, 1);
}

/* lock, in.c:32-34 */
static int wait_for_input_cs(void *ctx)
{
	calls++;
	atomic_store(&started, 1);
	return RCL_KEEP;
}

static void wait_for_input(void)
{
	char c;

	rcl_exec_anon(&lock, wait_for_input_cs, NULL, 0);
	if (get(&c) < 0 && errno == EINTR)
		ended++;
	rcl_unlock(&lock);
}

/* lock, in.c:44-46 */
static int take_a_nap_cs(void *ctx)
{
	calls++;
	atomic_store(&started, 2);
	return RCL_KEEP;
}

static void take_a_nap(void)
{
	struct timespec long_time = { 1000, 0 };

	rcl_exec_anon(&lock, take_a_nap_cs, NULL, 0);
	if (nanosleep(&long_time, NULL) < 0)
		ended++;
	rcl_unlock(&lock);
}

struct say_cs {  /* lock, in.c:54-57 */
	char c;  /* in */
};

static int say_cs(void *ctx)
{
	struct say_cs *cs = ctx;
	char c = cs->c;

	calls++;
	putchar(c);
	return 0;
}

static void say(char c)
{
	struct say_cs cs = { .c = c };
	rcl_exec(&lock, say_cs, &cs, sizeof(cs));
}

struct note_cs {   /* lock, in.c:65-68 */
	int file;  /* out */
};

static int note_cs(void *ctx)
{
	struct note_cs *cs = ctx;
	int file;

	calls++;
	file = open("/dev/null", O_WRONLY | O_CREAT, 0600);
	cs->file = file;
	return 0;
}

/* A file that is created is there at once. */
static void note(void)
{
	int file;

	struct note_cs cs;
	rcl_exec_blocking(&lock, note_cs, &cs, sizeof(cs));
	file = cs.file;
	close(file);
}

/* lock, in.c:77-78 */
static int look_cs(void *ctx)
{
	calls++;
	return RCL_KEEP;
}

/* Another one may be a pipe. */
static void look(void)
{
	int file;

	rcl_exec_anon(&lock, look_cs, NULL, 0);
	file = open("/dev/null", O_RDONLY, 0);
	rcl_unlock(&lock);
	close(file);
}

struct poke_cs {           /* lock_of_pokes, in.c:86-89 */
	pthread_t thread;  /* in */
};

static int poke_cs(void *ctx)
{
	struct poke_cs *cs = ctx;
	pthread_t thread = cs->thread;

	pokes++;
	pthread_kill(thread, SIGUSR1);
	return 0;
}

static void poke(pthread_t thread)
{
	struct poke_cs cs = { .thread = thread };
	rcl_exec(&lock_of_pokes, poke_cs, &cs, sizeof(cs));
}

static void *run(void *arg)
{
	say('<');
	wait_for_input();
	atomic_store(&done, 1);
	take_a_nap();
	atomic_store(&done, 2);
	note();
	look();
	say('>');
	return arg;
}

static void interrupt(pthread_t thread, int number)
{
	while (atomic_load(&started) < number)
		usleep(100);
	while (atomic_load(&done) < number) {
		poke(thread);
		usleep(100);
	}
}

int main(void)
{
	struct sigaction action = { .sa_handler = handle };
	pthread_t thread;

	sigaction(SIGUSR1, &action, NULL);
	if (pipe(input) != 0)
		return 1;
	pthread_create(&thread, NULL, run, NULL);
	interrupt(thread, 1);
	interrupt(thread, 2);
	pthread_join(thread, NULL);
	printf(" %d %d %d\n", calls, ended, pokes > 1);
	return 0;
}
