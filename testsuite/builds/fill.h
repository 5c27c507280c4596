int fill(int from);
