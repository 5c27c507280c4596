#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define BEGIN do
#define END while (0)
#define STMT_BEGIN (void) ({
#define STMT_END })
#define LOOP_BEGIN do {
#define LOOP_END } while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, ready = 1, checks;

#define check(what) STMT_BEGIN if (!(what)) { printf("%s failed\n", #what); exit(1); } checks++; STMT_END

#define LOCK1() ({ pthread_mutex_lock(&m); })
#define UNLOCK1() ({ pthread_mutex_unlock(&m); })
#define LOCK2() (void) ({ pthread_mutex_lock(&m); })
#define UNLOCK2() (void) ({ pthread_mutex_unlock(&m); })
#define LOCK3() STMT_BEGIN pthread_mutex_lock(&m); STMT_END
#define UNLOCK3() STMT_BEGIN pthread_mutex_unlock(&m); STMT_END
#define LOCK4() BEGIN { pthread_mutex_lock(&m); } END
#define UNLOCK4() BEGIN { pthread_mutex_unlock(&m); } END
#define LOCK5() LOOP_BEGIN pthread_mutex_lock(&m); LOOP_END
#define UNLOCK5() LOOP_BEGIN pthread_mutex_unlock(&m); LOOP_END

#define LOCK6() (void) ({ check(ready); pthread_mutex_lock(&m); })
#define UNLOCK6() (void) ({ check(ready); pthread_mutex_unlock(&m); })
#define LOCK7() STMT_BEGIN		\
	check(ready);		\
	pthread_mutex_lock(&m); \
	STMT_END
#define UNLOCK7() STMT_BEGIN		\
	check(ready);		\
	pthread_mutex_unlock(&m); \
	STMT_END
#define LOCK8() BEGIN { check(ready); pthread_mutex_lock(&m); count++; } END
#define UNLOCK8() BEGIN { check(ready); pthread_mutex_unlock(&m); } END
#define LOCK9() LOOP_BEGIN check(ready); pthread_mutex_lock(&m); count++; LOOP_END
#define UNLOCK9() LOOP_BEGIN check(ready); pthread_mutex_unlock(&m); LOOP_END

static void f1(void)
{
	LOCK1();
	count += 2;
	UNLOCK1();
}

static void f2(void)
{
	LOCK2();
	count += 2;
	UNLOCK2();
}

static void f3(void)
{
	LOCK3();
	count += 2;
	UNLOCK3();
}

static void f4(void)
{
	LOCK4();
	count += 2;
	UNLOCK4();
}

static void f5(void)
{
	LOCK5();
	count += 2;
	UNLOCK5();
}

static void f6(void)
{
	LOCK6();
	count += 2;
	UNLOCK6();
}

static void f7(void)
{
	LOCK7();
	count += 2;
	UNLOCK7();
}

static void f8(void)
{
	LOCK8();
	count += 2;
	UNLOCK8();
}

static void f9(void)
{
	LOCK9();
	count += 2;
	UNLOCK9();
}

int main(void)
{
	f1();
	f2();
	f3();
	f4();
	f5();
	f6();
	f7();
	f8();
	f9();
	printf("%d %d\n", count, checks);
	return 0;
}
