int twice(int n);
int HELD_LOCK_HELD(int n);
int HELD_LOCK_HELD(int n) { return 2 * n; }
int twice(int n) { return HELD_LOCK_HELD(n); }
