package dev.foldline.effects.recording;

import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.store.ContentHash;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * One output of a process, in the run's output folder.
 *
 * @param name the name of its file
 * @param sha256 the hash of the file; none if there is no file
 * @param bytes the number of bytes that were printed
 * @param tail the end of the output, if the file does not have it
 */
public record RecordedStream(String name, Option<String> sha256, long bytes, Option<String> tail) {

    static RecordedStream of(ProcessResult.Output output) throws IOException {
        return new RecordedStream(
                String.valueOf(output.file().getFileName()),
                hash(output.file()),
                output.bytes(),
                Option.when(output.isCut(), output::tail));
    }

    /** The output of a process whose driver died. */
    static RecordedStream found(Path file) throws IOException {
        return new RecordedStream(
                String.valueOf(file.getFileName()), hash(file), Files.size(file), Option.none());
    }

    private static Option<String> hash(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Option.of(ContentHash.of(file))
                : Option.none();
    }
}
