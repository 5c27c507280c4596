/* Code that asks where its stack frame stands. */
#include <pthread.h>

struct pair {
	char one, two;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static const char *last;

static int told(const char *text)
{
	return text[0];
}

/* By the address of a variable of its own, which it compares, or subtracts. */
static int less(const char *base)
{
	char here;

	return &here < base;
}

void in_less(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += less(base);
	pthread_mutex_unlock(&m);
}

static int more(const char *base)
{
	char here;

	return &here > base;
}

void in_more(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += more(base);
	pthread_mutex_unlock(&m);
}

static int at_most(const char *base)
{
	char here;

	return &here <= base;
}

void in_at_most(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += at_most(base);
	pthread_mutex_unlock(&m);
}

static int at_least(const char *base)
{
	char here;

	return base >= &here;
}

void in_at_least(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += at_least(base);
	pthread_mutex_unlock(&m);
}

static int apart(const char *base)
{
	char here;

	return (int)(base - &here);
}

void in_apart(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += apart(base);
	pthread_mutex_unlock(&m);
}

static int same(const char *base)
{
	char here;

	return &here == base;
}

void in_same(const char *base)
{
	pthread_mutex_lock(&m); /* in_same_cs none | base in | */
	total += same(base);
	pthread_mutex_unlock(&m);
}

static int same_too(const char *base)
{
	char here;

	return base == &here;
}

void in_same_too(const char *base)
{
	pthread_mutex_lock(&m); /* in_same_too_cs none | base in | */
	total += same_too(base);
	pthread_mutex_unlock(&m);
}

/* It may be a parameter's; not that of what is no variable of the frame, or a part. */
static int of_parameter(const char *base, int n)
{
	return (const char *)&n > base;
}

void in_of_parameter(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += of_parameter(base, 1);
	pthread_mutex_unlock(&m);
}

static int of_static(const char *base)
{
	static char here;

	return &here < base;
}

void in_of_static(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_static_cs none | base in | */
	total += of_static(base);
	pthread_mutex_unlock(&m);
}

static int of_global(const char *base)
{
	return (const char *)&total < base;
}

void in_of_global(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_global_cs none | base in | */
	total += of_global(base);
	pthread_mutex_unlock(&m);
}

static int of_array(const char *base)
{
	char here[4];

	return (const char *)&here < base;
}

void in_of_array(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_array_cs none | base in | */
	total += of_array(base);
	pthread_mutex_unlock(&m);
}

static int of_part(const char *base)
{
	struct pair here;

	return (const char *)&here.two < base;
}

void in_of_part(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_part_cs none | base in | */
	total += of_part(base);
	pthread_mutex_unlock(&m);
}

/* Nor where it is compared with nothing, or with itself. */
static int of_null(const char *base)
{
	char here;

	return &here > (char *)0;
}

void in_of_null(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_null_cs none | base in | */
	total += of_null(base);
	pthread_mutex_unlock(&m);
}

static int of_itself(const char *base)
{
	char here[2] = { 0 };
	char it;

	return &it - 1 < &it && base && here[1];
}

void in_of_itself(const char *base)
{
	pthread_mutex_lock(&m); /* in_of_itself_cs none | base in | */
	total += of_itself(base);
	pthread_mutex_unlock(&m);
}

static int of_two(const char *base)
{
	char one, two;

	return &one < &two && base;
}

void in_of_two(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += of_two(base);
	pthread_mutex_unlock(&m);
}

/* Kept, and then reckoned with, and nothing else. */
static int kept(const char *base)
{
	const char *stack;
	char here;

	stack = &here;
	return stack < base;
}

void in_kept(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += kept(base);
	pthread_mutex_unlock(&m);
}

static int declared(const char *base)
{
	char here;
	const char *stack = &here;

	return stack < base;
}

void in_declared(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += declared(base);
	pthread_mutex_unlock(&m);
}

static int as_number(const char *base)
{
	char here;
	unsigned long stack;

	stack = (unsigned long)&here;
	return stack < (unsigned long)base;
}

void in_as_number(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += as_number(base);
	pthread_mutex_unlock(&m);
}

static int as_number_used(const char *base)
{
	char here;
	unsigned long stack = (unsigned long)&here;

	here = 1;
	return stack < (unsigned long)base && here;
}

void in_as_number_used(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += as_number_used(base);
	pthread_mutex_unlock(&m);
}

static int handed_on(const char *base)
{
	char here;
	const char *stack = &here;

	return stack < base && told(stack);
}

void in_handed_on(const char *base)
{
	pthread_mutex_lock(&m); /* in_handed_on_cs none | base in | */
	total += handed_on(base);
	pthread_mutex_unlock(&m);
}

static int pointed_to(const char *base)
{
	char here = 2;
	const char *stack = &here;

	here++;
	return stack < base && here;
}

void in_pointed_to(const char *base)
{
	pthread_mutex_lock(&m); /* in_pointed_to_cs none | base in | */
	total += pointed_to(base);
	pthread_mutex_unlock(&m);
}

static int returned(const char *base)
{
	char here;

	return (long)&here > 0;
}

void in_returned(const char *base)
{
	pthread_mutex_lock(&m); /* in_returned_cs none | base in | */
	total += returned(base);
	pthread_mutex_unlock(&m);
}

static int gives_back(const char *base)
{
	char here;

	here = *base;
	return (int)(long)&here;
}

void in_gives_back(const char *base)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += gives_back(base);
	pthread_mutex_unlock(&m);
}

/* By that of what it is given, which says where the stack ends. */
static int given(const char *end)
{
	return (const char *)&end > end;
}

void in_given(const char *end)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += given(end);
	pthread_mutex_unlock(&m);
}

static int whole(const char *end)
{
	return (const char *)&end < (const char *)(&end + 1);
}

void in_whole(const char *end)
{
	pthread_mutex_lock(&m); /* in_whole_cs none | end in | */
	total += whole(end);
	pthread_mutex_unlock(&m);
}

/* Masked, for what is at the beginning of the stack; not for how it is aligned. */
static int masked(void)
{
	int here;

	return *(int *)((unsigned long)&here & ~4095UL);
}

void in_masked(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += masked();
	pthread_mutex_unlock(&m);
}

static int masked_by_a_number(void)
{
	int here;

	return *(int *)((unsigned long)&here & -4096);
}

void in_masked_by_a_number(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += masked_by_a_number();
	pthread_mutex_unlock(&m);
}

static int masked_by_a_large_one(void)
{
	int here;

	return (0xfffffffffffff000 & (unsigned long)&here) == 0;
}

void in_masked_by_a_large_one(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += masked_by_a_large_one();
	pthread_mutex_unlock(&m);
}

static int masked_by_a_variable(unsigned long mask)
{
	int here;

	return *(int *)((unsigned long)&here & mask);
}

void in_masked_by_a_variable(unsigned long mask)
{
	pthread_mutex_lock(&m); /* RCL011 */
	total += masked_by_a_variable(mask);
	pthread_mutex_unlock(&m);
}

static int aligned(void)
{
	int here;

	return ((unsigned long)&here & (sizeof(here) - 1)) == 0;
}

void in_aligned(void)
{
	pthread_mutex_lock(&m); /* in_aligned_cs none | | */
	total += aligned();
	pthread_mutex_unlock(&m);
}

static int aligned_to(unsigned long mask)
{
	int here;

	return ((unsigned long)&here & mask) == 0;
}

void in_aligned_to(unsigned long mask)
{
	pthread_mutex_lock(&m); /* in_aligned_to_cs none | mask in | */
	total += aligned_to(mask);
	pthread_mutex_unlock(&m);
}

static int marked(void)
{
	int here;

	return ((unsigned long)&here | ~4095UL) != 0;
}

void in_marked(void)
{
	pthread_mutex_lock(&m); /* in_marked_cs none | | */
	total += marked();
	pthread_mutex_unlock(&m);
}

/* Left behind, where nobody can use it any more. */
static void leaves(const char **base)
{
	char here;

	*base = &here;
}

void in_leaves(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	leaves(&last);
	pthread_mutex_unlock(&m);
}

static void leaves_in_a_variable(void)
{
	char here;

	last = &here;
}

void in_leaves_in_a_variable(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	leaves_in_a_variable();
	pthread_mutex_unlock(&m);
}

static void lends(void)
{
	char here;

	last = &here;
	told("");
	last = 0;
}

void in_lends(void)
{
	pthread_mutex_lock(&m); /* in_lends_cs none | | */
	lends();
	pthread_mutex_unlock(&m);
}

static void uses(void)
{
	char here;

	last = &here;
	here = 1;
	last = here ? 0 : "";
}

void in_uses(void)
{
	pthread_mutex_lock(&m); /* in_uses_cs none | | */
	uses();
	pthread_mutex_unlock(&m);
}

/* In the section itself, where what was declared before it is its client's. */
void itself(const char *base)
{
	pthread_mutex_lock(&m); /* RCL012 */
	char here;
	if (&here < base)
		total++;
	pthread_mutex_unlock(&m);
}

void before(const char *base)
{
	char here;

	pthread_mutex_lock(&m); /* before_cs none | base in, here by reference 1 | */
	if (&here < base)
		total++;
	pthread_mutex_unlock(&m);
}

void behind(const char *base)
{
	pthread_mutex_lock(&m); /* behind_cs none | | */
	total++;
	pthread_mutex_unlock(&m);
	if ((const char *)__builtin_frame_address(0) < base)
		last = base;
}

/* By the stack's register, which assembler has, or a variable. */
static const char *stack(void)
{
	const char *here;

	__asm__ volatile("movq %%rsp, %0" : "=r"(here));
	return here;
}

void in_stack(void)
{
	pthread_mutex_lock(&m); /* RCL011 */
	last = stack();
	pthread_mutex_unlock(&m);
}

void by_assembler(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	__asm__ volatile("lea 8(%%rsp), %0" : "=r"(last));
	pthread_mutex_unlock(&m);
}

void by_register(void)
{
	register const char *here __asm__("rsp");

	pthread_mutex_lock(&m); /* RCL012 */
	last = here;
	pthread_mutex_unlock(&m);
}

void by_cfa(void)
{
	pthread_mutex_lock(&m); /* RCL012 */
	last = __builtin_dwarf_cfa();
	pthread_mutex_unlock(&m);
}

/* What only orders memory says nothing of it. */
void by_barrier(void)
{
	pthread_mutex_lock(&m); /* by_barrier_cs none | | */
	__asm__ volatile("lock; addl $0, 0(%%rsp)" ::: "memory");
	total++;
	pthread_mutex_unlock(&m);
}
