package dev.foldline.effects.recording;

import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessResult;

import java.io.IOException;

/**
 * A process that an effect ran.
 *
 * @param ended how it ended
 * @param nanos how long it took
 * @param leftovers number of processes that it left behind
 */
public record RecordedProcess(
        ProcessEnd ended, RecordedStream out, RecordedStream err, long nanos, int leftovers) {

    static RecordedProcess of(ProcessResult result) throws IOException {
        return new RecordedProcess(
                result.ended(),
                RecordedStream.of(result.out()),
                RecordedStream.of(result.err()),
                result.took().toNanos(),
                result.leftovers());
    }
}
