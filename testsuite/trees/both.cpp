#include "both.hpp"
int from_cpp(int by) { return rise(by) + reached(2); }
