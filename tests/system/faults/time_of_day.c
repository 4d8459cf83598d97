/* Moves the time of day of a program that preloads it by the seconds in the file TIME_OF_DAY.

   The monotonic clock stays true, and so do all waits. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int (*true_time)(clockid_t, struct timespec *);
static volatile const int *ahead; /* what the file holds is seen at once, without a read */

__attribute__((constructor)) static void prepare(void) {
    const char *name = getenv("TIME_OF_DAY");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *held;

    if (file < 0)
        return;
    held = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    ahead = held == MAP_FAILED ? NULL : held;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed;

    if (!true_time) /* others may ask before this is prepared */
        true_time = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    failed = true_time(clock, now);
    if (!failed && clock == CLOCK_REALTIME && ahead)
        now->tv_sec += *ahead;
    return failed;
}
