package dev.foldline.app.notify;

import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.process.ChildEnvironment;
import dev.foldline.effects.process.Deadlines;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessEnd;
import dev.foldline.effects.process.ProcessInput;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.process.ProcessSpec;
import dev.foldline.effects.redact.Redaction;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Delivers notifications with a program of the user's.
 *
 * @param files the files of the program that must be as they were
 * @param words the program and its arguments for a notification
 * @param input its standard input for a notification
 */
record ProgramChannel(
        String name,
        Context context,
        Option<ProgramFiles> files,
        Function<Notification, List<String>> words,
        Function<Notification, String> input)
        implements NotificationChannel {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Folders of mail programs that a user's search path often lacks. */
    private static final String SYSTEM_PROGRAMS = ":/usr/sbin:/usr/lib";

    /** Where programs run. */
    record Context(Path root, Map<String, String> environment, Redaction redaction) {}

    @Override
    public void deliver(Notification notification) throws IOException, InterruptedException {
        for (var unchanged : files) unchanged.refuseChanged();
        Path folder = Files.createTempDirectory("foldline-notify-");
        try {
            var result =
                    new ProcessRunner(context.redaction())
                            .run(
                                    new ProcessSpec(
                                            words.apply(notification),
                                            context.root(),
                                            environment(notification),
                                            ProcessMarker.outsideRuns("notify"),
                                            new ProcessInput.Text(input.apply(notification)),
                                            OutputFiles.in(folder, "notify"),
                                            Deadlines.ofTotal(TIMEOUT),
                                            List.of()));
            if (!result.succeeded())
                throw new IOException(reason(result.ended()) + lastLine(result.err().tail()));
        } finally {
            new ProtectedFolder(folder).remove();
        }
    }

    private Map<String, String> environment(Notification notification) {
        var environment = new TreeMap<>(ChildEnvironment.forChecks(context.environment()));
        environment.merge("PATH", SYSTEM_PROGRAMS, String::concat);
        environment.put("FOLDLINE_EVENT", notification.eventName());
        environment.put("FOLDLINE_TITLE", notification.title());
        environment.put("FOLDLINE_TEXT", notification.body());
        environment.put("FOLDLINE_LINK", notification.link().orElse(""));
        return environment;
    }

    private static String reason(ProcessEnd ended) {
        return switch (ended) {
            case ProcessEnd.Exited(int code) -> "it exited with " + code;
            case ProcessEnd.StartFailed(var why) -> why;
            default -> "it did not end within " + TIMEOUT.toSeconds() + " s";
        };
    }

    private static String lastLine(String output) {
        return output.lines()
                .filter(line -> !line.isBlank())
                .reduce((_, later) -> later)
                .map(line -> ": " + line)
                .orElse("");
    }
}
