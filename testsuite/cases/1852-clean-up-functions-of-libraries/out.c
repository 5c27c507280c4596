/* Variables whose clean-up functions are a library's: the section has one of before by its address, and stays where it
   declares one. One that may lead to a mutex goes to code of elsewhere. */
#include <glib.h>
#include <stdio.h>
#include "rcl_config.h"

typedef struct {
	rcl_mutex_t lock;
	int uses;
} Shared;

static rcl_mutex_t names_lock = RCL_MUTEX_INITIALIZER(names_lock);
static GHashTable *names;
static int added;

struct names_add_cs {  /* names_lock, in.c:19-26 */
	char **copy;   /* by reference */
};

static int names_add_cs(void *ctx)
{
	struct names_add_cs *cs = ctx;
	char **copy = cs->copy;

	if (g_hash_table_contains(names, *copy)) {
		return 1;
	}
	g_hash_table_add(names, g_steal_pointer(copy));
	added++;
	return 0;
}

static gboolean names_add(const char *name)
{
	g_autofree char *copy = g_strdup(name);

	struct names_add_cs cs = { .copy = &copy };
	if (rcl_exec_blocking(&names_lock, names_add_cs, &cs, sizeof(cs)) == 1) {
		return FALSE;
	}
	return TRUE;
}

static int names_say(GString *to)
{
	int n;

	rcl_lock(&names_lock);
	g_autoptr(GList) keys = g_hash_table_get_keys(names);
	n = g_list_length(keys);
	g_string_append_printf(to, "%d names", n);
	rcl_unlock(&names_lock);
	return n;
}

struct use_once_cs {      /* shared->lock, in.c:48-50 */
	Shared **shared;  /* by reference */
	int uses;         /* out */
};

static int use_once_cs(void *ctx)
{
	struct use_once_cs *cs = ctx;
	Shared **shared = cs->shared;
	int uses;

	uses = ++(*shared)->uses;
	cs->uses = uses;
	return 0;
}

static int use_once(void)
{
	g_autofree Shared *shared = g_new0(Shared, 1);
	int uses;

	rcl_g_mutex_init(&shared->lock, Shared_lock);
	struct use_once_cs cs = { .shared = &shared };
	rcl_exec_anon(&shared->lock, use_once_cs, &cs, sizeof(cs));
	uses = cs.uses;
	rcl_mutex_destroy(&shared->lock);
	return uses;
}

int main(void)
{
	g_autoptr(GString) said = g_string_new("");
	int sum;

	names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	sum = names_add("one") + names_add("two") + names_add("one");
	sum += 10 * names_say(said) + use_once();
	printf("%s %d %d\n", said->str, sum, added);
	return 0;
}
