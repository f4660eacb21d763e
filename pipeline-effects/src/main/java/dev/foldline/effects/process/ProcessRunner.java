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

/**
 * Runs child processes so that none of them can hang, flood or outlive us.
 *
 * <p>Each gets a session of its own where the system has {@code setsid}, exactly the environment it is given, an input that ends,
 * outputs that are always drained, and deadlines. At the end, of whatever kind, everything it started is ended too.
 */
public final class ProcessRunner {
    private final Optional<Path> setsid;
    private final Redaction redaction;

    /** Keeps and passes on nothing that has the shape of a secret. */
    public ProcessRunner() {
        this(Redaction.OF_SHAPES);
    }

    /** @param redaction what is taken out of all output */
    public ProcessRunner(Redaction redaction) {
        this.redaction = redaction;
        this.setsid = ProcessTable.showsSessions()
                ? Programs.find("setsid", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"), Path.of("/"))
                : Optional.empty();
    }

    /** Runs a process to its end with nobody listening; see {@link #run(ProcessSpec, Listener)}. */
    public ProcessResult run(ProcessSpec spec) throws IOException {
        return run(spec, Listener.NONE);
    }

    /**
     * Runs a process to its end. To cancel it, interrupt the thread, or use {@link #start}.
     *
     * @throws IOException if the files for its output or input cannot be written; that the process cannot be started is a result
     */
    public ProcessResult run(ProcessSpec spec, Listener listener) throws IOException {
        return switch (start(spec, listener)) {
            case Start.Running(RunningProcess process) -> process.await();
            case Start.Failed(Ended.StartFailed why) -> {
                OutputFiles files = spec.output();
                yield new ProcessResult(why, nothing(files.out()), nothing(files.err()), Duration.ZERO, 0);
            }
        };
    }

    /** What starting a process led to. */
    public sealed interface Start {
        /** It runs; somebody must {@linkplain RunningProcess#await await} it. */
        record Running(RunningProcess process) implements Start {}

        /** It never ran. */
        record Failed(Ended.StartFailed why) implements Start {}
    }

    /** Starts a process; errors as {@link #run(ProcessSpec, Listener)}. */
    public Start start(ProcessSpec spec, Listener listener) throws IOException {
        if (!Files.isDirectory(spec.directory())) {
            return failed("there is no directory " + spec.directory());
        }
        String name = spec.command().getFirst();
        Optional<Path> program =
                Programs.find(name, spec.environment().getOrDefault("PATH", ""), spec.directory());
        if (program.isEmpty()) {
            return failed(name.indexOf('/') >= 0 ? "there is no program " + name : "there is no program " + name + " on the PATH");
        }
        Files.createDirectories(directoryOf(spec.output().out()));
        Optional<Path> text = textFile(spec);
        try {
            return started(spec, program.get(), text, listener);
        } finally {
            // The child has it open by now; its name is needed no more.
            if (text.isPresent()) {
                Files.deleteIfExists(text.get());
            }
        }
    }

    private Start started(ProcessSpec spec, Path program, Optional<Path> text, Listener listener) throws IOException {
        OutputFiles.Opened sinks = prepare(spec.output());
        try {
            Process process = builder(spec, program, text).start();
            return new Start.Running(new RunningProcess(spec, process, setsid.isPresent(), sinks, listener, redaction));
        } catch (IOException | IllegalArgumentException cannotStart) {
            sinks.close();
            return failed(String.valueOf(cannotStart.getMessage()));
        }
    }

    private ProcessBuilder builder(ProcessSpec spec, Path program, Optional<Path> text) {
        List<String> command = new ArrayList<>();
        setsid.ifPresent(own -> command.add(own.toString()));
        command.add(program.toString());
        command.addAll(spec.command().subList(1, spec.command().size()));
        ProcessBuilder builder = new ProcessBuilder(command).directory(spec.directory().toFile());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(spec.environment());
        environment.putAll(spec.marker().variables());
        return builder.redirectInput(switch (spec.input()) {
            case Input.Nothing _ -> new File("/dev/null");
            case Input.FromFile(Path file) -> file.toFile();
            case Input.Text _ -> text.orElseThrow().toFile();
        });
    }

    /** A file, not a pipe: a child that does not read its input blocks nobody. */
    private static Optional<Path> textFile(ProcessSpec spec) throws IOException {
        if (!(spec.input() instanceof Input.Text(String text))) {
            return Optional.empty();
        }
        return Optional.of(Files.writeString(Files.createTempFile(directoryOf(spec.output().out()), ".", ".in"), text));
    }

    /** The files are there, empty and open, before the process is: a disk that takes no file is found out in time. */
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
        return new Start.Failed(new Ended.StartFailed(why));
    }

    private static ProcessResult.Output nothing(Path file) {
        return new ProcessResult.Output(0, 0, file, "");
    }
}
