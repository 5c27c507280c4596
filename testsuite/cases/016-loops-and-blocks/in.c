#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int grid[3][3];

static int paint(int colour)
{
	int painted = 0;

	if (colour > 0) {
		for (int row = 0; row < 3; row++) {
			do {
				pthread_mutex_lock(&lock);
				for (int column = 0; column < 3; column++) {
					if (grid[row][column] == colour)
						continue;
					if (column > row)
						break;
					grid[row][column] = colour;
					painted++;
				}
				pthread_mutex_unlock(&lock);
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
