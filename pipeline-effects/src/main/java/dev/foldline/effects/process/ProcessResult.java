package dev.foldline.effects.process;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What became of a child process, once it and everything it started is gone.
 *
 * @param ended how it ended
 * @param out its standard output
 * @param err its standard error
 * @param took from start to end, by the clock on the wall
 * @param leftovers how many processes it had left behind and we had to end
 */
public record ProcessResult(Ended ended, Output out, Output err, Duration took, int leftovers) {
    /** Whether it ran and exited with 0. */
    public boolean succeeded() {
        return ended instanceof Ended.Exited(int code) && code == 0;
    }

    /**
     * What a child process wrote to one of its outputs.
     *
     * @param bytes how many bytes in all
     * @param kept how many of them are in the file
     * @param file where they are; there may be none if the process never started
     * @param tail the last few thousand bytes of all of it, as text
     */
    public record Output(long bytes, long kept, Path file, String tail) {
        public boolean isCut() {
            return kept < bytes;
        }
    }
}
