/* What sections need of the client's thread. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static __thread int mine;
static int shared;

void none(char *text);
void sets_errno(void);
void names_errno(void);
void through_calls(void);
void own(void);
void thread_local_variable(void);
void pointer(void (*call)(void));
void prints(void);
void unknown(void);
void assembler(void);
void register_of_the_thread(void);
void kernel(long id);
void kernel_behind_a_call(void);
void aborts(int n);
void ends_the_program(int n);
void ends_the_thread(int n);
extern void elsewhere(void);

static int recursive(int n)
{
	return n ? recursive(n - 1) : (int)(int)ftell(stdin);
}

static int inner(void)
{
	return read(0, &shared, 1);
}

void none(char *text)
{
	pthread_mutex_lock(&m); /* none_cs none | text in | */
	shared = strlen(text);
	pthread_mutex_unlock(&m);
}

void sets_errno(void)
{
	pthread_mutex_lock(&m); /* sets_errno_cs errno | | */
	free(malloc(3));
	pthread_mutex_unlock(&m);
}

void names_errno(void)
{
	pthread_mutex_lock(&m); /* names_errno_cs errno | | */
	shared = errno;
	pthread_mutex_unlock(&m);
}

void through_calls(void)
{
	pthread_mutex_lock(&m); /* through_calls_cs errno waits | | */
	inner();
	pthread_mutex_unlock(&m);
}

void own(void)
{
	pthread_mutex_lock(&m); /* own_cs thread | | */
	recursive(2);
	pthread_mutex_unlock(&m);
}

void thread_local_variable(void)
{
	pthread_mutex_lock(&m); /* thread_local_variable_cs thread | | */
	mine = shared;
	pthread_mutex_unlock(&m);
}

void pointer(void (*call)(void))
{
	pthread_mutex_lock(&m); /* pointer_cs thread waits | call in void (*call)(void) | */
	call();
	pthread_mutex_unlock(&m);
}

void prints(void)
{
	pthread_mutex_lock(&m); /* prints_cs thread | | */
	puts("");
	pthread_mutex_unlock(&m);
}

void unknown(void)
{
	pthread_mutex_lock(&m); /* unknown_cs thread waits | | */
	elsewhere();
	pthread_mutex_unlock(&m);
}

static void give_up(const char *why)
{
	fprintf(stderr, "%s\n", why);
	abort();
}

static void quit(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(1);
}

void aborts(int n)
{
	pthread_mutex_lock(&m); /* aborts_cs none | n in | */
	if (n < 0)
		give_up("negative");
	shared = n;
	pthread_mutex_unlock(&m);
}

void ends_the_thread(int n)
{
	pthread_mutex_lock(&m); /* ends_the_thread_cs thread | n in | */
	if (n < 0)
		pthread_exit(NULL);
	shared = n;
	pthread_mutex_unlock(&m);
}

void ends_the_program(int n)
{
	pthread_mutex_lock(&m); /* ends_the_program_cs thread | n in | */
	if (n < 0)
		quit("negative");
	shared = n;
	pthread_mutex_unlock(&m);
}

void assembler(void)
{
	pthread_mutex_lock(&m); /* assembler_cs none | | */
	__asm__ volatile("nop" ::: "memory");
	pthread_mutex_unlock(&m);
}

void register_of_the_thread(void)
{
	pthread_mutex_lock(&m); /* register_of_the_thread_cs thread | | */
	__asm__ volatile("mov %%fs:0, %0" : "=r"(shared));
	pthread_mutex_unlock(&m);
}

void base_of_the_thread(void)
{
	pthread_mutex_lock(&m); /* base_of_the_thread_cs thread | | */
	__asm__ volatile("rdfsbase %0" : "=r"(shared));
	pthread_mutex_unlock(&m);
}

void kernel(long id)
{
	pthread_mutex_lock(&m); /* RCL011 */
	__asm__ volatile("syscall" : "+a"(id) : : "rcx", "r11", "memory");
	pthread_mutex_unlock(&m);
}

static long own_id(void)
{
	long id = 186;
	__asm__ volatile("syscall" : "+a"(id) : : "rcx", "r11", "memory");
	return id;
}

void kernel_behind_a_call(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	shared = own_id();
	pthread_mutex_unlock(&m);
}
