/* Which loops only read what another thread may change, so that their sections wait. */
#include <pthread.h>
#include <stdatomic.h>

struct flags {
	int done, tries;
	int each[4];
	struct flags *next;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct flags flags;
static int plain, total;
static _Atomic int number;

/* By a test at the end; once; and as often as a number says that is no constant. */
void at_the_end(void)
{
	pthread_mutex_lock(&m); /* at_the_end_cs none waits | | */
	do {
		;
	} while (!plain);
	pthread_mutex_unlock(&m);
}

void once(void)
{
	pthread_mutex_lock(&m); /* once_cs none | | */
	do {
		if (plain)
			break;
	} while (0);
	pthread_mutex_unlock(&m);
}

void always(void)
{
	pthread_mutex_lock(&m); /* always_cs none waits | | */
	do {
		if (plain)
			break;
	} while (1);
	pthread_mutex_unlock(&m);
}

void zero_times(void)
{
	pthread_mutex_lock(&m); /* zero_times_cs none waits | | */
	while (0) {
		if (plain)
			break;
	}
	total++;
	pthread_mutex_unlock(&m);
}

/* A way out in a branch, in a switch, and behind ones that lead out of something else. */
void by_break(void)
{
	pthread_mutex_lock(&m); /* by_break_cs none waits | | */
	for (;;) {
		if (plain)
			break;
	}
	pthread_mutex_unlock(&m);
}

void by_switch(void)
{
	pthread_mutex_lock(&m); /* by_switch_cs none waits | | */
	for (;;) {
		switch (plain) {
		case 1:
			goto out;
		default:
			break;
		}
	}
out:
	pthread_mutex_unlock(&m);
}

void by_switch_alone(int n)
{
	pthread_mutex_lock(&m); /* by_switch_alone_cs none | n in | */
	while (n > 0) {
		switch (plain) {
		case 1:
			total++;
			break;
		}
		n--;
	}
	pthread_mutex_unlock(&m);
}

void by_inner_switch(void)
{
	pthread_mutex_lock(&m); /* by_inner_switch_cs none waits | | */
	for (;;) {
		if (plain) {
			switch (total) {
			case 1:
				break;
			}
		}
		if (flags.done)
			break;
	}
	pthread_mutex_unlock(&m);
}

void by_inner_loop(int n)
{
	pthread_mutex_lock(&m); /* by_inner_loop_cs none | n in | */
	while (n == 0) {
		if (plain) {
			for (int i = 0; i < 3; i++)
				break;
		}
	}
	pthread_mutex_unlock(&m);
}

void goes_on(int n)
{
	pthread_mutex_lock(&m); /* goes_on_cs none | n in | */
	while (n > 0) {
		n--;
		if (plain)
			continue;
		total++;
	}
	pthread_mutex_unlock(&m);
}

void only_goes_on(int n)
{
	pthread_mutex_lock(&m); /* only_goes_on_cs none | n in | */
	while (n) {
		if (plain)
			continue;
	}
	pthread_mutex_unlock(&m);
}

/* Back to a label, and on to one. */
void back(void)
{
	pthread_mutex_lock(&m); /* back_cs none waits | | */
again:
	if (!plain)
		goto again;
	pthread_mutex_unlock(&m);
}

void on(void)
{
	pthread_mutex_lock(&m); /* on_cs none | | */
	if (!plain)
		goto out;
	total++;
out:
	pthread_mutex_unlock(&m);
}

void back_if(int n)
{
	pthread_mutex_lock(&m); /* back_if_cs none | n in | */
again:
	if (plain)
		total++;
	if (n)
		goto again;
	pthread_mutex_unlock(&m);
}

void back_from(void)
{
	static void *to = &&again;

	pthread_mutex_lock(&m); /* RCL012 */
again:
	if (!plain)
		goto *to;
	pthread_mutex_unlock(&m);
}

/* What it reads is in a variable of its own, in a part of one, or where a pointer leads. */
void on_a_copy(void)
{
	pthread_mutex_lock(&m); /* on_a_copy_cs none waits | | */
	for (;;) {
		int seen = plain;

		if (seen)
			break;
	}
	pthread_mutex_unlock(&m);
}

void on_a_part(void)
{
	struct flags own = { 0 };

	pthread_mutex_lock(&m); /* on_a_part_cs none waits | own in | */
	while (!own.done)
		own.done = plain;
	pthread_mutex_unlock(&m);
}

void on_an_element(void)
{
	struct flags own = { 0 };

	pthread_mutex_lock(&m); /* on_an_element_cs none waits | own in | */
	while (!own.each[1])
		own.each[1] = plain;
	pthread_mutex_unlock(&m);
}

void into_elements(struct flags *f)
{
	pthread_mutex_lock(&m); /* into_elements_cs none waits | f in | */
	while (!plain)
		f[1].tries++;
	pthread_mutex_unlock(&m);
}

void declares(void)
{
	pthread_mutex_lock(&m); /* declares_cs none waits | | */
	while (!flags.done) {
		int tries = flags.tries;

		if (tries)
			total = tries;
	}
	pthread_mutex_unlock(&m);
}

/* And in memory, which it writes itself: what comes from other memory, or depends on that, is for others to write. */
void on_a_field(struct flags *f)
{
	pthread_mutex_lock(&m); /* on_a_field_cs none waits | f in | */
	while (!f->done)
		f->done = plain;
	pthread_mutex_unlock(&m);
}

void on_a_global_part(void)
{
	pthread_mutex_lock(&m); /* on_a_global_part_cs none waits | | */
	while (!flags.each[1])
		flags.each[1] = plain;
	pthread_mutex_unlock(&m);
}

void on_what_a_pointer_leads_to(int *to)
{
	pthread_mutex_lock(&m); /* on_what_a_pointer_leads_to_cs none waits | to in | */
	while (!*to)
		*to = plain;
	pthread_mutex_unlock(&m);
}

void by_a_mark(void)
{
	int done = 0;

	pthread_mutex_lock(&m); /* by_a_mark_cs none waits | done in | */
	while (!done) {
		if (plain)
			done = 1;
	}
	pthread_mutex_unlock(&m);
}

void by_a_mark_elsewhere(struct flags *f)
{
	pthread_mutex_lock(&m); /* by_a_mark_elsewhere_cs none waits | f in | */
	while (!f->done) {
		switch (plain) {
		case 1:
			f->done = 1;
		}
	}
	pthread_mutex_unlock(&m);
}

void by_a_mark_and_back(void)
{
	pthread_mutex_lock(&m); /* by_a_mark_and_back_cs none waits | | */
again:
	if (!flags.done) {
		flags.done = plain;
		goto again;
	}
	pthread_mutex_unlock(&m);
}

void counts_apart(void)
{
	pthread_mutex_lock(&m); /* counts_apart_cs none waits | | */
	while (!flags.done)
		flags.tries++;
	pthread_mutex_unlock(&m);
}

/* It ends by what it writes: a constant, a state made of the one before, or what it has just changed. */
void sets(struct flags *f)
{
	pthread_mutex_lock(&m); /* sets_cs none | f in | */
	while (!f->done)
		f->done = 1;
	while (!flags.done)
		flags.done = 1;
	while (!flags.each[1])
		flags.each[1] = 1;
	pthread_mutex_unlock(&m);
}

void changes_state(struct flags *f)
{
	pthread_mutex_lock(&m); /* changes_state_cs none | f in | */
	while (f->done != 2)
		f->done = f->done ? 2 : 1;
	while (f->tries != 2) {
		if (f->tries == 1)
			f->tries = 2;
		else
			f->tries = 1;
	}
	pthread_mutex_unlock(&m);
}

void sorts(struct flags *f)
{
	int again;

	pthread_mutex_lock(&m); /* sorts_cs none | f in, again section-local | */
	do {
		again = 0;
		for (int i = 0; i < 3; i++) {
			if (f->each[i] > f->each[i + 1]) {
				int kept = f->each[i];

				f->each[i] = f->each[i + 1];
				f->each[i + 1] = kept;
				again = 1;
			}
		}
	} while (again);
	pthread_mutex_unlock(&m);
}

static int state_of(const struct flags *f)
{
	return f->done;
}

void steps_by_a_call(struct flags *f)
{
	pthread_mutex_lock(&m); /* steps_by_a_call_cs none | f in | */
	while (state_of(f) < 3)
		f->done = state_of(f) + f->tries;
	pthread_mutex_unlock(&m);
}

/* It goes on to the next one, counts, or tries again with what it has found. */
void walks(struct flags *f)
{
	pthread_mutex_lock(&m); /* walks_cs none | f in | */
	while (f && !f->done)
		f = f->next;
	pthread_mutex_unlock(&m);
}

void bounded(int n)
{
	pthread_mutex_lock(&m); /* bounded_cs none | n in | */
	while (!plain && n-- > 0)
		;
	pthread_mutex_unlock(&m);
}

void swaps(void)
{
	int old;

	pthread_mutex_lock(&m); /* swaps_cs none | old by reference 3 | */
	old = number;
	while (!atomic_compare_exchange_weak(&number, &old, old + 1))
		;
	pthread_mutex_unlock(&m);
}

void swaps_builtin(int *to)
{
	int old;

	pthread_mutex_lock(&m); /* swaps_builtin_cs none | to in, old by reference 3 | */
	old = plain;
	while (!__atomic_compare_exchange_n(to, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
	pthread_mutex_unlock(&m);
}

void swaps_with_memory(int *to)
{
	pthread_mutex_lock(&m); /* swaps_with_memory_cs none waits | to in | */
	while (!__atomic_compare_exchange_n(to, &plain, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
		;
	pthread_mutex_unlock(&m);
}

/* Builtin functions and fences change nothing. */
void expects(void)
{
	pthread_mutex_lock(&m); /* expects_cs none waits | | */
	while (__builtin_expect(!plain, 1))
		;
	pthread_mutex_unlock(&m);
}

void fences(void)
{
	pthread_mutex_lock(&m); /* fences_cs thread waits | | */
	while (!plain)
		atomic_thread_fence(memory_order_seq_cst);
	pthread_mutex_unlock(&m);
}

void fences_all(void)
{
	pthread_mutex_lock(&m); /* fences_all_cs none waits | | */
	while (!plain)
		__sync_synchronize();
	pthread_mutex_unlock(&m);
}

/* What looks like the parts of a loop, and is none. */
void with_a_number_for_a_body(void)
{
	pthread_mutex_lock(&m); /* with_a_number_for_a_body_cs none waits | | */
	while (!plain)
		0;
	pthread_mutex_unlock(&m);
}

void by_an_inner_switch_alone(int n)
{
	pthread_mutex_lock(&m); /* by_an_inner_switch_alone_cs none | n in | */
	while (n == 0) {
		if (plain) {
			switch (total) {
			case 1:
				break;
			}
		}
	}
	pthread_mutex_unlock(&m);
}

void named_like_a_label(int again)
{
	pthread_mutex_lock(&m); /* named_like_a_label_cs none | again in | */
again:
	if (plain)
		goto out;
	total = again++;
out:
	pthread_mutex_unlock(&m);
}

void named_like_an_operation(void)
{
	int own = 0, *atomic_one;

	pthread_mutex_lock(&m); /* named_like_an_operation_cs none waits | own by reference 1, atomic_one by reference 1 | */
	while (!plain)
		atomic_one = &own;
	pthread_mutex_unlock(&m);
}

void on_elements(struct flags *f)
{
	pthread_mutex_lock(&m); /* on_elements_cs none waits | f in | */
	while (!f[1].done)
		;
	pthread_mutex_unlock(&m);
}

/* What the head of a for gives, and what an inner loop or switch is left by, decides nothing. */
void by_a_head(void)
{
	pthread_mutex_lock(&m); /* by_a_head_cs none waits | | */
	for (int i = 0; !plain; i++)
		;
	pthread_mutex_unlock(&m);
}

void by_a_head_with_less(int i)
{
	pthread_mutex_lock(&m); /* by_a_head_with_less_cs none waits | i in | */
	for (; !plain; i++)
		;
	pthread_mutex_unlock(&m);
}

void by_a_head_with_commas(void)
{
	int i, j;

	pthread_mutex_lock(&m); /* by_a_head_with_commas_cs none waits | i section-local, j section-local | */
	for (i = 0, j = 0; !plain;) {
		i++;
		j++;
	}
	pthread_mutex_unlock(&m);
}

void by_a_head_of_steps(void)
{
	pthread_mutex_lock(&m); /* by_a_head_of_steps_cs none waits | | */
	for (;; total++) {
		if (plain)
			break;
	}
	pthread_mutex_unlock(&m);
}

void by_a_head_that_counts(int i)
{
	pthread_mutex_lock(&m); /* by_a_head_that_counts_cs none | i in | */
	for (; i++, i < 9;) {
		if (plain)
			break;
	}
	pthread_mutex_unlock(&m);
}

void around_a_break(int n)
{
	pthread_mutex_lock(&m); /* around_a_break_cs none waits | n in | */
	while (!plain) {
		for (int i = 0; i < n; i++) {
			if (i == 4)
				break;
		}
	}
	pthread_mutex_unlock(&m);
}

void around_a_return(int n)
{
	pthread_mutex_lock(&m); /* around_a_return_cs none | n in | */
	while (!plain) {
		for (int i = n; i; i = i - 1) {
			if (n++ == 4) {
				pthread_mutex_unlock(&m);
				return;
			}
		}
	}
	pthread_mutex_unlock(&m);
}

void back_around_a_switch(int n)
{
	pthread_mutex_lock(&m); /* back_around_a_switch_cs none waits | n in | */
again:
	switch (n++) {
	case 1:
		total++;
		break;
	}
	if (!plain)
		goto again;
	pthread_mutex_unlock(&m);
}

/* Atomic operations are about what they have the address of. */
static void takes(int *lock)
{
	while (__sync_lock_test_and_set(lock, 1))
		;
}

void in_takes(int *lock)
{
	pthread_mutex_lock(&m); /* in_takes_cs none waits | lock in | */
	takes(lock);
	pthread_mutex_unlock(&m);
}

void loads(_Atomic int *from)
{
	pthread_mutex_lock(&m); /* loads_cs none waits | from in | */
	while (!atomic_load(from))
		;
	pthread_mutex_unlock(&m);
}

void loads_its_own(void)
{
	_Atomic int own = 0;

	pthread_mutex_lock(&m); /* loads_its_own_cs none waits | own by reference 1 _Atomic(int) *own | */
	while (!atomic_load(&own))
		;
	pthread_mutex_unlock(&m);
}

void knows_no_other(int own)
{
	pthread_mutex_lock(&m); /* knows_no_other_cs none | own in | */
	while (own)
		;
	pthread_mutex_unlock(&m);
}

void loads_into(void)
{
	int seen;

	pthread_mutex_lock(&m); /* loads_into_cs none waits | seen by reference 2 | */
	do {
		__atomic_load(&plain, &seen, __ATOMIC_ACQUIRE);
	} while (!seen);
	pthread_mutex_unlock(&m);
}

void loads_into_from(int *from)
{
	int seen;

	pthread_mutex_lock(&m); /* loads_into_from_cs none waits | from in, seen by reference 2 | */
	do {
		__atomic_load(from, &seen, __ATOMIC_ACQUIRE);
	} while (!seen);
	pthread_mutex_unlock(&m);
}

void exchanges(int *with)
{
	int seen, one = 1;

	pthread_mutex_lock(&m); /* exchanges_cs none waits | with in, seen by reference 2, one by reference 1 | */
	do {
		__atomic_exchange(with, &one, &seen, __ATOMIC_ACQUIRE);
	} while (seen);
	pthread_mutex_unlock(&m);
}

void swaps_with_nothing(_Atomic int *lock)
{
	int free = 0;

	pthread_mutex_lock(&m); /* swaps_with_nothing_cs none waits | lock in, free by reference 2 | */
	while (!atomic_compare_exchange_weak(lock, &free, 1))
		free = 0;
	pthread_mutex_unlock(&m);
}

void swaps_with_what_it_loads(_Atomic int *to)
{
	int old;

	pthread_mutex_lock(&m); /* swaps_with_what_it_loads_cs none | to in, old by reference 3 | */
	do {
		old = atomic_load(to);
	} while (!atomic_compare_exchange_weak(to, &old, old + 1));
	pthread_mutex_unlock(&m);
}

void hands_out(_Atomic int *next, int n)
{
	pthread_mutex_lock(&m); /* hands_out_cs none | next in, n in | */
	while (atomic_fetch_add(next, 1) < n)
		total++;
	while (__sync_sub_and_fetch(&plain, 2) > 0)
		total++;
	pthread_mutex_unlock(&m);
}

void adds_nothing(int *to, int n)
{
	pthread_mutex_lock(&m); /* adds_nothing_cs none waits | to in, n in | */
	while (__sync_fetch_and_add(to, 0) < n)
		;
	pthread_mutex_unlock(&m);
}

void counts_atomically(_Atomic int *rounds)
{
	pthread_mutex_lock(&m); /* counts_atomically_cs none waits | rounds in | */
	while (!plain)
		atomic_fetch_add(rounds, 1);
	pthread_mutex_unlock(&m);
}

void overflows(int n)
{
	pthread_mutex_lock(&m); /* overflows_cs none | n by reference 2 | */
	while (!__builtin_add_overflow(n, plain, &n))
		;
	pthread_mutex_unlock(&m);
}

void counts_behind_a_pointer(int *rounds)
{
	pthread_mutex_lock(&m); /* counts_behind_a_pointer_cs none waits | rounds in | */
	while (!atomic_load(&number))
		++*rounds;
	pthread_mutex_unlock(&m);
}

void counts_before_a_break(void)
{
	pthread_mutex_lock(&m); /* counts_before_a_break_cs none waits | | */
	for (;;) {
		total++;
		if (plain)
			break;
	}
	pthread_mutex_unlock(&m);
}

void swaps_with_a_copy(_Atomic int *to)
{
	int old, seen;

	pthread_mutex_lock(&m); /* swaps_with_a_copy_cs none | to in, old by reference 2, seen section-local | */
	do {
		seen = *to;
		old = seen;
	} while (!atomic_compare_exchange_weak(to, &old, seen + 1));
	pthread_mutex_unlock(&m);
}
