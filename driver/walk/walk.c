/* SPDX-License-Identifier: MIT */
/*
 * Walks libclang's trees for the driver (rcl/analyse/unit/walk.py): what it asks of every cursor, and of every type, is
 * asked here, and handed back at once.
 *
 * Nothing is linked against libclang: the caller hands in the entry points of the library that it uses. The few types of
 * its interface that pass by value are declared below; they are part of its ABI. No function here keeps anything between
 * two calls.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RCL_EXPORTED __attribute__((visibility("default")))

typedef struct {
	int kind;
	int xdata;
	const void *data[3];
} CXCursor;

typedef struct {
	const void *ptr_data[2];
	unsigned int_data;
} CXSourceLocation;

typedef struct {
	const void *ptr_data[2];
	unsigned begin_int_data;
	unsigned end_int_data;
} CXSourceRange;

typedef struct {
	const void *data;
	unsigned private_flags;
} CXString;

typedef struct {
	int kind;
	void *data[2];
} CXType;

typedef void *CXFile;
typedef int visitor(CXCursor child, CXCursor parent, void *data);
typedef void place(CXSourceLocation at, CXFile *file, unsigned *line, unsigned *column, unsigned *offset);

enum {
	CONTINUE = 1,				/* CXChildVisit_Continue */
	FIRST_INVALID = 70, LAST_INVALID = 73,	/* the kinds of cursors that are none */
	ENUMERATOR = 7,				/* CXCursor_EnumConstantDecl */
	PARAMETER = 10,				/* CXCursor_ParmDecl */
	TYPEDEF = 20,				/* CXCursor_TypedefDecl */
	UNLINKED = 1, INTERNAL = 2,		/* CXLinkage_NoLinkage, CXLinkage_Internal */
};

/* What is asked of the cursors of a kind; walk.py has the same. */
enum {
	ASK_NAME = 1,
	ASK_TYPE = 2,		/* a typedef's is what it names */
	ASK_MEANT = 4,		/* the declaration that it refers to */
	ASK_UNARY = 8,		/* its operator, of one operand */
	ASK_BINARY = 16,	/* its operator, of two */
	ASK_VALUE = 32,		/* of a number or character; what refers to an enumerator has one without it */
	ASK_INITIAL = 64,	/* its initial value, which is one of its children then */
	ASK_PARAMETERS = 128,	/* of a function: its last children then */
	ASK_DECLARED = 256,	/* what is to know of a declaration */
	ASK_USR = 512,		/* of a declaration; one with linkage has it without that */
	ASK_OFFSET = 1024,	/* of a field in its struct */
	ASK_NOTHING_BELOW = 2048,
};

/* libclang's entry points, in the order of walk.py's. */
struct rcl_calls {
	unsigned (*visit)(CXCursor parent, visitor *visit, void *data);
	CXSourceLocation (*location)(CXCursor cursor);
	CXSourceRange (*extent)(CXCursor cursor);
	CXSourceLocation (*begin)(CXSourceRange range);
	CXSourceLocation (*end)(CXSourceRange range);
	place *expanded, *spelled;
	CXString (*name)(CXCursor cursor);
	const char *(*text)(CXString string);
	void (*dispose)(CXString string);
	CXType (*type)(CXCursor cursor);
	CXType (*underlying)(CXCursor type);
	CXType (*result)(CXCursor function);
	CXCursor (*meant)(CXCursor cursor);
	CXCursor (*initial)(CXCursor variable);
	int (*unary)(CXCursor cursor);
	int (*binary)(CXCursor cursor);
	void *(*evaluate)(CXCursor cursor);
	long long (*value)(void *evaluated);
	void (*forget)(void *evaluated);
	int (*count)(CXCursor function);
	CXCursor (*parameter)(CXCursor function, unsigned number);
	int (*linkage)(CXCursor declaration);
	int (*storage)(CXCursor declaration);
	int (*thread)(CXCursor declaration);
	unsigned (*is_bits)(CXCursor field);
	CXCursor (*first)(CXCursor declaration);
	CXString (*usr)(CXCursor declaration);
	CXCursor (*parent)(CXCursor declaration);
	long long (*size)(CXType type);
	long long (*offset)(CXType record, const char *field);
};

/* A cursor of a tree, and what was asked of it; what was not is 0. */
struct rcl_row {
	CXCursor cursor;
	const void *type;	/* equal types have it in common */
	const void *meant;	/* the cursors of one declaration have it in common */
	CXFile file;		/* where it begins: this and the four offsets are asked of what is not plain */
	int64_t value;		/* the number, which child is the initial value, from 1 on, or how many parameters */
	uint32_t first, last;	/* the extent in libclang's numbers */
	uint32_t start, end;	/* offsets, macros expanded */
	uint32_t begins, behind; /* offsets of where that is spelled */
	int32_t meant_kind;	/* 0: it refers to nothing */
	int32_t operator;
	uint32_t next;		/* the row behind all that is below it */
	uint32_t known;		/* 1: it has a value */
	uint32_t declared;	/* which one of the declarations it is, from 1 on */
};

/* What is to know of a declaration; what was not asked is 0. */
struct rcl_declared {
	const void *result;	/* the type that a function returns, as in a row */
	CXFile file;		/* where its name stands */
	CXFile home;		/* and that of its first declaration, if no other file knows it */
	int64_t size;		/* of its type, negative if that has none */
	int64_t offset;		/* in bits, negative if nobody knows */
	uint32_t where, line;
	int32_t linkage, storage, thread;	/* libclang's numbers */
	uint32_t is_bits;	/* 1: it is a bit-field */
};

/* Texts, each with the 0 behind it. */
struct rcl_texts {
	char *held;
	size_t length;
};

/* Trees in the order of their text; a name for each row, and a USR, maybe empty, for each declaration. */
struct rcl_tree {
	struct rcl_row *rows;
	struct rcl_declared *declared;
	size_t count, declarations;
	struct rcl_texts names, usrs;
};

/* Cursors that a visitor has met. */
struct found {
	CXCursor *cursors;
	size_t count, room;
	bool lacking;		/* there was no memory for one */
};

/* What a visitor has met, as far as there is room for it. */
struct listed {
	const struct rcl_calls *calls;
	CXCursor *cursors;
	CXFile *files;
	size_t count, room;
};

/* Trees while they are made. */
struct walk {
	const struct rcl_calls *calls;
	struct rcl_tree *tree;
	struct found left;	/* what is still to be looked at, the next one last */
	size_t rows, declared, names, usrs; /* what there is room for */
};

/* Makes room for `count` things behind those `used`. False, and all as it was, if there is no memory. */
static bool grow(void **things, size_t size, size_t *room, size_t used, size_t count)
{
	if (*room - used >= count)
		return true;
	size_t wanted = (used + count) * 2 + 64;
	void *more = realloc(*things, wanted * size);
	if (!more)
		return false;
	*things = more;
	*room = wanted;
	return true;
}

static int find(CXCursor child, CXCursor parent, void *data)
{
	struct found *found = data;
	void *cursors = found->cursors;

	(void)parent;
	if (grow(&cursors, sizeof child, &found->room, found->count, 1)) {
		found->cursors = cursors;
		found->cursors[found->count++] = child;
	} else {
		found->lacking = true;
	}
	return CONTINUE;
}

static int list(CXCursor child, CXCursor parent, void *data)
{
	struct listed *listed = data;
	size_t at = listed->count++;

	(void)parent;
	if (at < listed->room) {
		listed->cursors[at] = child;
		listed->calls->expanded(listed->calls->location(child), &listed->files[at], NULL, NULL, NULL);
	}
	return CONTINUE;
}

/*
 * The cursors directly below one, and the files that their names stand in, as many as there is room for. Returns how many
 * there are.
 */
RCL_EXPORTED size_t rcl_children(
	const struct rcl_calls *calls, CXCursor parent, CXCursor *cursors, CXFile *files, size_t room)
{
	struct listed listed = {calls, cursors, files, 0, room};

	calls->visit(parent, list, &listed);
	return listed.count;
}

static bool is_one(CXCursor cursor)
{
	return cursor.kind < FIRST_INVALID || cursor.kind > LAST_INVALID;
}

/* Adds a text and its 0. False if there is no memory. */
static bool add(struct rcl_texts *texts, size_t *room, const char *text)
{
	size_t length = strlen(text) + 1;
	void *held = texts->held;

	if (!grow(&held, 1, room, texts->length, length))
		return false;
	texts->held = held;
	memcpy(texts->held + texts->length, text, length);
	texts->length += length;
	return true;
}

/* Adds a text of libclang's, which is not needed any more then. */
static bool take(const struct rcl_calls *calls, struct rcl_texts *texts, size_t *room, CXString held)
{
	const char *text = calls->text(held);
	bool there = add(texts, room, text ? text : "");

	calls->dispose(held);
	return there;
}

/* Where a row stands that is not plain. */
static void stand(const struct rcl_calls *calls, struct rcl_row *row, CXSourceRange extent)
{
	CXSourceLocation begin = calls->begin(extent), end = calls->end(extent);

	calls->expanded(begin, &row->file, NULL, NULL, &row->start);
	calls->expanded(end, NULL, NULL, NULL, &row->end);
	calls->spelled(begin, NULL, NULL, NULL, &row->begins);
	calls->spelled(end, NULL, NULL, NULL, &row->behind);
}

static CXType type(const struct rcl_calls *calls, CXCursor cursor)
{
	return cursor.kind == TYPEDEF ? calls->underlying(cursor) : calls->type(cursor);
}

static void ask(const struct rcl_calls *calls, struct rcl_row *row, unsigned asked)
{
	if (asked & ASK_TYPE)
		row->type = type(calls, row->cursor).data[0];
	if (asked & ASK_MEANT) {
		CXCursor meant = calls->meant(row->cursor);
		if (is_one(meant)) {
			row->meant = meant.data[0];
			row->meant_kind = meant.kind;
		}
	}
	if (asked & ASK_UNARY)
		row->operator = calls->unary(row->cursor);
	if (asked & ASK_BINARY)
		row->operator = calls->binary(row->cursor);
	if (asked & ASK_VALUE || row->meant_kind == ENUMERATOR) {
		void *evaluated = calls->evaluate(row->cursor);
		if (evaluated) {
			row->known = 1;
			row->value = calls->value(evaluated);
			calls->forget(evaluated);
		}
	}
}

/*
 * Which one of the children `begin` and following the initial value of a variable is, from 1 on, 0 if it has none. One
 * that stands elsewhere becomes a child.
 */
static int64_t initial(struct walk *walk, CXCursor variable, size_t begin)
{
	CXCursor value = walk->calls->initial(variable);
	struct found *left = &walk->left;

	if (!is_one(value))
		return 0;
	for (size_t at = begin; at < left->count; at++)
		if (left->cursors[at].kind == value.kind && left->cursors[at].data[1] == value.data[1])
			return (int64_t)(at - begin + 1);
	find(value, variable, left);
	return (int64_t)(left->count - begin);
}

/*
 * Makes the parameters of a function the last ones of its children `begin` and following, wherever they are declared.
 * Returns how many they are.
 */
static int64_t parameters(struct walk *walk, CXCursor function, size_t begin)
{
	struct found *left = &walk->left;
	size_t kept = begin;
	int count = walk->calls->count(function);

	for (size_t at = begin; at < left->count; at++)
		if (left->cursors[at].kind != PARAMETER)
			left->cursors[kept++] = left->cursors[at];
	left->count = kept;
	for (int number = 0; number < count; number++)
		find(walk->calls->parameter(function, (unsigned)number), function, left);
	return count;
}

static int64_t offset(const struct rcl_calls *calls, CXCursor field)
{
	CXString held = calls->name(field);
	int64_t found = calls->offset(calls->type(calls->parent(field)), calls->text(held));

	calls->dispose(held);
	return found;
}

/* Adds what is to know of a declaration. False if there is no memory. */
static bool declare(struct walk *walk, CXCursor cursor, unsigned asked)
{
	const struct rcl_calls *calls = walk->calls;
	struct rcl_tree *tree = walk->tree;
	struct rcl_declared known = {.linkage = calls->linkage(cursor), .storage = calls->storage(cursor)};
	CXCursor first = known.linkage == INTERNAL ? calls->first(cursor) : cursor;
	void *declared = tree->declared;

	if (!grow(&declared, sizeof known, &walk->declared, tree->declarations, 1))
		return false;
	tree->declared = declared;
	known.thread = calls->thread(cursor);
	known.is_bits = calls->is_bits(cursor) != 0;
	calls->expanded(calls->location(cursor), &known.file, &known.line, NULL, &known.where);
	if (known.linkage == INTERNAL)
		calls->expanded(calls->location(first), &known.home, NULL, NULL, NULL);
	if (asked & ASK_TYPE)
		known.size = calls->size(type(calls, cursor));
	if (asked & ASK_PARAMETERS)
		known.result = calls->result(cursor).data[0];
	if (asked & ASK_OFFSET)
		known.offset = offset(calls, cursor);
	tree->declared[tree->declarations++] = known;
	return asked & ASK_USR || known.linkage > UNLINKED ? take(calls, &tree->usrs, &walk->usrs, calls->usr(first)) :
							     add(&tree->usrs, &walk->usrs, "");
}

static void reverse(CXCursor *cursors, size_t count)
{
	for (size_t at = 0; at < count / 2; at++) {
		CXCursor other = cursors[at];
		cursors[at] = cursors[count - 1 - at];
		cursors[count - 1 - at] = other;
	}
}

/* Makes the next cursor a row, whose `next` is the number of its children for now. False if there is no memory. */
static bool step(struct walk *walk, const uint16_t *asks, size_t kinds, uint32_t first, uint32_t last)
{
	const struct rcl_calls *calls = walk->calls;
	struct found *left = &walk->left;
	struct rcl_row row = {.cursor = left->cursors[--left->count]};
	unsigned asked = (size_t)row.cursor.kind < kinds ? asks[row.cursor.kind] : 0;
	CXSourceRange extent = calls->extent(row.cursor);
	size_t begin = left->count;
	struct rcl_tree *tree = walk->tree;
	void *rows = tree->rows;

	row.first = extent.begin_int_data;
	row.last = extent.end_int_data;
	if (first > row.first || row.first >= row.last || row.last > last)
		stand(calls, &row, extent);
	ask(calls, &row, asked);
	if (!(asked & ASK_NOTHING_BELOW))
		calls->visit(row.cursor, find, left);
	if (asked & ASK_INITIAL)
		row.value = initial(walk, row.cursor, begin);
	if (asked & ASK_PARAMETERS)
		row.value = parameters(walk, row.cursor, begin);
	row.next = (uint32_t)(left->count - begin);
	if (left->count > begin)
		reverse(left->cursors + begin, left->count - begin);
	if (left->lacking || !grow(&rows, sizeof row, &walk->rows, tree->count, 1))
		return false;
	tree->rows = rows;
	if (asked & ASK_DECLARED) {
		if (!declare(walk, row.cursor, asked))
			return false;
		row.declared = (uint32_t)tree->declarations;
	}
	tree->rows[tree->count++] = row;
	return asked & ASK_NAME ? take(calls, &tree->names, &walk->names, calls->name(row.cursor)) :
				  add(&tree->names, &walk->names, "");
}

/* Makes numbers of children those of the rows behind. */
static void link(struct rcl_tree *tree)
{
	for (size_t at = tree->count; at-- > 0;) {
		uint32_t next = (uint32_t)at + 1;
		for (uint32_t children = tree->rows[at].next; children > 0; children--)
			next = tree->rows[next].next;
		tree->rows[at].next = next;
	}
}

/* What rcl_walk has made is not used any more. */
RCL_EXPORTED void rcl_forget(struct rcl_tree *tree)
{
	free(tree->rows);
	free(tree->declared);
	free(tree->names.held);
	free(tree->usrs.held);
	*tree = (struct rcl_tree){0};
}

/*
 * `count` cursors and all below them. `asks` says what is asked of each kind below `kinds`; what has an extent within
 * `first` and `last` is plain. rcl_forget frees what it made. False, and nothing, if there is no memory.
 */
RCL_EXPORTED bool rcl_walk(const struct rcl_calls *calls, const CXCursor *roots, size_t count, const uint16_t *asks,
	size_t kinds, uint32_t first, uint32_t last, struct rcl_tree *tree)
{
	struct walk walk = {.calls = calls, .tree = tree};
	bool there;

	*tree = (struct rcl_tree){0};
	while (count-- > 0)
		find(roots[count], roots[count], &walk.left);
	there = !walk.left.lacking;
	while (there && walk.left.count > 0)
		there = step(&walk, asks, kinds, first, last);
	free(walk.left.cursors);
	if (there)
		link(tree);
	else
		rcl_forget(tree);
	return there;
}
