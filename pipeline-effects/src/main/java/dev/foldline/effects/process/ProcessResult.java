package dev.foldline.effects.process;

import dev.foldline.effects.redact.TextEnd;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The result of a child process, after it and everything it started has ended.
 *
 * @param ended how it ended
 * @param out its standard output
 * @param err its standard error
 * @param took wall-clock time from start to end
 * @param leftovers number of processes it left behind, which were ended
 */
public record ProcessResult(
        ProcessEnd ended, Output out, Output err, Duration took, int leftovers) {
    /** Returns the result of a process that could not be started. */
    public static ProcessResult notStarted(ProcessEnd.StartFailed why, OutputFiles output) {
        return new ProcessResult(
                why, Output.empty(output.out()), Output.empty(output.err()), Duration.ZERO, 0);
    }

    /** Returns whether it exited with 0. */
    public boolean succeeded() {
        return ended instanceof ProcessEnd.Exited(int code) && code == 0;
    }

    /** Returns the ends of both outputs, standard output first. */
    public String tails() {
        return out.tail() + "\n" + err.tail();
    }

    /**
     * One output of a child process.
     *
     * @param bytes total number of bytes
     * @param kept number of bytes in the file
     * @param file the file, which may not exist if the process never started
     * @param tail the last few thousand bytes, as text
     */
    public record Output(long bytes, long kept, Path file, String tail) {
        static Output empty(Path file) {
            return new Output(0, 0, file, "");
        }

        public boolean isCut() {
            return kept < bytes;
        }

        /** Returns the tail without a line whose start is missing. */
        public String lastLines() {
            return bytes > OutputPump.TAIL_BYTES ? TextEnd.withoutPart(tail) : tail;
        }
    }
}
