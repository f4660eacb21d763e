package dev.foldline.effects.process;

import dev.foldline.effects.redact.Redaction;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs child processes so that none of them can hang, flood the disk or outlive Foldline.
 *
 * <p>Each process gets a session of its own if the system has {@code setsid}, its marker as limits
 * if it has {@code prlimit}, exactly the given environment, an input that ends, outputs that are
 * always drained, and deadlines. When it ends, for any reason, everything it started is ended too.
 */
public final class ProcessRunner implements ProcessExecutor {
    private final Optional<Path> setsid;
    private final Redaction redaction;

    /** Redacts everything that has the form of a secret. */
    public ProcessRunner() {
        this(Redaction.OF_SHAPES);
    }

    /**
     * @param redaction what is removed from all output
     */
    public ProcessRunner(Redaction redaction) {
        this.redaction = redaction;
        this.setsid = Programs.ofSystem("setsid");
        Subreaper.begin();
    }

    /** Runs a process to its end without a listener; see {@link #run(ProcessSpec, Listener)}. */
    public ProcessResult run(ProcessSpec spec) throws IOException {
        return run(spec, ProcessListener.NONE);
    }

    /**
     * Runs a process to its end. To cancel it, interrupt the thread, or use {@link #start}.
     *
     * @throws IOException if the files for its output or input cannot be written; a failed start is
     *     a result instead
     */
    public ProcessResult run(ProcessSpec spec, ProcessListener listener) throws IOException {
        return run(spec, listener, _ -> {});
    }

    @Override
    public ProcessResult run(
            ProcessSpec spec, ProcessListener listener, Consumer<RunningProcess> started)
            throws IOException {
        return switch (start(spec, listener)) {
            case Start.Running(RunningProcess process) -> {
                started.accept(process);
                yield process.await();
            }
            case Start.Failed(ProcessEnd.StartFailed why) ->
                    ProcessResult.notStarted(why, spec.output());
        };
    }

    @Override
    public void endLeftovers(String run, Duration grace) {
        Reaper.reap(run, grace);
    }

    /** The result of starting a process. */
    public sealed interface Start {
        /** It runs; the caller must {@linkplain RunningProcess#await await} it. */
        record Running(RunningProcess process) implements Start {}

        /** It never ran. */
        record Failed(ProcessEnd.StartFailed why) implements Start {}
    }

    /** Starts a process; errors are as in {@link #run(ProcessSpec, Listener)}. */
    public Start start(ProcessSpec spec, ProcessListener listener) throws IOException {
        if (!Files.isDirectory(spec.directory())) {
            return failed("there is no directory " + spec.directory());
        }
        String name = spec.command().getFirst();
        Optional<Path> program =
                Programs.find(name, spec.environment().getOrDefault("PATH", ""), spec.directory());
        if (program.isEmpty()) {
            return failed(
                    name.indexOf('/') >= 0
                            ? "there is no program " + name
                            : "there is no program " + name + " on the PATH");
        }
        Files.createDirectories(directoryOf(spec.output().out()));
        Optional<Path> text = textFile(spec);
        try {
            return started(spec, program.get(), text, listener);
        } finally {
            // The child has it open now, so its name is no longer needed.
            if (text.isPresent()) {
                Files.deleteIfExists(text.get());
            }
        }
    }

    private Start started(
            ProcessSpec spec, Path program, Optional<Path> text, ProcessListener listener)
            throws IOException {
        OutputFiles.Opened sinks = prepare(spec.output());
        try {
            Subreaper.await();
            Process process = ProcessStarter.start(builder(spec, program, text), spec.marker());
            return new Start.Running(
                    new RunningProcess(
                            spec, process, setsid.isPresent(), sinks, listener, redaction));
        } catch (IOException | IllegalArgumentException cannotStart) {
            sinks.close();
            return failed(String.valueOf(cannotStart.getMessage()));
        }
    }

    private ProcessBuilder builder(ProcessSpec spec, Path program, Optional<Path> text) {
        List<String> command = new ArrayList<>();
        setsid.ifPresent(own -> command.add(own.toString()));
        command.addAll(MarkerLimits.launcher(spec.marker()));
        command.addAll(spec.launcher());
        command.add(program.toString());
        command.addAll(spec.command().subList(1, spec.command().size()));
        ProcessBuilder builder = new ProcessBuilder(command).directory(spec.directory().toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(spec.environment());
        environment.putAll(spec.marker().variables());
        return builder.redirectInput(
                switch (spec.input()) {
                    case ProcessInput.Nothing _ -> new File("/dev/null");
                    case ProcessInput.FromFile(Path file) -> file.toFile();
                    case ProcessInput.Text _ -> text.orElseThrow().toFile();
                });
    }

    /** The input is a file instead of a pipe, so a child that does not read it blocks no thread. */
    private static Optional<Path> textFile(ProcessSpec spec) throws IOException {
        if (!(spec.input() instanceof ProcessInput.Text(String text))) {
            return Optional.empty();
        }
        return Optional.of(
                Files.writeString(
                        Files.createTempFile(directoryOf(spec.output().out()), ".", ".in"), text));
    }

    /**
     * The files are created, empty and open, before the process starts, so that a full disk is
     * detected early.
     */
    private static OutputFiles.Opened prepare(OutputFiles files) throws IOException {
        for (Path file : List.of(files.out(), files.err())) {
            Files.createDirectories(directoryOf(file));
        }
        return files.open();
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("not a file: " + file);
        }
        return directory;
    }

    private static Start failed(String why) {
        return new Start.Failed(new ProcessEnd.StartFailed(why));
    }
}
