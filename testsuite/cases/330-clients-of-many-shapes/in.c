#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, other;

/* three ways out that do not jump, and none that falls through */
int three(int a)
{
	pthread_mutex_lock(&m);
	count++;
	if (a == 1) {
		other++;
		pthread_mutex_unlock(&m);
		puts("one");
	} else if (a == 2) {
		other--;
		pthread_mutex_unlock(&m);
		puts("two");
	} else {
		pthread_mutex_unlock(&m);
		puts("three");
	}
	return a;
}

/* no captures, behind a label */
int again(void)
{
retry:
	pthread_mutex_lock(&m);
	if (count > 100) {
		count = 0;
		pthread_mutex_unlock(&m);
		goto retry;
	}
	if (count > 50) {
		pthread_mutex_unlock(&m);
		puts("many");
		return 1;
	}
	count++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* no captures, behind a label, and none that jumps */
int either(int a)
{
	if (a)
		goto there;
	puts("not there");
there:
	pthread_mutex_lock(&m);
	if (count > 100) {
		count = 0;
		pthread_mutex_unlock(&m);
		puts("high");
	} else {
		pthread_mutex_unlock(&m);
		puts("low");
	}
	return a;
}

/* a label before one that gives the lock back for a while, in two places */
int pauses(int a)
{
	if (a > 3)
		goto there;
	puts("not there");
there:
	pthread_mutex_lock(&m);
	if (count & 1) {
		count++;
		(void)pthread_mutex_unlock(&m);
		puts("first");
		(void)pthread_mutex_lock(&m);
	}
	other++;
	if (count & 2) {
		pthread_mutex_unlock(&m);
		puts("second");
		pthread_mutex_lock(&m);
		count--;
	}
	pthread_mutex_unlock(&m);
	return a;
}

/* what the section declares is not the client's where it gives the lock back, though that may leave */
int paused(int a)
{
	pthread_mutex_lock(&m);
	int got = count++;
	if (a == 1) {
		pthread_mutex_unlock(&m);
		printf("%d\n", got);
		return got;
	}
	while (a < 4) {
		pthread_mutex_unlock(&m);
		if (a++ == 2)
			return 5;
		pthread_mutex_lock(&m);
	}
	other += got & 1;
	pthread_mutex_unlock(&m);
	return 0;
}

/* a tail that declares, in a switch */
int tails(int a)
{
	pthread_mutex_lock(&m);
	if (a == 1) {
		pthread_mutex_unlock(&m);
		int own = a * 2;
		printf("%d\n", own);
		return own;
	}
	if (a == 2) {
		pthread_mutex_unlock(&m);
		return 2;
	}
	count++;
	pthread_mutex_unlock(&m);
	return 0;
}

/* a variable that the section declares, and only the client uses */
int declared(void)
{
	pthread_mutex_lock(&m);
	int later;
	count++;
	pthread_mutex_unlock(&m);
	later = 3;
	printf("%d\n", later);
	return later;
}

/* declared in a block of the section, used in what follows a release there alone */
int idle(int a)
{
	pthread_mutex_lock(&m);
	if (a > 3) {
		int told;
		if (count > a) {
			count--;
			pthread_mutex_unlock(&m);
			told = a + 1;
			printf("%d\n", told);
			return told;
		}
		count += a;
	}
	if (count > 90) {
		pthread_mutex_unlock(&m);
		return 9;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

/* both ways out hand back the same, and both jump */
int alike(int a)
{
	int r;

	pthread_mutex_lock(&m);
	r = count++;
	if (a > 3) {
		pthread_mutex_unlock(&m);
		return r + 1;
	} else {
		other++;
		pthread_mutex_unlock(&m);
		return r;
	}
}

/* the same, and they do not jump */
int alike_end(int a)
{
	int r;

	pthread_mutex_lock(&m);
	r = count++;
	if (a > 3) {
		pthread_mutex_unlock(&m);
		printf("%d\n", r + 1);
	} else {
		other++;
		pthread_mutex_unlock(&m);
		printf("%d\n", r);
	}
	return r;
}

/* declared by the section and the same in both */
int alike_local(int a)
{
	pthread_mutex_lock(&m);
	int r = count++;
	if (a > 3) {
		pthread_mutex_unlock(&m);
		printf("%d\n", r + 1);
	} else {
		other++;
		pthread_mutex_unlock(&m);
		printf("%d\n", r);
	}
	return a;
}

/* the lock is kept on one way and released on the other, nothing else */
int keeps_or_not(int a)
{
	pthread_mutex_lock(&m);
	count++;
	if (a > 3) {
		other++;
		pthread_mutex_unlock(&m);
	} else {
		other--;
		return 1;
	}
	return 0;
}

/* released with a tail in a branch at the end, else at the end */
int end_tail(int a)
{
	pthread_mutex_lock(&m);
	count++;
	if (a > 3) {
		other++;
		pthread_mutex_unlock(&m);
		puts("more");
	} else {
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* the lock is given back on one way, and else kept */
void kept(int a)
{
	pthread_mutex_lock(&m);
	count++;
	if (a) {
		other++;
		pthread_mutex_unlock(&m);
	}
}

/* three sections of one block, with a way out each */
int thrice(int a)
{
	pthread_mutex_lock(&m);
	if (a == 1) {
		pthread_mutex_unlock(&m);
		puts("one");
		return 1;
	}
	count += a;
	pthread_mutex_unlock(&m);
	puts("then");
	pthread_mutex_lock(&m);
	if (a == 2) {
		pthread_mutex_unlock(&m);
		puts("two");
	} else {
		count -= a;
		pthread_mutex_unlock(&m);
		puts("not two");
	}
	puts("then");
	{
		pthread_mutex_lock(&m);
		other += a;
		pthread_mutex_unlock(&m);
	}
	return 0;
}

/* as many ways out that the number of one begins like another's */
int eleven(int a)
{
	pthread_mutex_lock(&m);
	switch (a + count % 2) {
	case 1:
		other += 1;
		pthread_mutex_unlock(&m);
		return 3;
	case 2:
		other += 2;
		pthread_mutex_unlock(&m);
		return 6;
	case 3:
		other += 3;
		pthread_mutex_unlock(&m);
		return 9;
	case 4:
		other += 4;
		pthread_mutex_unlock(&m);
		return 12;
	case 5:
		other += 5;
		pthread_mutex_unlock(&m);
		return 15;
	case 6:
		other += 6;
		pthread_mutex_unlock(&m);
		return 18;
	case 7:
		other += 7;
		pthread_mutex_unlock(&m);
		return 21;
	case 8:
		other += 8;
		pthread_mutex_unlock(&m);
		return 24;
	case 9:
		other += 9;
		pthread_mutex_unlock(&m);
		return 27;
	case 10:
		other += 10;
		pthread_mutex_unlock(&m);
		return 30;
	case 11:
		other += 11;
		pthread_mutex_unlock(&m);
		return 33;
	}
	pthread_mutex_unlock(&m);
	return 0;
}

int main(void)
{
	int sum = 0;
	for (int i = 0; i < 200; i++)
		sum += three(i % 4) + again() + tails(i % 3) + declared() + idle(i % 7) + alike(i % 5) + alike_end(i % 5) + alike_local(i % 5) + end_tail(i % 6) + either(i % 2) + pauses(i % 5) + paused(i % 4) + thrice(i % 4) + eleven(i % 13);
	kept(1);
	sum += keeps_or_not(1);
	printf("%d %d %d\n", sum, count, other);
	return 0;
}
