/* The scope of a lock guard of GLib's that a macro leaves stays in place, and is the runtime's; what calls such a function
   does not have its mutex behind the call. */
#include <glib.h>
#include <stdio.h>

static GMutex lock, other;
static int sum;

static int add(int n)
{
	g_autoptr(GMutexLocker) locker = g_mutex_locker_new(&lock);

	g_return_val_if_fail(n > 0, sum);
	sum += n;
	return sum;
}

static int add_late(int n)
{
	g_autoptr(GMutexLocker) locker = NULL;

	sum += 0;
	locker = g_mutex_locker_new(&lock);
	g_return_val_if_fail(n > 0, sum);
	sum += n;
	return sum;
}

static int twice(int n)
{
	int s;

	g_mutex_lock(&other);
	s = add(n) + add_late(n) + add(-1) + add_late(-1);
	g_mutex_unlock(&other);
	g_mutex_lock(&lock);
	s += sum;
	g_mutex_unlock(&lock);
	return s;
}

int main(void)
{
	printf("%d\n", twice(3) + twice(4));
	return 0;
}
