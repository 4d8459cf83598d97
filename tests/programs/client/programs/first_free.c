/* Reads a line of JSON for each move and writes the first of the free cells. */
#include <stdio.h>
#include <string.h>

int main(void) {
    static char line[16384];
    while (fgets(line, sizeof line, stdin)) {
        char *cell = strstr(line, "\"free\":[\"");
        if (!cell) return 1;
        cell += strlen("\"free\":[\"");
        *strchr(cell, '"') = '\0';
        printf("%s\n", cell);
        fflush(stdout);
    }
    return 0;
}
