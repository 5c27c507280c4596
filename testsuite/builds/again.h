static int add(int i)
{
    int t;
    pthread_mutex_lock(&m);
    n += i * (int)sizeof(TYPE);
    t = n + i;
    pthread_mutex_unlock(&m);
    return t;
}
