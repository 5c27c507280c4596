divert(-1)
# SPDX-License-Identifier: MIT
# Macros in the manner of Argonne's for parallel programs, on POSIX threads. In a program's text they are expanded by m4
# before the C compiler sees it, as in SPLASH-2.
define(MAIN_ENV, `
#include <pthread.h>
static pthread_t anl_threads[64];
static int anl_thread_count;')
define(EXTERN_ENV, `#include <pthread.h>')
define(LOCKDEC, `pthread_mutex_t ($1);')
define(LOCKINIT, `{pthread_mutex_init(&($1), NULL);}')
define(LOCK, `{pthread_mutex_lock(&($1));}')
define(UNLOCK, `{pthread_mutex_unlock(&($1));}')
define(ALOCKDEC, `pthread_mutex_t $1[$2];')
define(ALOCKINIT, `{
	unsigned long i;

	for (i = 0; i < $2; i++)
		pthread_mutex_init(&$1[i], NULL);
}')
define(ALOCK, `{pthread_mutex_lock(&$1[($2)]);}')
define(AULOCK, `{pthread_mutex_unlock(&$1[($2)]);}')
define(BARDEC, `
struct {
	pthread_mutex_t mutex;
	pthread_cond_t all;
	int count;
	int round;
} ($1);')
define(BARINIT, `{
	pthread_mutex_init(&($1).mutex, NULL);
	pthread_cond_init(&($1).all, NULL);
	($1).count = 0;
	($1).round = 0;
}')
define(BARRIER, `{
	int round;

	pthread_mutex_lock(&($1).mutex);
	round = ($1).round;
	if (++($1).count == ($2)) {
		($1).count = 0;
		($1).round++;
		pthread_cond_broadcast(&($1).all);
	}
	while (round == ($1).round)
		pthread_cond_wait(&($1).all, &($1).mutex);
	pthread_mutex_unlock(&($1).mutex);
}')
define(GSDEC, `
struct {
	pthread_mutex_t mutex;
	pthread_cond_t all;
	int next;
	int waiting;
	int round;
} ($1);')
define(GSINIT, `{
	pthread_mutex_init(&($1).mutex, NULL);
	pthread_cond_init(&($1).all, NULL);
	($1).next = 0;
	($1).waiting = 0;
	($1).round = 0;
}')
define(GETSUB, `{
	int round;

	pthread_mutex_lock(&($1).mutex);
	if (($1).next <= ($3)) {
		($2) = ($1).next++;
	} else {
		($2) = -1;
		round = ($1).round;
		if (++($1).waiting == ($4)) {
			($1).waiting = 0;
			($1).next = 0;
			($1).round++;
			pthread_cond_broadcast(&($1).all);
		} else {
			while (round == ($1).round)
				pthread_cond_wait(&($1).all, &($1).mutex);
		}
	}
	pthread_mutex_unlock(&($1).mutex);
}')
define(PAUSEDEC, `
struct {
	pthread_mutex_t mutex;
	pthread_cond_t set;
	int flag;
} ($1);')
define(PAUSEINIT, `{
	pthread_mutex_init(&($1).mutex, NULL);
	pthread_cond_init(&($1).set, NULL);
	($1).flag = 0;
}')
define(SETPAUSE, `{
	pthread_mutex_lock(&($1).mutex);
	($1).flag = 1;
	pthread_cond_broadcast(&($1).set);
	pthread_mutex_unlock(&($1).mutex);
}')
define(CLEARPAUSE, `{
	pthread_mutex_lock(&($1).mutex);
	($1).flag = 0;
	pthread_mutex_unlock(&($1).mutex);
}')
define(WAITPAUSE, `{
	pthread_mutex_lock(&($1).mutex);
	while (($1).flag == 0)
		pthread_cond_wait(&($1).set, &($1).mutex);
	pthread_mutex_unlock(&($1).mutex);
}')
define(CREATE, `{pthread_create(&anl_threads[anl_thread_count++], NULL, $1, NULL);}')
define(WAIT_FOR_END, `{
	while (anl_thread_count > 0)
		pthread_join(anl_threads[--anl_thread_count], NULL);
}')
divert(0)dnl
