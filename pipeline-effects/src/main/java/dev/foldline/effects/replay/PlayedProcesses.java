package dev.foldline.effects.replay;

import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessExecutor;
import dev.foldline.effects.process.ProcessListener;
import dev.foldline.effects.process.ProcessResult;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.process.RunningProcess;
import dev.foldline.effects.process.StoredOutput;
import dev.foldline.effects.recording.RecordedProcess;
import dev.foldline.effects.recording.RecordedStream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Plays the recorded processes of agents and checks; it starts none. */
final class PlayedProcesses implements ProcessExecutor {
    private final RecordedSource source;
    private final ReplayedTree tree;
    private final Map<Long, Integer> played = new HashMap<>();

    PlayedProcesses(RecordedSource source, ReplayedTree tree) {
        this.source = source;
        this.tree = tree;
    }

    @Override
    public synchronized ProcessResult run(
            ProcessSpec spec, ProcessListener listener, Consumer<RunningProcess> started)
            throws IOException {
        long ticket = spec.marker().ticket();
        var effect = source.recording().effect(ticket);
        int number = played.merge(ticket, 1, Integer::sum);
        if (number > effect.processes().size())
            return new ProcessResult(
                    new ProcessEnd.Cancelled(),
                    nothing(spec.output().out()),
                    nothing(spec.output().err()),
                    Duration.ZERO,
                    0);
        var process = effect.processes().get(number - 1);
        var result = played(process, spec, listener);
        if (number == effect.processes().size()) tree.change(effect);
        return result;
    }

    private ProcessResult played(
            RecordedProcess process, ProcessSpec spec, ProcessListener listener)
            throws IOException {
        var out = output(process.out(), spec.output().out());
        var err = output(process.err(), spec.output().err());
        if (process.out().sha256().isDefined()) new StoredOutput(out.file()).printed(listener);
        if (process.err().sha256().isDefined()) new StoredOutput(err.file()).warned(listener);
        return new ProcessResult(
                process.ended(), out, err, Duration.ofNanos(process.nanos()), process.leftovers());
    }

    private ProcessResult.Output output(RecordedStream stream, Path file) throws IOException {
        if (stream.sha256().isEmpty()) return nothing(file);
        Files.copy(source.run().output().resolve(stream.name()), file);
        return new ProcessResult.Output(
                stream.bytes(),
                Files.size(file),
                file,
                stream.tail().isDefined() ? stream.tail().get() : new StoredOutput(file).tail());
    }

    private static ProcessResult.Output nothing(Path file) {
        return new ProcessResult.Output(0, 0, file, "");
    }

    /** The processes of the recorded run are not this run's to end. */
    @Override
    public void endLeftovers(String run, Duration grace) {}
}
