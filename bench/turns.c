/* A turn for a batch of states in plain loops: from the utility of every outcome to the value before the first roll. */

#include <string.h>

enum { DICE = 6, ROLLS = 46656 };

/* The best outcome of every class of rolls into `best`, then that of every roll into `values`. */
static void score(const float *utility, const long *choices, const long *starts, const long *roll_class, float *best,
                  float *values, long classes, long batch)
{
    for (long c = 0; c < classes; c++) {
        float *b = best + c * batch;
        memcpy(b, utility + choices[starts[c]] * batch, sizeof(float) * batch);
        for (long k = starts[c] + 1; k < starts[c + 1]; k++) {
            const float *u = utility + choices[k] * batch;
            for (long i = 0; i < batch; i++)
                b[i] = u[i] > b[i] ? u[i] : b[i];
        }
    }
    for (long r = 0; r < ROLLS; r++)
        memcpy(values + r * batch, best + roll_class[r] * batch, sizeof(float) * batch);
}

/* `from` and `to` change places with every die; after six dice the result is where it began, in `from`. */
static void expectation(float *from, float *to, long batch)
{
    long blocks = 1, width = ROLLS / 6 * batch;
    for (int die = 0; die < DICE; die++) {
        for (long b = 0; b < blocks; b++) {
            const float *s = from + b * 6 * width;
            float *d = to + b * 7 * width, *mean = d + 6 * width;
            memcpy(d, s, sizeof(float) * 6 * width);
            for (long i = 0; i < width; i++)
                mean[i] = (s[i] + s[width + i] + s[2 * width + i] + s[3 * width + i] + s[4 * width + i]
                           + s[5 * width + i]) * (float)(1.0 / 6);
        }
        float *swap = from;
        from = to;
        to = swap;
        blocks *= 7;
        width /= 6;
    }
}

static void best_keep(float *from, float *to, long batch)
{
    long blocks = 1, width = 16807 * batch;
    for (int die = 0; die < DICE; die++) {
        for (long b = 0; b < blocks; b++) {
            const float *s = from + b * 7 * width, *to_roll = s + 6 * width;
            float *d = to + b * 6 * width;
            for (int number = 0; number < 6; number++)
                for (long i = 0; i < width; i++) {
                    float kept = s[number * width + i];
                    d[number * width + i] = kept > to_roll[i] ? kept : to_roll[i];
                }
        }
        float *swap = from;
        from = to;
        to = swap;
        blocks *= 6;
        width /= 7;
    }
}

/* `x` and `y` have room for 7^6 numbers a state, `best` for one a class and state. */
void solve_turn(const float *utility, const long *choices, const long *starts, const long *roll_class, float *best,
                float *x, float *y, double *start, long classes, long batch)
{
    score(utility, choices, starts, roll_class, best, x, classes, batch);
    /* "Roll none of the dice" stands among the choices in place of "score now". That changes nothing: what it is
       worth is the better of scoring and of rolling once less. */
    for (int roll = 0; roll < 2; roll++) {
        expectation(x, y, batch);
        best_keep(x, y, batch);
    }
    memset(start, 0, sizeof(double) * batch);
    for (long r = 0; r < ROLLS; r++)
        for (long i = 0; i < batch; i++)
            start[i] += x[r * batch + i];
    for (long i = 0; i < batch; i++)
        start[i] /= ROLLS;
}
