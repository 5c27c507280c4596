/* Which sections may wait for something that another thread does. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct item {
	struct item *next;
	int count;
	volatile int ready;
	char text[8];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static _Atomic int flag;
static int plain, total, rounds;
static struct item *head;

void waits(void);
void semaphore(void);
void through_calls(int fd);
void locks_file(int fd);
void asks_flags(int fd);
void prints(void);
void other_locks(void);
void pointer(void (*call)(void));
void unknown(void);
void spins(void);
void spins_atomically(void);
void spins_in_a_callee(struct item *it);
void spins_on_a_copy(void);
void spins_by_goto(struct item *it);
void spins_in_a_loop(int n);
void spins_by_break(struct item *it);
void spins_on_a_flag(void);
void sleeps(void);
void traverses(struct item *it);
void counts(struct item *it, int n);
void copies(char *to, const char *from);
void empties(void);
void tries_again(void);
void happens_once(struct item *it);
void around_a_section(void);
void spins_and_notes(void);
void spins_by_a_pointer(struct item *it);
void spins_and_asks_the_time(void);
void ends_by_a_call(void);
void asks_what_counts(void);
void handed_to_a_call(void);
void works_on_a_list(void);
void calls_whatever(void (*call)(void));
void elsewhere(void);

static int inner(int fd)
{
	char c;

	return read(fd, &c, 1);
}

static int is_ready(const struct item *it)
{
	return it->ready;
}

static int (*ready)(const struct item *it) = is_ready;

static void note(void)
{
	rounds++;
}

static int noted(void)
{
	return ++rounds;
}

static void fill(int *to)
{
	*to = 1;
}

static void take(void)
{
	head = head->next;
	note();
}

void waits(void)
{
	pthread_mutex_lock(&m); /* waits_cs none | | */
	while (plain == 0)
		pthread_cond_wait(&filled, &m);
	pthread_mutex_unlock(&m);
}

void semaphore(void)
{
	pthread_mutex_lock(&m); /* semaphore_cs errno waits | | */
	sem_wait(&sem);
	pthread_mutex_unlock(&m);
}

void through_calls(int fd)
{
	pthread_mutex_lock(&m); /* through_calls_cs errno waits | fd in | */
	inner(fd);
	pthread_mutex_unlock(&m);
}

void locks_file(int fd)
{
	struct flock whole = { .l_type = F_WRLCK };

	pthread_mutex_lock(&m); /* locks_file_cs errno waits | fd in, whole by reference 1 | */
	fcntl(fd, F_SETLKW, &whole);
	pthread_mutex_unlock(&m);
}

void asks_flags(int fd)
{
	pthread_mutex_lock(&m); /* asks_flags_cs errno | fd in | */
	plain = fcntl(fd, F_GETFL);
	pthread_mutex_unlock(&m);
}

void prints(void)
{
	pthread_mutex_lock(&m); /* prints_cs thread | | */
	fprintf(stderr, "%d\n", plain);
	pthread_mutex_unlock(&m);
}

void other_locks(void)
{
	pthread_mutex_lock(&m); /* other_locks_cs none | | */
	pthread_spin_lock(&spin);
	plain++;
	pthread_spin_unlock(&spin);
	pthread_mutex_unlock(&m);
}

void pointer(void (*call)(void))
{
	pthread_mutex_lock(&m); /* pointer_cs thread waits | call in void (*call)(void) | */
	call();
	pthread_mutex_unlock(&m);
}

void unknown(void)
{
	pthread_mutex_lock(&m); /* unknown_cs thread waits | | */
	elsewhere();
	pthread_mutex_unlock(&m);
}

void spins(void)
{
	pthread_mutex_lock(&m); /* spins_cs none waits | | */
	while (!flag)
		;
	pthread_mutex_unlock(&m);
}

void spins_atomically(void)
{
	pthread_mutex_lock(&m); /* spins_atomically_cs none waits | | */
	while (atomic_load_explicit(&flag, memory_order_acquire) == 0)
		__asm__ volatile("" ::: "memory");
	pthread_mutex_unlock(&m);
}

void spins_in_a_callee(struct item *it)
{
	pthread_mutex_lock(&m); /* spins_in_a_callee_cs none waits | it in | */
	while (!is_ready(it))
		total++;
	pthread_mutex_unlock(&m);
}

void spins_on_a_copy(void)
{
	int value;

	pthread_mutex_lock(&m); /* spins_on_a_copy_cs none waits | value section-local | */
	do {
		value = __atomic_load_n(&plain, __ATOMIC_ACQUIRE);
	} while (value == 0);
	pthread_mutex_unlock(&m);
}

void spins_by_goto(struct item *it)
{
	pthread_mutex_lock(&m); /* spins_by_goto_cs none waits | it in | */
again:
	if (!it->ready)
		goto again;
	total++;
	pthread_mutex_unlock(&m);
}

void spins_in_a_loop(int n)
{
	pthread_mutex_lock(&m); /* spins_in_a_loop_cs none waits | n in | */
	for (int i = 0; i < n; i++) {
		while (plain == i)
			;
		total += i;
	}
	pthread_mutex_unlock(&m);
}

void spins_by_break(struct item *it)
{
	int spun = 0;

	pthread_mutex_lock(&m); /* spins_by_break_cs none waits | it in, spun in | */
	for (;;) {
		if (it->ready)
			break;
		spun++;
	}
	pthread_mutex_unlock(&m);
}

void spins_on_a_flag(void)
{
	pthread_mutex_lock(&m); /* spins_on_a_flag_cs none waits | | */
	while (__sync_lock_test_and_set(&plain, 1))
		;
	pthread_mutex_unlock(&m);
}

void sleeps(void)
{
	pthread_mutex_lock(&m); /* sleeps_cs errno waits | | */
	usleep(100);
	pthread_mutex_unlock(&m);
}

void traverses(struct item *it)
{
	pthread_mutex_lock(&m); /* traverses_cs none | it section-local | */
	for (it = head; it; it = it->next)
		total += it->count;
	while (head->next && head->next->count)
		head = head->next;
	pthread_mutex_unlock(&m);
}

void counts(struct item *it, int n)
{
	pthread_mutex_lock(&m); /* counts_cs none | it in, n in | */
	while (it->count < n)
		it->count++;
	for (int i = 0; i < it->count; i++)
		it->text[i] = 0;
	pthread_mutex_unlock(&m);
}

void copies(char *to, const char *from)
{
	pthread_mutex_lock(&m); /* copies_cs none | to in, from in | */
	while ((*to++ = *from++) != 0)
		;
	while (strlen(to) > 3)
		memmove(to, to + 1, 3);
	pthread_mutex_unlock(&m);
}

void empties(void)
{
	struct item *next;

	pthread_mutex_lock(&m); /* empties_cs none | next section-local | */
	while (head) {
		next = head->next;
		head = next;
	}
	pthread_mutex_unlock(&m);
}

void tries_again(void)
{
	int old = flag;

	pthread_mutex_lock(&m); /* tries_again_cs none | old by reference 2 | */
	while (!atomic_compare_exchange_weak(&flag, &old, old + 1))
		;
	pthread_mutex_unlock(&m);
}

void happens_once(struct item *it)
{
	pthread_mutex_lock(&m); /* happens_once_cs none | it in | */
	do {
		if (it->ready)
			break;
		total++;
	} while (0);
	pthread_mutex_unlock(&m);
}

void around_a_section(void)
{
	while (!flag) {
		pthread_mutex_lock(&m); /* around_a_section_cs none | | */
		plain = 1;
		pthread_mutex_unlock(&m);
	}
}

void spins_and_notes(void)
{
	pthread_mutex_lock(&m); /* spins_and_notes_cs none waits | | */
	while (!plain)
		note();
	pthread_mutex_unlock(&m);
}

void spins_by_a_pointer(struct item *it)
{
	pthread_mutex_lock(&m); /* spins_by_a_pointer_cs thread waits | it in | */
	while (!ready(it))
		;
	pthread_mutex_unlock(&m);
}

void spins_and_asks_the_time(void)
{
	struct timespec now;

	pthread_mutex_lock(&m); /* spins_and_asks_the_time_cs errno waits | now by reference 1 | */
	while (!plain)
		clock_gettime(CLOCK_REALTIME, &now);
	pthread_mutex_unlock(&m);
}

void ends_by_a_call(void)
{
	pthread_mutex_lock(&m); /* ends_by_a_call_cs none | | */
	while (rounds < 5)
		note();
	pthread_mutex_unlock(&m);
}

void asks_what_counts(void)
{
	pthread_mutex_lock(&m); /* asks_what_counts_cs none | | */
	while (!plain && noted() < 5)
		;
	pthread_mutex_unlock(&m);
}

void handed_to_a_call(void)
{
	int done = 0;

	pthread_mutex_lock(&m); /* handed_to_a_call_cs none | done by reference 2 | */
	while (!done)
		fill(&done);
	pthread_mutex_unlock(&m);
}

void works_on_a_list(void)
{
	pthread_mutex_lock(&m); /* works_on_a_list_cs none | | */
	while (head)
		take();
	pthread_mutex_unlock(&m);
}

void calls_whatever(void (*call)(void))
{
	pthread_mutex_lock(&m); /* calls_whatever_cs thread waits | call in void (*call)(void) | */
	while (!plain)
		call();
	pthread_mutex_unlock(&m);
}
