/* An engine for Dakapo in C: cc -O2 -o dakapo dakapo.c, then encore play dakapo --seat human,engine:./dakapo
 *
 * It completes a square if it can. Otherwise it plays a random stone after which the opponent cannot.
 * docs/engines.md describes the commands that it reads and the answers that it writes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 8, CELLS = 64, COLOURS = 4, SUPPLY = 16, EMPTY = -1 };

static const char LETTERS[] = "rygb";

typedef struct {
    int stone[CELLS]; /* the colour on each cell, or EMPTY */
    int left[COLOURS];
    int last; /* the colour placed last, or EMPTY at the start */
} Position;

typedef struct {
    int cell, colour;
} Move;

static int spoken; /* whether a square must be called */

static int colour_of(char letter) {
    const char *found = letter ? strchr(LETTERS, letter) : NULL;
    return found ? (int)(found - LETTERS) : EMPTY;
}

/* Read "8/8/8/3ry3/3gb3/8/8/8 -": ranks from 8 down to 1, then the colour placed last. */
static int read_position(Position *p, const char *text) {
    int x = 0, y = SIZE - 1;
    memset(p->stone, EMPTY, sizeof p->stone);
    for (int colour = 0; colour < COLOURS; colour++) p->left[colour] = SUPPLY;
    for (; *text && *text != ' '; text++) {
        int colour = colour_of(*text);
        if (*text == '/') {
            x = 0;
            y--;
        } else if (*text >= '1' && *text <= '8') {
            x += *text - '0';
        } else if (colour != EMPTY && x < SIZE && y >= 0) {
            p->stone[y * SIZE + x++] = colour;
            p->left[colour]--;
        } else {
            return 0;
        }
    }
    p->last = *text == ' ' ? colour_of(text[1]) : EMPTY;
    return 1;
}

/* Return the colour on a cell that may lie outside the board. */
static int at(const Position *p, int x, int y) {
    return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? EMPTY : p->stone[y * SIZE + x];
}

static int is_legal(const Position *p, Move move) {
    static const int STEPS[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int x = move.cell % SIZE, y = move.cell / SIZE, neighbours = 0;
    if (p->stone[move.cell] != EMPTY || move.colour == p->last || !p->left[move.colour]) return 0;
    for (int side = 0; side < 4; side++) {
        int beside = at(p, x + STEPS[side][0], y + STEPS[side][1]);
        if (beside == move.colour) return 0;
        neighbours += beside != EMPTY;
    }
    return neighbours > 0;
}

/* Tell whether a stone completes a square, upright or tilted: one side is (dx, dy), the next (-dy, dx). */
static int completes(const Position *p, Move move) {
    int x = move.cell % SIZE, y = move.cell / SIZE, c = move.colour;
    for (int dx = -SIZE + 1; dx < SIZE; dx++)
        for (int dy = -SIZE + 1; dy < SIZE; dy++)
            if ((dx || dy) && at(p, x + dx, y + dy) == c && at(p, x + dx - dy, y + dy + dx) == c &&
                at(p, x - dy, y + dx) == c)
                return 1;
    return 0;
}

static int legal_moves(const Position *p, Move *moves) {
    int count = 0;
    for (int cell = 0; cell < CELLS; cell++)
        for (int colour = 0; colour < COLOURS; colour++)
            if (is_legal(p, (Move){cell, colour})) moves[count++] = (Move){cell, colour};
    return count;
}

/* Tell whether the opponent can complete a square after this move, or has already lost. */
static int is_safe(const Position *p, Move move) {
    Position after = *p;
    Move replies[CELLS * COLOURS];
    after.stone[move.cell] = after.last = move.colour;
    after.left[move.colour]--;
    int count = legal_moves(&after, replies);
    for (int i = 0; i < count; i++)
        if (completes(&after, replies[i])) return 0;
    return 1;
}

static void go(const Position *p) {
    Move moves[CELLS * COLOURS], safe[CELLS * COLOURS], best;
    int count = legal_moves(p, moves), safes = 0, wins = 0;
    if (!count) {
        puts("info string there is no legal move");
        return;
    }
    for (int i = 0; i < count; i++)
        if (is_safe(p, moves[i])) safe[safes++] = moves[i];
    best = safes ? safe[rand() % safes] : moves[rand() % count];
    for (int i = 0; i < count && !wins; i++)
        if ((wins = completes(p, moves[i]))) best = moves[i];
    const char *call = wins && spoken ? "!" : "";
    printf("bestmove %c%d%c%s\n", 'a' + best.cell % SIZE, best.cell / SIZE + 1, LETTERS[best.colour], call);
}

int main(void) {
    char line[4096];
    Position position;
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0);
    read_position(&position, "8/8/8/3ry3/3gb3/8/8/8 -");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strcmp(line, "ugi")) {
            puts("id name Square\nid author The Encore authors");
            puts("option name game type combo default dakapo var dakapo\nugiok");
        } else if (!strcmp(line, "isready")) {
            puts("readyok");
        } else if (!strncmp(line, "setoption name call value ", 26)) {
            spoken = !strcmp(line + 26, "spoken");
        } else if (!strncmp(line, "position fen ", 13)) {
            if (!read_position(&position, line + 13)) puts("info string this is not a position");
        } else if (!strncmp(line, "go", 2)) {
            go(&position);
        } else if (!strcmp(line, "quit")) {
            break;
        }
    }
    return 0;
}
