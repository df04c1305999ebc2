// The exact chances of Age of War for two, where one plays every turn for the best and the other is the thoughtful bot.
//
//     war TABLES CHANCES POSITIONS [CENTRE]
//
// TABLES is `struct tables`, which `bench/war.py` writes. Castles are bits of a set; a position is the sets of the one who
// is to throw first and of the other. It has a number with a digit of base three for each castle. CHANCES gets, as floats
// by this number, the chances of the one who plays for the best: to throw first, then when the bot is. POSITIONS gets
// those that games met when that one was to throw, as two ints. The output is the share of games that it won. With CENTRE,
// only positions with at most so many castles left there are solved, and no games are played: for tests.
//
// Castles never return to the centre. So positions are solved by what is left there, the fewest castles first. Those with
// the same centre depend on each other, since castles are stolen: policy iteration, in which each policy is evaluated by
// sweeps until nothing changes any more.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASTLES = 14, SETS = 1 << CASTLES, ALL = SETS - 1, DICE = 7, MOST = 792, POSITIONS = 4782969 };
enum { GAMES = 55000, LONGEST = 5000 };

static struct tables {
    int throws[DICE + 1];
    float probability[DICE + 1][MOST];
    float falls[DICE + 1][2 * CASTLES][MOST];  // the chance to conquer a place with a line filled now; taken castles last
    float chance[DICE + 1][2 * CASTLES];       // the same before the throw
    int clan[CASTLES];                         // all castles of its clan
    int rank[SETS];                            // what decides when the game is over
    float held[SETS];                          // what the bot thinks that such castles are worth
} tables;

struct turn {
    int aims, castle[CASTLES], place[CASTLES];
};

struct odds {
    float of[CASTLES];
};

static int digits[SETS];
static float ours[POSITIONS], bots[POSITIONS];
static struct turn turns[SETS];
static struct odds by_us[SETS], by_bot[SETS];
static const float PROGRESS = 1e-5f;  // else a player who wins anyway waits for ever

static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static int number(int first, int other) { return digits[first] + 2 * digits[other]; }

static float result(int first, int other) {
    int ahead = tables.rank[first] - tables.rank[other];
    return ahead > 0 ? 1 : ahead < 0 ? 0 : 0.5f;
}

static struct turn turn_of(int own, int other) {
    struct turn turn = {0};
    for (int castle = 0; castle < CASTLES; castle++) {
        int centre = ~(own | other) >> castle & 1, clan = tables.clan[castle];
        if (!centre && !(other >> castle & 1 && (other & clan) != clan)) continue;
        turn.castle[turn.aims] = castle;
        turn.place[turn.aims++] = castle + (centre ? 0 : CASTLES);
    }
    return turn;
}

// As `worth_of` in the bot.
static void worths(int own, int other, const struct turn *turn, float *worth) {
    for (int aim = 0; aim < turn->aims; aim++) {
        int castle = 1 << turn->castle[aim], mine = own | castle;
        worth[aim] = tables.held[mine] - tables.held[own];
        if (other & castle)
            worth[aim] += 0.5f * (tables.held[other] - tables.held[other & ~castle]);
        else if ((mine | other) == ALL)
            worth[aim] = result(mine, other) > 0 ? 20 : 0;
    }
}

// The best place for each throw, and what it promises then.
static void best_aims(const struct turn *turn, const float *worth, int dice, float *best, int *at) {
    int throws = tables.throws[dice];
    memset(best, 0, throws * sizeof *best);
    for (int aim = 0; aim < turn->aims; aim++) {
        const float *falls = tables.falls[dice][turn->place[aim]];
        if (worth[aim] <= 0) continue;
        for (int n = 0; n < throws; n++) {
            float hope = worth[aim] * falls[n];
            at[n] = hope > best[n] ? aim : at[n];
            best[n] = hope > best[n] ? hope : best[n];
        }
    }
}

// What the bot thinks that one die less promises: the most by settling on a castle before the throw.
static float settled(const struct turn *turn, const float *worth, int dice) {
    float most = 0;
    for (int aim = 0; aim < turn->aims; aim++) most = fmaxf(most, worth[aim] * tables.chance[dice][turn->place[aim]]);
    return most;
}

// How likely each castle is to be conquered in a turn, by who maximises `worth`, or by the bot.
static struct odds odds_of(const struct turn *turn, const float *worth, int bot) {
    static float best[MOST];
    static int at[MOST];
    struct odds odds = {0};
    float promised = 0;
    for (int dice = 1; dice <= DICE; dice++) {
        float waits = 0, sum = 0, least = bot ? settled(turn, worth, dice - 1) : promised;
        struct odds now = {0};
        best_aims(turn, worth, dice, best, at);
        for (int n = 0; n < tables.throws[dice]; n++) {
            float probability = tables.probability[dice][n];
            if (best[n] > 0 && best[n] >= least) {
                now.of[at[n]] += probability * tables.falls[dice][turn->place[at[n]]][n];
                sum += probability * best[n];
            } else {
                waits += probability;
            }
        }
        promised = sum + waits * promised;
        for (int aim = 0; aim < turn->aims; aim++) odds.of[aim] = now.of[aim] + waits * odds.of[aim];
    }
    return odds;
}

// Our chance when this castle has been conquered, by us or by the bot.
static float after(int own, int other, int castle, int bot) {
    int mine = own | 1 << castle, theirs = other & ~(1 << castle);
    if ((mine | theirs) == ALL) return bot ? 1 - result(mine, theirs) : result(mine, theirs);
    return (bot ? ours : bots)[number(theirs, mine)];
}

static float played(int own, int other, const struct odds *odds, int bot) {
    const struct turn *turn = &turns[own];
    float passed = (bot ? ours : bots)[number(other, own)], chance = passed;
    for (int aim = 0; aim < turn->aims; aim++)
        chance += odds->of[aim] * (after(own, other, turn->castle[aim], bot) - passed);
    return chance;
}

static struct odds best_odds(int own, int other, const struct turn *turn) {
    float gain[CASTLES], passed = bots[number(other, own)];
    for (int aim = 0; aim < turn->aims; aim++) gain[aim] = after(own, other, turn->castle[aim], 0) - passed + PROGRESS;
    return odds_of(turn, gain, 0);
}

static void begin(int held) {
    for (int own = held;; own = (own - 1) & held) {
        float worth[CASTLES];
        turns[own] = turn_of(own, held & ~own);
        worths(own, held & ~own, &turns[own], worth);
        by_us[own] = by_bot[own] = odds_of(&turns[own], worth, 1);
        ours[number(own, held & ~own)] = bots[number(own, held & ~own)] = 0.5f;
        if (!own) break;
    }
}

static void evaluate(int held) {
    float changed = 1;
    for (int sweep = 0; sweep < 3000 && changed > 2e-6; sweep++) {
        changed = 0;
        for (int own = held;; own = (own - 1) & held) {
            int other = held & ~own, at = number(own, other);
            float us = played(own, other, &by_us[own], 0), bot = played(own, other, &by_bot[own], 1);
            changed = fmaxf(changed, fabsf(us - ours[at]) + fabsf(bot - bots[at]));
            ours[at] = us, bots[at] = bot;
            if (!own) break;
        }
    }
}

static float improve(int held) {
    float most = 0;
    for (int own = held;; own = (own - 1) & held) {
        int other = held & ~own;
        struct odds odds = best_odds(own, other, &turns[own]);
        float gain = played(own, other, &odds, 0) - ours[number(own, other)];
        if (gain > 1e-5) by_us[own] = odds;
        most = fmaxf(most, gain);
        if (!own) break;
    }
    return most;
}

static void solve(int most) {
    for (int left = 1; left <= most; left++)
        for (int centre = 1; centre < SETS; centre++) {
            if (__builtin_popcount(centre) != left) continue;
            begin(ALL & ~centre);
            for (int policy = 0; policy < 12; policy++) {
                evaluate(ALL & ~centre);
                if (improve(ALL & ~centre) < 3e-5) break;
            }
        }
}

static double random_share(void) {
    static unsigned long long state = 88172645463325252ULL;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

// The castle that falls in this turn, or -1. `wild`: the share of turns that are played at random.
static int drawn(int own, int other, int bot, double wild) {
    struct turn turn = turn_of(own, other);
    struct odds odds;
    float worth[CASTLES];
    if (random_share() < wild) {
        int aim = random_share() < 0.3 ? -1 : (int)(random_share() * turn.aims);
        return aim >= 0 && (own | other | 1 << turn.castle[aim]) != ALL ? turn.castle[aim] : -1;
    }
    worths(own, other, &turn, worth);
    odds = bot ? odds_of(&turn, worth, 1) : best_odds(own, other, &turn);
    double share = random_share();
    for (int aim = 0; aim < turn.aims; aim++)
        if ((share -= odds.of[aim]) < 0) return turn.castle[aim];
    return -1;
}

static float game(int bot, double wild, FILE *positions) {
    int sets[2] = {0, 0};
    for (int turn = 0; turn < LONGEST; turn++, bot = !bot) {
        if (!bot && fwrite(sets, sizeof sets, 1, positions) != 1) fail("cannot write positions");
        int castle = drawn(sets[bot], sets[!bot], bot, wild);
        if (castle < 0) continue;
        sets[bot] |= 1 << castle, sets[!bot] &= ~(1 << castle);
        if ((sets[0] | sets[1]) == ALL) break;
    }
    return result(sets[0], sets[1]);
}

static void play(FILE *positions) {
    static const double wild[] = {0, 0, 0, 0.03, 0.03, 0.03, 0.03, 0.03, 0.1, 0.3, 0.3};
    enum { KINDS = sizeof wild / sizeof *wild };
    double won = 0, games = 0;
    for (int n = 0; n < GAMES; n++) {
        float share = game(n / KINDS % 2, wild[n % KINDS], positions);
        if (wild[n % KINDS] == 0) won += share, games++;
    }
    printf("%.4f of %.0f games\n", won / games, games);
}

int main(int count, char **names) {
    FILE *in = count == 4 || count == 5 ? fopen(names[1], "rb") : NULL;
    int most = count == 5 ? atoi(names[4]) : CASTLES;
    if (!in || fread(&tables, sizeof tables, 1, in) != 1 || most < 1 || most > CASTLES)
        fail("usage: war TABLES CHANCES POSITIONS [CENTRE]");
    for (int set = 1; set < SETS; set++) digits[set] = 3 * digits[set >> 1] + (set & 1);
    solve(most);
    if (most == CASTLES) printf("exact: %.5f to throw first, %.5f second; ", ours[0], bots[0]);
    FILE *chances = fopen(names[2], "wb"), *positions = fopen(names[3], "wb");
    if (!chances || !positions) fail("cannot write");
    fwrite(ours, sizeof ours, 1, chances), fwrite(bots, sizeof bots, 1, chances);
    if (most == CASTLES) play(positions);
    return fclose(chances) || fclose(positions);
}
