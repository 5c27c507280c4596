#include "notes.h"

void my_lock(struct my_mutex *l, short line)
{
	(void)line;
	pthread_mutex_lock(&l->m);
	__typeof__(line) copy = 3;
	l->line += copy;
}

void my_unlock(struct my_mutex *l)
{
	l->line++;
	pthread_mutex_unlock(&l->m);
}
