struct pool;
struct task { struct pool *pool; int n; };
int work(struct task *t);
