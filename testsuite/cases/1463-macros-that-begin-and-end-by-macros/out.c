#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>
#include <stdlib.h>

#define BEGIN do
#define END while (0)
#define STMT_BEGIN (void) ({
#define STMT_END })
#define LOOP_BEGIN do {
#define LOOP_END } while (0)

static rcl_mutex_t m = RCL_MUTEX_INITIALIZER(m);
static int count, ready = 1, checks;

#define check(what) STMT_BEGIN if (!(what)) { printf("%s failed\n", #what); exit(1); } checks++; STMT_END

#define LOCK1() ({ rcl_lock(&m); })
#define UNLOCK1() ({ rcl_unlock(&m); })
#define LOCK2() (void) ({ rcl_lock(&m); })
#define UNLOCK2() (void) ({ rcl_unlock(&m); })
#define LOCK3() STMT_BEGIN rcl_lock(&m); STMT_END
#define UNLOCK3() STMT_BEGIN rcl_unlock(&m); STMT_END
#define LOCK4() BEGIN { rcl_lock(&m); } END
#define UNLOCK4() BEGIN { rcl_unlock(&m); } END
#define LOCK5() LOOP_BEGIN rcl_lock(&m); LOOP_END
#define UNLOCK5() LOOP_BEGIN rcl_unlock(&m); LOOP_END

#define LOCK6() (void) ({ check(ready); rcl_lock(&m); })
#define LOCK6_AHEAD() (void) ({ check(ready); })
#define UNLOCK6() (void) ({ check(ready); rcl_unlock(&m); })
#define UNLOCK6_HELD() (void) ({ check(ready); })
#define LOCK7() STMT_BEGIN		\
	check(ready);		\
	rcl_lock(&m);           \
	STMT_END
#define LOCK7_AHEAD() STMT_BEGIN	\
	check(ready);		\
	STMT_END
#define UNLOCK7() STMT_BEGIN		\
	check(ready);		\
	rcl_unlock(&m); \
	STMT_END
#define UNLOCK7_HELD() STMT_BEGIN	\
	check(ready);		\
	STMT_END
#define LOCK8() BEGIN { check(ready); rcl_lock(&m); count++; } END
#define LOCK8_AHEAD() BEGIN { check(ready); } END
#define LOCK8_HELD() BEGIN { count++; } END
#define UNLOCK8() BEGIN { check(ready); rcl_unlock(&m); } END
#define UNLOCK8_HELD() BEGIN { check(ready); } END
#define LOCK9() LOOP_BEGIN check(ready); rcl_lock(&m); count++; LOOP_END
#define LOCK9_AHEAD() LOOP_BEGIN check(ready); LOOP_END
#define LOCK9_HELD() LOOP_BEGIN count++; LOOP_END
#define UNLOCK9() LOOP_BEGIN check(ready); rcl_unlock(&m); LOOP_END
#define UNLOCK9_HELD() LOOP_BEGIN check(ready); LOOP_END

/* m, in.c:45-47 */
static int f1_cs(void *ctx)
{
	count += 2;
	return 0;
}

static void f1(void)
{
	rcl_exec_anon(&m, f1_cs, NULL, 0);
}

/* m, in.c:52-54 */
static int f2_cs(void *ctx)
{
	count += 2;
	return 0;
}

static void f2(void)
{
	rcl_exec_anon(&m, f2_cs, NULL, 0);
}

/* m, in.c:59-61 */
static int f3_cs(void *ctx)
{
	count += 2;
	return 0;
}

static void f3(void)
{
	rcl_exec_anon(&m, f3_cs, NULL, 0);
}

/* m, in.c:66-68 */
static int f4_cs(void *ctx)
{
	count += 2;
	return 0;
}

static void f4(void)
{
	rcl_exec_anon(&m, f4_cs, NULL, 0);
}

/* m, in.c:73-75 */
static int f5_cs(void *ctx)
{
	count += 2;
	return 0;
}

static void f5(void)
{
	rcl_exec_anon(&m, f5_cs, NULL, 0);
}

/* m, in.c:80-82 */
static int f6_cs(void *ctx)
{
	count += 2;
	UNLOCK6_HELD();
	return 0;
}

static void f6(void)
{
	LOCK6_AHEAD();
	rcl_exec(&m, f6_cs, NULL, 0);
}

/* m, in.c:87-89 */
static int f7_cs(void *ctx)
{
	count += 2;
	UNLOCK7_HELD();
	return 0;
}

static void f7(void)
{
	LOCK7_AHEAD();
	rcl_exec(&m, f7_cs, NULL, 0);
}

/* m, in.c:94-96 */
static int f8_cs(void *ctx)
{
	LOCK8_HELD();
	count += 2;
	UNLOCK8_HELD();
	return 0;
}

static void f8(void)
{
	LOCK8_AHEAD();
	rcl_exec(&m, f8_cs, NULL, 0);
}

/* m, in.c:101-103 */
static int f9_cs(void *ctx)
{
	LOCK9_HELD();
	count += 2;
	UNLOCK9_HELD();
	return 0;
}

static void f9(void)
{
	LOCK9_AHEAD();
	rcl_exec(&m, f9_cs, NULL, 0);
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
