void stats_lock(void);
void stats_unlock(void);
int hit(int by);
