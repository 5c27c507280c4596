#include <alloca.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define ITEMS 6

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int state[ITEMS], dropped, kept, said;

/* Released in both branches, and what follows is for both. */
static int drop(int limit)
{
	int i, rounds = 0;

retry:
	pthread_mutex_lock(&lock);
	rounds++;
	for (i = 0; i < ITEMS; i++) {
		if (state[i] < limit)
			continue;
		if (state[i] > 8) {
			kept++;
			break;
		}
		state[i]--;
		if (state[i] & 1) {
			said += i;
			pthread_mutex_unlock(&lock);
			rounds += 2;
		} else
			pthread_mutex_unlock(&lock);
		if (rounds > 20)
			return -rounds;
		goto retry;
	}
	pthread_mutex_unlock(&lock);
	return rounds;
}

/* The copy belongs to this frame. */
static int copy(const char *name, int n)
{
	int i, seen = 0;

	pthread_mutex_lock(&lock);
	while (seen < ITEMS && state[seen]) {
		seen++;
		if (state[seen - 1] == n) {
			char *own = alloca(strlen(name) + 1);

			strcpy(own, name);
			for (i = 0; own[i]; i++)
				seen += own[i] == 'a';
			pthread_mutex_unlock(&lock);
			return seen;
		}
	}
	kept += seen;
	pthread_mutex_unlock(&lock);
	return seen;
}

/* Two of them: the second is reached where the first one is not. */
static int pick(int n)
{
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < ITEMS; i++) {
		if (state[i] == n) {
			state[i]++;
			if (n & 1)
				pthread_mutex_unlock(&lock);
			n += 2;
			if (!(n & 1))
				pthread_mutex_unlock(&lock);
			return i;
		}
		if (state[i] == n + 1) {
			int *own = alloca(sizeof(*own));

			*own = i;
			state[i] += 2;
			pthread_mutex_unlock(&lock);
			return -*own;
		}
	}
	dropped++;
	pthread_mutex_unlock(&lock);
	return ITEMS;
}

/* The other lock outlives this one. */
static int pass(int n)
{
	int i;

	pthread_mutex_lock(&lock);
	for (i = 0; i < ITEMS; i++) {
		if (state[i] > n) {
			pthread_mutex_lock(&other);
			state[i] -= n;
			pthread_mutex_unlock(&lock);
			said++;
			pthread_mutex_unlock(&other);
			return i;
		}
	}
	pthread_mutex_unlock(&lock);
	return -1;
}

/* It goes on behind the branch: that stays. */
static int stay(int n)
{
	int i, seen = 0;

	pthread_mutex_lock(&lock);
	for (i = 0; i < ITEMS; i++) {
		if (state[i] == n) {
			char *own = alloca(1);

			*own = 'x';
			seen += *own == 'x';
		}
	}
	pthread_mutex_unlock(&lock);
	return seen;
}

static void *work(void *arg)
{
	int *sum = arg;

	for (int i = 0; i < 300; i++) {
		pthread_mutex_lock(&lock);
		for (int k = 0; k < ITEMS; k++)
			state[k] = 3 + (i + k) % 5;
		pthread_mutex_unlock(&lock);
		drop(4);
		copy("banana", 5);
		pick(4);
		pass(3);
		*sum += stay(50);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int i, one = 0, two = 0;

	for (i = 0; i < ITEMS; i++)
		state[i] = i + 2;
	printf("%d\n", drop(5));
	printf("%d\n", drop(4));
	for (i = 0; i < ITEMS; i++)
		state[i] = i + 2;
	printf("%d\n", copy("banana", 3));
	printf("%d\n", copy("banana", 9));
	for (i = 2; i < 12; i++)
		printf("%d ", pick(i));
	printf("\n");
	for (i = 0; i < 12; i++)
		printf("%d ", pass(i));
	printf("\n%d\n", stay(3));
	for (i = 0; i < ITEMS; i++)
		printf("%d ", state[i]);
	printf("%d %d %d\n", dropped, kept, said);
	pthread_create(&thread, NULL, work, &one);
	work(&two);
	pthread_join(thread, NULL);
	printf("%d %d\n", one, two);
	return 0;
}
