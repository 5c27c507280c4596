#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;
static int refused;

/* One early return without a value from the section. */
static int deposit(int amount)
{
	pthread_mutex_lock(&lock);
	if (amount < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	balance += amount;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* Several, one of which returns what the section found out and does more after the release. */
static int withdraw(int amount)
{
	int missing;

	pthread_mutex_lock(&lock);
	if (amount < 0) {
		pthread_mutex_unlock(&lock);
		return -1;
	}
	if (amount > balance) {
		missing = amount - balance;
		pthread_mutex_unlock(&lock);
		/* not under the lock */
		refused++;
		return missing;
	}
	balance -= amount;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* Equal tails share an exit. */
static int check(int a, int b)
{
	pthread_mutex_lock(&lock);
	if (a > balance) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	if (b > balance) {
		pthread_mutex_unlock(&lock);
		return 1;
	}
	balance++;
	pthread_mutex_unlock(&lock);
	return 0;
}

int main(void)
{
	printf("%d %d", deposit(-3), deposit(5));
	printf(" %d %d %d", withdraw(-1), withdraw(20), withdraw(3));
	printf(" %d %d %d", check(100, 0), check(0, 100), check(0, 0));
	printf(" %d %d\n", balance, refused);
	return 0;
}
