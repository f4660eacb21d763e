package dev.foldline.app.view;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.effects.process.OutputFiles;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The latest output of the running agent or check, from the driver's files named by ticket. */
final class OutputTail {
    private static final int BYTES_MAX = 1 << 16;

    private final Path folder;
    private Optional<Path> current = Optional.empty();
    private long offset;

    /**
     * @param folder where a driver keeps the raw output of child processes
     */
    OutputTail(Path folder) {
        this.folder = folder;
    }

    /**
     * The whole lines printed since this was last asked; of much, the latest. Nothing while the
     * file cannot be read.
     */
    List<String> of(PipelineState state) {
        var file = file(state.slots().inFlight());
        if (!file.equals(current)) {
            current = file;
            offset = 0;
        }
        try {
            return file.isPresent() ? lines(file.get()) : List.of();
        } catch (IOException notYet) {
            return List.of();
        }
    }

    private Optional<Path> file(InFlight slot) {
        if (!(slot instanceof InFlight.Known(var ticket, var effect))) return Optional.empty();
        if (effect instanceof InvokeAgent) return Optional.of(out(OutputFiles.nameOfCall(ticket)));
        return effect instanceof RunCheck check
                ? Optional.of(latest(ticket, check.commandsMax()))
                : Optional.empty();
    }

    /** A check's commands run one after the other. */
    private Path latest(long ticket, int commands) {
        int number = Math.max(1, commands);
        while (number > 1 && !Files.exists(out(OutputFiles.nameOfCheck(ticket, number)))) number--;
        return out(OutputFiles.nameOfCheck(ticket, number));
    }

    private Path out(String name) {
        return OutputFiles.in(folder, name).out();
    }

    private List<String> lines(Path file) throws IOException {
        try (var channel = FileChannel.open(file)) {
            long end = channel.size();
            boolean skips = end - offset > BYTES_MAX;
            if (skips) offset = end - BYTES_MAX;
            var bytes = ByteBuffer.allocate((int) Math.max(0, end - offset));
            int read = 1;
            while (bytes.hasRemaining() && read > 0)
                read = channel.read(bytes, offset + bytes.position());
            return whole(
                    new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1),
                    skips);
        }
    }

    /** Cut at bytes, so that a character which is only half there yet is read whole next time. */
    private List<String> whole(String bytes, boolean beginsWithin) {
        int from = beginsWithin ? bytes.indexOf('\n') + 1 : 0;
        int to = bytes.lastIndexOf('\n') + 1;
        if (to <= from) return List.of();
        offset += to;
        return new String(
                        bytes.substring(from, to).getBytes(StandardCharsets.ISO_8859_1),
                        StandardCharsets.UTF_8)
                .lines()
                .toList();
    }
}
