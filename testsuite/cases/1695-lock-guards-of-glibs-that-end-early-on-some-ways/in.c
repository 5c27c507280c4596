/* What the label leads to is done with the lock where control comes from before the guard has given it back, and without
   it else. */
#include <glib.h>
#include <stdio.h>

static GMutex lock;
static int total;

static int add (int n)
{
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&lock);

  total += n;
  if (n > 3)
    goto out;
  total++;
  g_clear_pointer (&locker, g_mutex_locker_free);
  printf ("%d\n", n);
out:
  total += 3;
  return n;
}

int main (void)
{
  add (1);
  add (5);
  printf ("%d\n", total);
  return 0;
}
