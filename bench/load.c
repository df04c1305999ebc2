// The client of `bench.http`: asks over many connections at once, of each again as soon as it has answered, and says how
// long each answer took. A client in Python takes as much of the processor as the service does for a cheap request.
//
//     load CONNECTIONS
//
// It inherits the sockets. Its input has, for each connection, "FD SEAT " and five texts as "LENGTH:BYTES": a mark, behind
// which an answer names the seat that asks next, and the two requests of either seat, which take turns. An empty mark
// leaves the seat as it is. Then each line "SECONDS" is a round. For each, the output has a line "ANSWERS
// PROCESSOR-SECONDS" and the seconds of each answer as doubles. `bench/load.py` does the same in Python.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>

enum { TURNS = 2, REQUESTS = 4, ROOM = 1 << 16, EVENTS = 64 };

struct text {
    size_t length;
    char *bytes;
};

struct connection {
    int fd, seat, turn;
    struct text mark, requests[REQUESTS];
    double began;
    size_t come;
    char answer[ROOM + 1];
};

struct latencies {
    size_t count, room;
    double *seconds;
};

static void fail(const char *what, const char *about) {
    fprintf(stderr, "%s: %s\n", what, about);
    exit(1);
}

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static struct text read_text(void) {
    struct text made;
    if (scanf("%zu:", &made.length) != 1 || !(made.bytes = calloc(made.length + 1, 1))) fail("input", "no text");
    if (fread(made.bytes, 1, made.length, stdin) != made.length) fail("input", "a text is cut off");
    return made;
}

static void read_connection(struct connection *one) {
    if (scanf("%d %d ", &one->fd, &one->seat) != 2) fail("input", "no connection");
    one->mark = read_text();
    for (int n = 0; n < REQUESTS; n++) one->requests[n] = read_text();
}

static void ask(struct connection *one) {
    struct text *request = &one->requests[(one->seat - 1) * TURNS + one->turn];
    one->began = now(CLOCK_MONOTONIC);
    if (send(one->fd, request->bytes, request->length, MSG_NOSIGNAL) != (ssize_t)request->length)
        fail("send", "the server has closed the connection");
}

// The body of an answer over HTTP, or NULL while some of it is missing.
static char *http_body(struct connection *one) {
    char *end = strstr(one->answer, "\r\n\r\n");
    if (!end) return NULL;
    if (strncmp(one->answer + 9, "20", 2)) fail("refused", one->answer);
    char *length = strcasestr(one->answer, "\r\ncontent-length:");
    if (!length || length > end) fail("no length", one->answer);
    size_t whole = (size_t)(end + 4 - one->answer) + strtoul(length + 17, NULL, 10);
    return one->come < whole ? NULL : end + 4;
}

// The text of a frame of a WebSocket, of at most 65,535 bytes, or NULL while some of it is missing.
static char *websocket_text(struct connection *one) {
    unsigned char *frame = (unsigned char *)one->answer;
    if (one->come < 4) return NULL;
    int is_long = frame[1] == 126;
    if (frame[0] != 0x81 || frame[1] > 126) fail("frame", "not a short text");
    size_t head = is_long ? 4 : 2, length = is_long ? (size_t)(frame[2] << 8 | frame[3]) : frame[1];
    return one->come < head + length ? NULL : one->answer + head;
}

// Reads what has come. Whether that is a whole answer; then the connection knows what to ask next.
static int answered(struct connection *one) {
    ssize_t more = recv(one->fd, one->answer + one->come, ROOM - one->come, 0);
    if (more <= 0) fail("recv", "the server has closed the connection, or its answer is too long");
    one->come += (size_t)more;
    one->answer[one->come] = 0;
    char *body = one->answer[0] == 'H' ? http_body(one) : websocket_text(one);
    if (!body) return 0;
    if (one->mark.length) {
        char *mark = strstr(body, one->mark.bytes);
        if (!mark) fail("nobody is to act", body);
        one->seat = atoi(mark + one->mark.length);
        if (one->seat < 1 || one->seat > REQUESTS / TURNS) fail("an unknown seat", body);
    }
    one->turn = (one->turn + 1) % TURNS;
    one->come = 0;
    return 1;
}

static void note(struct latencies *all, double seconds) {
    if (all->count == all->room) {
        all->room = all->room ? 2 * all->room : 1024;
        all->seconds = realloc(all->seconds, all->room * sizeof *all->seconds);
        if (!all->seconds) fail("memory", "used up");
    }
    all->seconds[all->count++] = seconds;
}

static void run_round(int poll, struct connection *all, int many, double seconds, struct latencies *found) {
    double stop = now(CLOCK_MONOTONIC) + seconds;
    struct epoll_event ready[EVENTS];
    for (int n = 0; n < many; n++) ask(&all[n]);
    for (int waiting = many; waiting;) {
        int came = epoll_wait(poll, ready, EVENTS, -1);
        for (int n = 0; n < came; n++) {
            struct connection *one = ready[n].data.ptr;
            if (!answered(one)) continue;
            double at = now(CLOCK_MONOTONIC);
            note(found, at - one->began);
            if (at < stop) ask(one);
            else waiting--;
        }
    }
}

int main(int argc, char **argv) {
    int many = argc == 2 ? atoi(argv[1]) : 0, poll = epoll_create1(EPOLL_CLOEXEC);
    struct connection *all = calloc((size_t)many, sizeof *all);
    if (!many || !all || poll < 0) fail("usage", "load CONNECTIONS");
    for (int n = 0; n < many; n++) {
        read_connection(&all[n]);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &all[n]};
        if (epoll_ctl(poll, EPOLL_CTL_ADD, all[n].fd, &event)) fail("input", "no such socket");
    }
    struct latencies found = {0};
    double seconds;
    while (scanf("%lf", &seconds) == 1) {
        double used = now(CLOCK_PROCESS_CPUTIME_ID);
        found.count = 0;
        run_round(poll, all, many, seconds, &found);
        printf("%zu %.9f\n", found.count, now(CLOCK_PROCESS_CPUTIME_ID) - used);
        fwrite(found.seconds, sizeof *found.seconds, found.count, stdout);
        fflush(stdout);
    }
    return 0;
}
