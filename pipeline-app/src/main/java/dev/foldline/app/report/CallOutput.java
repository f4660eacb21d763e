package dev.foldline.app.report;

import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** The output of one call, read on: of an agent one file, of a check one for each command. */
final class CallOutput {
    private final String run;
    private final long seq;
    private final EffectStarted call;
    private final List<Path> files;
    private boolean isReported;
    private int file;
    private long offset;

    /**
     * @param seq the number of the event with which the call started
     */
    CallOutput(RunDirectory run, long seq, EffectStarted call) {
        this.run = run.id().text();
        this.seq = seq;
        this.call = call;
        this.files = OutputPage.files(run.output(), call);
    }

    long ticket() {
        return call.ticket();
    }

    /**
     * Passes on the call itself, once, and what it has printed since: whole lines, and the rest of
     * a file to which nothing is added any more.
     *
     * @return whether the receiver wants more
     */
    boolean pass(boolean isOver, Predicate<OutputAddition> receiver) throws IOException {
        if (!isReported && !receiver.test(addition(0, ""))) return false;
        isReported = true;
        while (true) {
            boolean isWhole = isOver || hasNext() && Files.exists(files.get(file + 1));
            for (var next = next(isWhole); next.isDefined(); next = next(isWhole))
                if (!receiver.test(next.get())) return false;
            if (!isWhole || !hasNext()) return true;
            file++;
            offset = 0;
        }
    }

    private boolean hasNext() {
        return file + 1 < files.size();
    }

    private Option<OutputAddition> next(boolean isWhole) throws IOException {
        long size = size(files.get(file));
        // A call that is repeated after a crash writes its file again.
        if (size < offset) offset = 0;
        long skipped = offset == 0 ? Math.max(0, size - OutputPage.BYTES_MAX) : 0;
        var bytes = read(files.get(file), offset + skipped);
        int length = length(bytes, isWhole);
        offset += skipped + length;
        return Option.when(
                length > 0,
                () -> addition(skipped, new String(bytes, 0, length, StandardCharsets.UTF_8)));
    }

    /** A line that is longer than what is read at once is passed on in parts. */
    private static int length(byte[] bytes, boolean isWhole) {
        boolean isFull = bytes.length == OutputPage.BYTES_MAX;
        if (isWhole && !isFull) return bytes.length;
        int lines = bytes.length;
        while (lines > 0 && bytes[lines - 1] != '\n') lines--;
        return lines == 0 && isFull ? bytes.length : lines;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException notYet) {
            return 0;
        }
    }

    private static byte[] read(Path file, long from) throws IOException {
        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            return in.readNBytes(OutputPage.BYTES_MAX);
        } catch (NoSuchFileException notYet) {
            return new byte[0];
        }
    }

    private OutputAddition addition(long skipped, String text) {
        return new OutputAddition(run, seq, call, files.get(file), skipped, text);
    }
}
