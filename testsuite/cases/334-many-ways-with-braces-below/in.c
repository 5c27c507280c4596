#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, other;

/* what this file's switches look like */
static const char *name_of(int a)
{
    switch (a)
    {
        case 1:
            return "one";
        case 2:
            return "two";
        default:
            return "many";
    }
}

/* three ways out that do not jump */
int three(int a)
{
    pthread_mutex_lock(&m);
    count++;
    if (a == 1)
    {
        other++;
        pthread_mutex_unlock(&m);
        puts(name_of(1));
    }
    else if (a == 2)
    {
        other--;
        pthread_mutex_unlock(&m);
        puts(name_of(2));
    }
    else
    {
        pthread_mutex_unlock(&m);
        puts(name_of(3));
    }
    return a;
}

/* two that do, one of which declares a variable, and the section's end */
int jumps(int a)
{
    pthread_mutex_lock(&m);
    if (a == 1)
    {
        pthread_mutex_unlock(&m);
        int own = a * 2;
        printf("%d\n", own);
        return own;
    }
    if (a == 2)
    {
        int told = count++;
        pthread_mutex_unlock(&m);
        printf("%d\n", told);
        return 2;
    }
    count++;
    pthread_mutex_unlock(&m);
    return 0;
}

/* two that do not jump, with a variable that one of them alone has */
int one_local(int a)
{
    pthread_mutex_lock(&m);
    if (a == 1)
    {
        int told = count++;
        pthread_mutex_unlock(&m);
        printf("%d\n", told);
    }
    else
    {
        other++;
        pthread_mutex_unlock(&m);
        puts(name_of(a));
    }
    return a;
}

/* behind a label, where no declaration may stand */
int behind_a_label(int a)
{
    if (a == 3)
        goto there;
    puts(name_of(a));
there:
    pthread_mutex_lock(&m);
    if (a == 1)
    {
        int told = count++;
        pthread_mutex_unlock(&m);
        printf("%d\n", told);
        return told;
    }
    other++;
    pthread_mutex_unlock(&m);
    puts(name_of(a));
    return a;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 12; i++)
        sum += three(i % 4) + jumps(i % 4) + one_local(i % 3) + behind_a_label(i % 4);
    printf("%d %d %d\n", sum, count, other);
    return 0;
}
