#include <pthread.h>
#include "rcl_config.h"
#include <stdio.h>

static rcl_mutex_t lock = RCL_MUTEX_INITIALIZER(lock);
static int grid[3][3];

struct paint_cs {     /* lock, in.c:14-23 */
	int colour;   /* in */
	int painted;  /* in-out */
	int row;      /* in */
};

static int paint_cs(void *ctx)
{
	struct paint_cs *cs = ctx;
	int colour = cs->colour;
	int painted = cs->painted;
	int row = cs->row;

	for (int column = 0; column < 3; column++) {
		if (grid[row][column] == colour)
			continue;
		if (column > row)
			break;
		grid[row][column] = colour;
		painted++;
	}
	cs->painted = painted;
	return 0;
}

static int paint(int colour)
{
	int painted = 0;

	if (colour > 0) {
		for (int row = 0; row < 3; row++) {
			do {
				struct paint_cs cs = {
					.colour = colour,
					.painted = painted,
					.row = row,
				};
				rcl_exec_anon(&lock, paint_cs, &cs, sizeof(cs));
				painted = cs.painted;
			} while (painted < 0);
		}
	}
	return painted;
}

int main(void)
{
	printf("%d", paint(1));
	printf(" %d\n", paint(1));
	return 0;
}
