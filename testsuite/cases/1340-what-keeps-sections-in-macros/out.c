#include <alloca.h>
#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <string.h>

#define LOCK(t) rcl_lock(&(t)->lock)
#define UNLOCK(t) rcl_unlock(&(t)->lock)

enum { LARGEST = 7 };
struct part { int n, *at; };
struct large { int n, rest[200]; };
struct table {
	rcl_mutex_t lock;
	int total, counts[4], spare;
	const char *name;
	struct part part, other, *next;
};

static int there;
static struct part part = { 1, &there };
static struct table table = {
	RCL_MUTEX_INITIALIZER(table_lock_in), 0, { 0 }, 1, "", { 2, &there }, { 3, &there }, &part
};
static struct table tables[2] = { { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_24) }, { .lock = RCL_MUTEX_INITIALIZER(table_lock_in_24) } };
static struct table *beside = &table, *volatile turning = &table;
static int asked;

#define SIZE 1
#undef SIZE
#define SIZE 2
#define HERE (__LINE__ > 0)
#define COUNTED count
#define amount 5

/* It says where it stands; so does a macro that it names. */
#define NAMED(t) do { LOCK(t); (t)->name = __FUNCTION__; UNLOCK(t); } while (0)
#define STANDS(t) do { LOCK(t); (t)->total += HERE; UNLOCK(t); } while (0)
/* A field of what a function gives, of what a field is, and of what the function's variable leads to. */
#define MADE(t, field) do { LOCK(t); itself(t)->field += 1; UNLOCK(t); } while (0)
#define DEEP(t, field) do { LOCK(t); (t)->field += 1; UNLOCK(t); } while (0)
#define MINE(field) do { LOCK(&table); mine->next->field += 1; UNLOCK(&table); } while (0)
/* Another lock's: what the field is of may change, or is worked out. */
#define AT(e, field) do { LOCK(&table); (e)->field += 1; UNLOCK(&table); } while (0)
#define OF(e, field) do { LOCK(&table); (e).field += 1; UNLOCK(&table); } while (0)
#define ALL_OF(e, field) do { LOCK(&table); e.field += 1; UNLOCK(&table); } while (0)
/* What belongs to its user's frame. */
#define ROOM(t) do { LOCK(t); (t)->name = strcpy(alloca(9), "room"); UNLOCK(t); } while (0)
#define FRAME(t) do { LOCK(t); (t)->total += __builtin_frame_address(0) != NULL; UNLOCK(t); } while (0)
#define BOUND(t, text) do { LOCK(t); (t)->total += __builtin_object_size(text, 0) > 9; UNLOCK(t); } while (0)
/* No block of its own, nothing in it, and lock calls that are no statements of one block. */
#define BARE(t) LOCK(t); (t)->total++; UNLOCK(t);
#define BEHIND(t) asked++; LOCK(t); (t)->total++; UNLOCK(t);
#define EMPTY(t) do { LOCK(t); UNLOCK(t); } while (0)
#define WITHIN(t) do { LOCK(t); (t)->total++; { UNLOCK(t); } } while (0)
#define LABELLED(t) do { LOCK(t); (t)->total++; out: UNLOCK(t); } while (0)
#define INSIDE(t) do { { LOCK(t); } (t)->total++; UNLOCK(t); } while (0)
#define WRAPPED(t) do { (rcl_lock)(&(t)->lock); (t)->total++; UNLOCK(t); } while (0)
#define VOIDED(t) do { (void)rcl_lock(&(t)->lock); (t)->total++; UNLOCK(t); } while (0)
/* The mutex is that of what a function gives, or of what is not the same twice. */
#define ASKED(t) do { LOCK(itself(t)); (t)->total++; UNLOCK(itself(t)); } while (0)
#define TURNED(t) do { LOCK(t); (t)->total++; UNLOCK(t); } while (0)
/* Any number of arguments, and a comma that is not in parentheses. */
#define ANY(t, ...) do { LOCK(t); (t)->total += (__VA_ARGS__); UNLOCK(t); } while (0)
#define PAIR(t, one, two) do { LOCK(t); (t)->total += one, two; UNLOCK(t); } while (0)
#define MANY(t, n...) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
/* It changes a variable of its user's, or hands on where that is. */
#define LAST(t) do { LOCK(t); last = (t)->total; (t)->total += 1; UNLOCK(t); } while (0)
#define FETCH(t) do { LOCK(t); (t)->total += fetched(&last); UNLOCK(t); } while (0)
/* A macro that is defined twice, one that is called as a parameter, and one that comes to what is called so. */
#define TWICE(t) do { LOCK(t); (t)->total += SIZE; UNLOCK(t); } while (0)
#define MORE(t, amount) do { LOCK(t); (t)->total += (amount); UNLOCK(t); } while (0)
#define COUNT(t, count) do { LOCK(t); (t)->total += (count) * COUNTED; UNLOCK(t); } while (0)
/* Not all of an argument is one operand, though it is one; and a parameter that names a field and a value. */
#define READ(t, p) do { LOCK(t); (t)->total += p->at; UNLOCK(t); } while (0)
#define BOTH(t, part) do { LOCK(t); (t)->part += part; UNLOCK(t); } while (0)
#define BOTH_OF(t, other) do { LOCK(t); (t)->other.n += other; UNLOCK(t); } while (0)
/* It hands on where the way to its mutex stands. */
#define TOLD(t) do { LOCK(t); told(&t); UNLOCK(t); } while (0)
/* An object, an expression of two, and types that nobody knows. */
#define INTO(e) do { LOCK(&(e)); (e).total += 1; UNLOCK(&(e)); } while (0)
#define COMMA(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
#define ELEMENT(t) do { LOCK(t); (t)->total += 1; UNLOCK(t); } while (0)
#define NUMBER(t, n) do { LOCK(t); (t)->total += (n); UNLOCK(t); } while (0)
/* Variables of their user's whose value cannot be handed over. */
#define FIXED(t) do { LOCK(t); (t)->total += fixed; UNLOCK(t); } while (0)
#define EACH(t) do { LOCK(t); (t)->total += each; UNLOCK(t); } while (0)
#define SHAKING(t) do { LOCK(t); (t)->total += shaking; UNLOCK(t); } while (0)
#define SOME(t) do { LOCK(t); (t)->total += some[1]; UNLOCK(t); } while (0)
#define LARGE(t) do { LOCK(t); (t)->total += large.n; UNLOCK(t); } while (0)
#define CALLED(t) do { LOCK(t); (t)->total += called(1); UNLOCK(t); } while (0)

static struct table *itself(struct table *t)
{
	asked++;
	return t;
}

static struct part *chosen(void)
{
	asked++;
	return &part;
}

static void told(struct table **t)
{
	(*t)->total++;
}

static int fetched(int *from)
{
	return (*from)++;
}

static int same(int n)
{
	return n;
}

static void places(struct table *t)
{
	NAMED(t);
	puts(t->name);
	ROOM(t);
	puts(t->name);
	FRAME(t);
	BOUND(t, t->name);
	STANDS(t);
	BARE(t)
	BEHIND(t)
	EMPTY(t);
	WITHIN(t);
	LABELLED(t);
	INSIDE(t);
	WRAPPED(t);
	VOIDED(t);
	ASKED(t);
	TURNED(turning);
	ANY(t, 1);
	MANY(t, 2);
	PAIR(t, t->counts[0, 2]);
	TWICE(t);
}

static void fields(struct table *t, struct table *mine)
{
	struct part one = { 4, &there };

	MADE(t, spare);
	DEEP(t, part.n);
	MINE(n);
	AT(beside, spare);
	TOLD(beside);
	OF(*chosen(), n);
	ALL_OF(*one, at);
	INTO(table);
}

static void values(struct table *t, int count, int spare)
{
	int last = 0, part = 6;
	struct part one = { 4, &there }, *to = &one;

	LAST(t);
	FETCH(t);
	MORE(t, spare);
	COUNT(t, 2);
	BOTH(t, spare);
	BOTH_OF(t, part);
	READ(t, *to);
	COMMA(t, ((void)spare, count));
	ELEMENT(&tables[count]);
	NUMBER(t, LARGEST);
	printf("%d %d %d\n", last, count, one.n);
}

static void variables(struct table *t, int n)
{
	static int fixed = 1;
	static __thread int each = 2;
	volatile int shaking = n;
	int some[2] = { n, n + 1 };
	struct large large = { n, { 0 } };
	int (*called)(int) = same;

	FIXED(t);
	EACH(t);
	SHAKING(t);
	SOME(t);
	LARGE(t);
	CALLED(t);
}

int main(void)
{
	places(&table);
	fields(&table, &table);
	values(&table, 1, 4);
	variables(&table, 5);
	printf("%d %d %d %d ", table.total, table.spare, table.part.n, table.other.n);
	printf("%d %d %d %d\n", asked, there, part.n, tables[1].total);
	return 0;
}
