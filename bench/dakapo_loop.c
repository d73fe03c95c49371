/* Random games of Dakapo in plain C: the loop of games/dakapo/compiled/kernel.py, move for move.

   play(stones, last, spoken, first, count, seed, others, beside, nth, wins) takes the kernel's own tables and gives
   the same wins for the same seed. The benchmark compiles it with -O3 -march=native. */

#include <stdint.h>

typedef uint64_t cells_t;

enum { COLOURS = 4, SUPPLY = 16, SQUARES = 32, TIE = -1 };

typedef struct {
    cells_t stones[COLOURS];   /* of each colour */
    cells_t complete[COLOURS]; /* where a stone of the colour would complete a square */
    cells_t closed[COLOURS];   /* where it may not be placed: beside its own colour, anywhere once it is used up */
    cells_t edge, occupied;
} board_t;

static inline cells_t around(cells_t cells)
{
    const cells_t file_a = 0x0101010101010101u, file_h = 0x8080808080808080u;
    return (cells & ~file_h) << 1 | (cells & ~file_a) >> 1 | cells << 8 | cells >> 8;
}

static inline cells_t completing(cells_t own, unsigned cell, const cells_t (*others)[SQUARES])
{
    cells_t found = 0;
    for (int i = 0; i < SQUARES; i++) {
        cells_t missing = others[cell][i] & ~own;
        found |= (missing & (missing - 1)) == 0 ? missing : 0;
    }
    return found;
}

static void set_up(const int64_t *stones, board_t *board, const cells_t (*others)[SQUARES])
{
    board->occupied = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        cells_t own = (cells_t)stones[colour];
        board->stones[colour] = own;
        board->complete[colour] = 0;
        for (cells_t cells = own; cells; cells &= cells - 1)
            board->complete[colour] |= completing(own, (unsigned)__builtin_ctzll(cells), others);
        board->closed[colour] = __builtin_popcountll(own) < SUPPLY ? around(own) : ~(cells_t)0;
        board->occupied |= own;
    }
    board->edge = around(board->occupied) & ~board->occupied;
}

static inline uint64_t mix(uint64_t word)
{
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
}

/* The n-th cell of a set. */
static inline unsigned select_cell(cells_t cells, uint64_t n, const uint8_t (*nth)[8])
{
    const uint64_t bytes = 0x0101010101010101u, highs = 0x8080808080808080u;
    uint64_t sums = cells - (cells >> 1 & 0x5555555555555555u);
    sums = (sums & 0x3333333333333333u) + (sums >> 2 & 0x3333333333333333u);
    sums = (sums + (sums >> 4) & 0x0F0F0F0F0F0F0F0Fu) * bytes;
    unsigned shift = 8 * (unsigned)__builtin_popcountll((n * bytes | highs) - sums & highs);
    uint64_t before = sums << 8 >> shift & 0xFF;
    return shift + nth[cells >> shift & 0xFF][n - before];
}

static int random_game(board_t *board, int last, int spoken, uint64_t state, const cells_t (*others)[SQUARES],
                       const cells_t *beside, const uint8_t (*nth)[8])
{
    int mover = __builtin_popcountll(board->occupied) % 2;
    for (;; mover = 1 - mover) {
        cells_t edge = board->edge;
        cells_t red = last != 0 ? edge & ~board->closed[0] : 0;
        cells_t yellow = last != 1 ? edge & ~board->closed[1] : 0;
        cells_t green = last != 2 ? edge & ~board->closed[2] : 0;
        cells_t blue = last != 3 ? edge & ~board->closed[3] : 0;
        uint64_t first = (uint64_t)__builtin_popcountll(red);
        uint64_t second = first + (uint64_t)__builtin_popcountll(yellow);
        uint64_t third = second + (uint64_t)__builtin_popcountll(green);
        uint64_t count = third + (uint64_t)__builtin_popcountll(blue);
        if (!count)
            return board->occupied == ~(cells_t)0 ? TIE : 1 - mover;
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        uint64_t n = (state >> 32) * count >> 32, skipped = 0;
        cells_t cells = red;
        last = 0;
        if (n >= first) { last = 1; cells = yellow; skipped = first; }
        if (n >= second) { last = 2; cells = green; skipped = second; }
        if (n >= third) { last = 3; cells = blue; skipped = third; }
        unsigned cell = select_cell(cells, n - skipped, nth);
        if (board->complete[last] >> cell & 1 && (!spoken || state & 1))
            return mover;
        cells_t bit = (cells_t)1 << cell;
        board->stones[last] |= bit;
        board->occupied |= bit;
        board->edge = (edge | beside[cell]) & ~board->occupied;
        board->closed[last] |= beside[cell];
        if (__builtin_popcountll(board->stones[last]) == SUPPLY)
            board->closed[last] = ~(cells_t)0;
        board->complete[last] |= completing(board->stones[last], cell, others);
    }
}

/* Play the random games first to first + count from a position and add up each seat's wins. */
void play(const int64_t *stones, int last, int spoken, int64_t first, int64_t count, uint64_t seed,
          const cells_t (*others)[SQUARES], const cells_t *beside, const uint8_t (*nth)[8], int64_t *wins)
{
    board_t start;
    set_up(stones, &start, others);
    for (int64_t game = first; game < first + count; game++) {
        board_t board = start;
        uint64_t state = mix(seed + (uint64_t)game * 0x9E3779B97F4A7C15u) | 1;
        int winner = random_game(&board, last, spoken, state, others, beside, nth);
        if (winner != TIE)
            wins[winner]++;
    }
}
