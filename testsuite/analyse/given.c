/* What lock functions that note something are given, and what of that their callers' sections have. */
#include <pthread.h>
#include <stddef.h>

struct my_mutex {
	pthread_mutex_t m;
	int line, size;
	const char *file;
	const void *what;
	int (*call)(void);
	long most[8];
};

struct with_lock {
	struct my_mutex lock;
	int n;
};

struct most {
	long of[8];
};

struct more {
	long of[9];
};

static struct my_mutex the = { .m = PTHREAD_MUTEX_INITIALIZER };
static struct my_mutex *the_one = &the;
static struct with_lock with = { .lock = { .m = PTHREAD_MUTEX_INITIALIZER } }, *with_it = &with;
static __thread struct my_mutex own = { .m = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, *volatile now = &plain;
static pthread_mutex_t many[4];
static volatile int current;
static int shared, one, holder[4];
static const char *there_at;

int asks(void);
void tidy(int *n);

#define WHERE __func__
#define BOTH "here", 3
#define TAKE_THE take_at(&the, "here", 3)
#define where() __func__
#define N n
#define there_at() __func__
#define COUNT_ONE one++

static void tidy_pointer(struct my_mutex **l) { shared += *l == &the; }
static void take(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->line = 0; }
static void give(struct my_mutex *l) { l->line = -1; pthread_mutex_unlock(&l->m); }
static void take_at(struct my_mutex *l, const char *file, int line) { pthread_mutex_lock(&l->m); l->file = file; l->line = line; }
static void give_at(struct my_mutex *l, int line) { l->line = line; pthread_mutex_unlock(&l->m); }
static void take_there(struct my_mutex *l, const void *there) { pthread_mutex_lock(&l->m); l->what = there; }
static void take_calling(struct my_mutex *l, int (*call)(void)) { pthread_mutex_lock(&l->m); l->call = call; }
static void take_most(struct my_mutex *l, struct most most) { pthread_mutex_lock(&l->m); l->most[0] = most.of[0]; }
static void take_more(struct my_mutex *l, struct more more) { pthread_mutex_lock(&l->m); l->most[0] = more.of[8]; }
static void take_listed(struct my_mutex *l, const char **names) { pthread_mutex_lock(&l->m); l->file = names[0]; }
static void take_named(struct my_mutex *l, const char *func) { pthread_mutex_lock(&l->m); l->file = func; }
static int take_and_answer(struct my_mutex *l) { pthread_mutex_lock(&l->m); l->line = 0; return 0; }
static void take_plain(pthread_mutex_t *m) { pthread_mutex_lock(m); shared = m == &plain; }
static void give_plain(pthread_mutex_t *m) { shared = 0; pthread_mutex_unlock(m); }
static void take_number(int number) { pthread_mutex_lock(&many[number]); holder[number]++; }
static void give_number(int number) { holder[number]--; pthread_mutex_unlock(&many[number]); }
static void give_of(int count, int number) { holder[count] = 0; pthread_mutex_unlock(&many[number]); }
static void give_long(long number) { holder[number]--; pthread_mutex_unlock(&many[number]); }
static void take_first(int number, int other) { pthread_mutex_lock(&many[number]); holder[other] = 0; }
static void take_sum(int one, int two) { pthread_mutex_lock(&many[one + two]); holder[one]++; }
static void give_sum(int one, int two) { holder[one]--; pthread_mutex_unlock(&many[one + two]); }
static void take_old(l) struct my_mutex *l; { pthread_mutex_lock(&l->m); l->line = 0; }

/* by what stands in front of the function as well */

int named(void)
{
	take(&the); /* named_cs none | | */
	shared++;
	give(&the);
	return 0;
}

int part(void)
{
	take(&with.lock); /* part_cs none | | */
	shared++;
	give(&with.lock);
	return 0;
}

int in_parentheses(void)
{
	take(&(the)); /* in_parentheses_cs none | | */
	shared++;
	give(&(the));
	return 0;
}

int constants(void)
{
	take_at(&the, "here", 3 + 4); /* constants_cs none | | */
	shared++;
	give_at(&the, 7);
	return 0;
}

int a_size(void)
{
	take_at(&the, "here", sizeof(struct more)); /* a_size_cs none | | */
	shared++;
	give(&the);
	return 0;
}

/* by what only the function has: its client works it out */

int pointed(void)
{
	take(&with_it->lock); /* pointed_cs none | l in | */
	shared++;
	give(&with_it->lock);
	return 0;
}

int behind_a_star(void)
{
	take(&*the_one); /* behind_a_star_cs none | l in | */
	shared++;
	give(&*the_one);
	return 0;
}

int of_the_thread(void)
{
	take(&own); /* of_the_thread_cs none | l in | */
	shared++;
	give(&own);
	return 0;
}

int a_function(void)
{
	take_calling(&the, &asks); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

int a_sum(int n)
{
	take_at(&the, "here", n + 1); /* a_sum_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

int its_name(void)
{
	take_at(&the, __func__, 3); /* its_name_cs none | file in | */
	shared++;
	give(&the);
	return 0;
}

int its_name_by_a_macro(void)
{
	take_at(&the, WHERE, 3); /* its_name_by_a_macro_cs none | file in | */
	shared++;
	give(&the);
	return 0;
}

int volatile_line(void)
{
	take_at(&the, "here", current); /* volatile_line_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

int a_variable_called_where(const char *where)
{
	take_at(&the, where, 3); /* a_variable_called_where_cs none | where in | */
	shared++;
	give(&the);
	return 0;
}

int of_its_own(void)
{
	struct my_mutex here = { .m = PTHREAD_MUTEX_INITIALIZER };
	take(&here); /* of_its_own_cs none | l in | */
	shared++;
	give(&here);
	return here.line;
}

int size_of_its_own(void)
{
	struct most { int n; };
	take_at(&the, "here", sizeof(struct most)); /* size_of_its_own_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

int beside_one_without_a_name(int n)
{
	struct { int n; } x = { n };
	take_at(&the, "here", sizeof(struct most)); /* beside_one_without_a_name_cs none | | */
	shared++;
	give(&the);
	return x.n;
}

int macro_of_its_own(void)
{
#define LINE 3
	take_at(&the, "here", LINE); /* macro_of_its_own_cs none | line in | */
	shared++;
	give(&the);
#undef LINE
	return 0;
}

/* variables of the function's */

int a_parameter(struct my_mutex *l, int n)
{
	take_at(l, "here", n); /* a_parameter_cs none | l in, n in | */
	shared++;
	give_at(l, n);
	return 0;
}

int needed_too(int n)
{
	take_at(&the, "here", n); /* needed_too_cs none | n in | */
	shared += n;
	give_at(&the, n);
	return 0;
}

int by_a_macro(int n)
{
	take_at(&the, "here", N); /* by_a_macro_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

int changed(int n)
{
	take_at(&the, "here", n); /* changed_cs none | n in-out, line in | */
	n++;
	shared += n;
	give(&the);
	return n;
}

int changed_and_told(int n)
{
	take(&the); /* changed_and_told_cs none | n in-out | ! */
	n++;
	shared += n;
	give_at(&the, n);
	return n;
}

int told_a_sum(int n)
{
	take(&the); /* told_a_sum_cs none | | ! */
	shared++;
	give_at(&the, n + 1);
	return n;
}

int static_one(void)
{
	static int n;
	n++;
	take_at(&the, "here", n); /* static_one_cs none | line in | */
	shared++;
	give(&the);
	return n;
}

int volatile_one(int n)
{
	volatile int x = n;
	take_at(&the, "here", x); /* volatile_one_cs none | line in | */
	shared++;
	give(&the);
	return x;
}

int told_a_volatile(int n)
{
	volatile int x = n;
	take(&the); /* told_a_volatile_cs none | | ! */
	shared++;
	give_at(&the, x);
	return x;
}

int told_a_static(void)
{
	static int x;
	take(&the); /* told_a_static_cs none | x by reference 1 | ! */
	x++;
	shared++;
	give_at(&the, x);
	return x;
}

int an_array(void)
{
	char name[4] = "abc";
	take_at(&the, name, 3); /* an_array_cs none | file in | */
	shared++;
	give(&the);
	return name[0];
}

int most_of(struct most most)
{
	take_most(&the, most); /* most_of_cs none | most in | */
	shared++;
	give(&the);
	return most.of[0];
}

int more_of(struct more more)
{
	take_more(&the, more); /* more_of_cs none | more_given in | */
	shared++;
	give(&the);
	return more.of[0];
}

int with_address(int n)
{
	int *at = &n;
	take_at(&the, "here", n); /* with_address_cs none | at in, line in | ! */
	++*at;
	shared++;
	give_at(&the, n);
	return n;
}

int declared_there(void)
{
	take(&the); /* declared_there_cs none | n out* | ! */
	int n = shared;
	shared++;
	give_at(&the, n);
	return 0;
}

int of_a_type_of_its_own(int n)
{
	struct here { int n; } x = { n }, *at = &x;
	take_there(&the, at); /* of_a_type_of_its_own_cs none | there in | */
	shared++;
	give(&the);
	return at->n;
}

int another_of_its_name(int n)
{
	take_at(&the, "here", n); /* another_of_its_name_cs none | line in | */
	if (shared) {
		int n = 4;
		shared += n;
	}
	give(&the);
	return 0;
}

int tidied(int c)
{
	int n __attribute__((cleanup(tidy))) = c;
	take_at(&the, "here", n); /* tidied_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

int tidied_with(struct my_mutex *given)
{
	struct my_mutex *l __attribute__((cleanup(tidy_pointer))) = given;
	take(l); /* tidied_with_cs none | l_given in | */
	shared++;
	give(l);
	return 0;
}

/* what must not be worked out twice, or elsewhere */

int a_literal(void)
{
	take_listed(&the, (const char *[]){ "a" }); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

int a_value(void)
{
	take_at(&the, "here", ({ 3; })); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

int stepped(int n)
{
	take_at(&the, "here", n++); /* RCL008 */
	shared++;
	give(&the);
	return n;
}

int its_name_in_part(void)
{
	take_at(&the, __func__ + 1, 3); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

int varies(void)
{
	take_plain(now); /* RCL036 */
	shared++;
	give_plain(now);
	return 0;
}

int varies_here(int n)
{
	volatile int x = n;
	take_number(x); /* RCL036 */
	shared++;
	give_number(x);
	return 0;
}

int by_a_list(void)
{
	take_at(&the, BOTH); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

int all_by_a_macro(void)
{
	TAKE_THE; /* all_by_a_macro_cs none | | */
	shared++;
	give(&the);
	return 0;
}

int too_many(void)
{
	take_old(&the, 3); /* RCL036 */
	shared++;
	give(&the);
	return 0;
}

/* what the parameters are called there */

int l_is_taken(struct with_lock *l)
{
	take(&l->lock); /* l_is_taken_cs none | l_given in | */
	shared++;
	give(&l->lock);
	return 0;
}

int both_are_taken(struct with_lock *l, int l_given)
{
	take(&l->lock); /* both_are_taken_cs none | l_given in, take_l in | */
	shared += l_given;
	give(&l->lock);
	return 0;
}

int all_are_taken(struct with_lock *l, int l_given, int take_l)
{
	take(&l->lock); /* RCL036 */
	shared += l_given + take_l;
	give(&l->lock);
	return 0;
}

int line_is_a_label(int n)
{
	take_at(&the, "here", n + 1); /* line_is_a_label_cs none | line_given in | */
	shared++;
	give(&the);
	if (n) goto line;
	n++;
	line: return n;
}

int line_is_a_part(struct my_mutex *by)
{
	take_at(&the, "here", by->line + 1); /* line_is_a_part_cs none | line in | */
	shared++;
	give(&the);
	return 0;
}

/* by which the release names the mutex as the acquisition does */

int alike(int n)
{
	take_number(n + 1); /* alike_cs none | number in | */
	shared++;
	give_number(n + 1);
	return 0;
}

int of_another(int n)
{
	take_number(n + 1); /* of_another_cs none | number in, n in | */
	shared++;
	give_of(n, n + 1);
	return 0;
}

int longer(int n)
{
	take_number(n + 1); /* longer_cs none | number in | ! */
	shared++;
	give_long(n + 1);
	return 0;
}

int first_of_two(int n)
{
	take_first(n + 1, 2); /* first_of_two_cs none | number in | */
	shared++;
	give_number(n + 1);
	return 0;
}

int by_two(int n)
{
	take_sum(n, 1); /* by_two_cs none | n in | */
	shared++;
	give_sum(n, 1);
	return 0;
}

int by_two_sums(int n)
{
	take_sum(n + 1, 1); /* by_two_sums_cs none | one in | ! */
	shared++;
	give_sum(n + 1, 1);
	return 0;
}

int changed_within(int n)
{
	take_at(&the, "here", n); /* changed_within_cs none | n in, line in | */
	n++;
	shared += n;
	give(&the);
	return 0;
}

int changed_within_and_told(int n)
{
	take(&the); /* changed_within_and_told_cs none | n in-out | ! */
	n++;
	shared += n;
	give_at(&the, n);
	return 0;
}

int told_the_answer(void)
{
	int error = take_and_answer(&the); /* told_the_answer_cs none | error out* | ! */
	shared++;
	give_at(&the, error);
	return 0;
}

int told_a_later_answer(int n)
{
	int error;
	error = take_and_answer(&the); /* told_a_later_answer_cs none | | ! */
	if (error)
		return 1;
	shared++;
	give_at(&the, error);
	return n;
}

int varies_in_part(int n)
{
	take_number(n + current); /* RCL036 */
	shared++;
	give_number(n + current);
	return 0;
}

int one_of_many(void)
{
	take_plain(&many[holder[1]]); /* one_of_many_cs none | m in | */
	shared++;
	give_plain(&many[holder[1]]);
	return 0;
}

int beside_types_without_names(int n)
{
	enum { low, high };
	union { int n; } x = { n + low };
	typedef struct { int n; } other;
	take_at(&the, "here", sizeof(struct most)); /* beside_types_without_names_cs none | | */
	shared++;
	give(&the);
	return x.n + sizeof(other);
}

int within_another(void)
{
	pthread_mutex_lock(&plain); /* within_another_plain_cs none | func in | */
	shared++;
	take_at(&the, WHERE, 3); /* within_another_the_cs none | file in | */
	shared++;
	give(&the);
	pthread_mutex_unlock(&plain);
	return 0;
}

int within_another_by_a_variable(void)
{
	pthread_mutex_lock(&plain); /* within_another_by_a_variable_cs none | | */
	shared++;
	take_at(&the, there_at, 3); /* RCL036 */
	shared++;
	give(&the);
	pthread_mutex_unlock(&plain);
	return 0;
}

int one_is_in_a_macro(int n)
{
	take_sum(n + 1, 3); /* one_is_in_a_macro_cs none | one_given in | */
	COUNT_ONE;
	pthread_mutex_unlock(&many[n + 1 + 3]);
	return 0;
}

int func_is_taken(const char *name)
{
	take_named(&the, name + 1); /* func_is_taken_cs none | func in, func_given in | */
	shared += __func__[0];
	give(&the);
	return 0;
}

int of_who_knows_what(void)
{
	take_there(&the, &shared); /* of_who_knows_what_cs none | | */
	shared++;
	give(&the);
	return 0;
}

int moved_on(int n)
{
	const int saved = n;
	take_number(n); /* RCL001 */
	n++;
	shared += n;
	give_number(saved);
	return 0;
}

int moved_on_by_name(int n)
{
	int saved = n + 1;
	take_number(saved); /* moved_on_by_name_cs none | saved in | */
	shared += saved;
	give_number(saved);
	return 0;
}

int told_what_its_client_sets(void)
{
	int n;
	take(&the); /* told_what_its_client_sets_the_1_cs none | | */
	shared++;
	give(&the);
	n = asks();
	take(&the); /* told_what_its_client_sets_the_2_cs none | n in | */
	shared += n;
	give_at(&the, n);
	return 0;
}

int stepped_around(void)
{
	take_at(&the, "here", shared++); /* RCL008 */
	shared++;
	give(&the);
	return 0;
}

int told_what_may_be_unset(int c)
{
	int n;
	if (c)
		n = c;
	take(&the); /* told_what_may_be_unset_cs none | n by reference 1 | ! */
	shared = sizeof(n);
	give_at(&the, n);
	return 0;
}

#define number shared

int number_is_a_macro(int n)
{
	take_number(n + 3); /* number_is_a_macro_cs none | number_given in | */
	number++;
	give_number(n + 3);
	return 0;
}

/* what changes, and arrays of the caller's */

static void take_holding(int number, int more) { pthread_mutex_lock(&many[number]); holder[number] += more; }
static void take_table(struct my_mutex *l, const int *table) { pthread_mutex_lock(&l->m); l->line = table[0]; }
static int take_with_answer(struct my_mutex *l, int n) { if (pthread_mutex_lock(&l->m)) return 1; l->line = n; return 0; }

int moved_while_it_is_given(int n)
{
	take_holding(2, n++); /* RCL008 */
	shared++;
	give_number(2);
	return n;
}

int of_its_table(int n)
{
	int table[4] = { n, 2 };
	take_table(&the, table); /* of_its_table_cs none | table by reference 1 int *table, table_given in | */
	shared += table[1];
	give(&the);
	return 0;
}

int asked_for_the_answer(int n)
{
	int error;
	if ((error = take_with_answer(&the, n)) != 0) /* asked_for_the_answer_cs none | n in | */
		return error;
	shared += n;
	give(&the);
	return 0;
}

int told_what_moves_on(int n)
{
	take(&the); /* told_what_moves_on_cs none | n in | ! */
	shared += n;
	give_at(&the, one++);
	return n;
}
