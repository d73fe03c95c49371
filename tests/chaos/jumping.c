/* Lets the time of day of one process jump: it is loaded with LD_PRELOAD, and the file that CHAOS_CLOCK names holds the
   milliseconds by which the clock is wrong. The monotonic clock stays right, as on a machine whose date is set. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long long *wrong_by;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("CHAOS_CLOCK");
    int file = name ? open(name, O_RDONLY) : -1;
    real = dlsym(RTLD_NEXT, "clock_gettime");
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(long long), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (page != MAP_FAILED) wrong_by = page;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int failed = real(clock, now);
    if (failed || !wrong_by || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
    long long at = now->tv_sec * 1000000000LL + now->tv_nsec + *wrong_by * 1000000LL;
    now->tv_sec = at / 1000000000LL;
    now->tv_nsec = at % 1000000000LL;
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec at;
    if (clock_gettime(CLOCK_REALTIME, &at)) return -1;
    now->tv_sec = at.tv_sec;
    now->tv_usec = at.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *there) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    if (there) *there = at.tv_sec;
    return at.tv_sec;
}
