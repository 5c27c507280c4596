#ifndef ONCE
#define ONCE

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static int add(int n)
{
	pthread_mutex_lock(&lock);
	total += n;
	n = total;
	pthread_mutex_unlock(&lock);
	return n;
}

int main(void)
{
	return add(1) + add(2) - 4;
}

#endif
