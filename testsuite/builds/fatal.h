void fatal(const char *why);
int draw(int from);
