/* Variables whose clean-up functions are a library's: the section has one of before by its address, and stays where it
   declares one. One that may lead to a mutex goes to code of elsewhere. */
#include <glib.h>
#include <stdio.h>

typedef struct {
	GMutex lock;
	int uses;
} Shared;

static GMutex names_lock;
static GHashTable *names;
static int added;

static gboolean names_add(const char *name)
{
	g_autofree char *copy = g_strdup(name);

	g_mutex_lock(&names_lock);
	if (g_hash_table_contains(names, copy)) {
		g_mutex_unlock(&names_lock);
		return FALSE;
	}
	g_hash_table_add(names, g_steal_pointer(&copy));
	added++;
	g_mutex_unlock(&names_lock);
	return TRUE;
}

static int names_say(GString *to)
{
	int n;

	g_mutex_lock(&names_lock);
	g_autoptr(GList) keys = g_hash_table_get_keys(names);
	n = g_list_length(keys);
	g_string_append_printf(to, "%d names", n);
	g_mutex_unlock(&names_lock);
	return n;
}

static int use_once(void)
{
	g_autofree Shared *shared = g_new0(Shared, 1);
	int uses;

	g_mutex_init(&shared->lock);
	g_mutex_lock(&shared->lock);
	uses = ++shared->uses;
	g_mutex_unlock(&shared->lock);
	g_mutex_clear(&shared->lock);
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
