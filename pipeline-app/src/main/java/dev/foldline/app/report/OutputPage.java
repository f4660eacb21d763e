package dev.foldline.app.report;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.effects.agent.cli.AgentActivity;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What an agent or a check printed.
 *
 * @param started the event with which it was started
 */
public record OutputPage(String run, long started, EffectStarted call, List<Part> parts) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.output/1";

    /** Of more, the end is shown. */
    static final int BYTES_MAX = 1_000_000;

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /**
     * One file of output: that of an agent, or of one command of a check.
     *
     * @param bytes how long the file is
     * @param text its end, at most {@link #BYTES_MAX} bytes
     */
    public record Part(Path file, long bytes, String text) {
        boolean isCut() {
            return bytes > BYTES_MAX;
        }
    }

    /**
     * Finds the latest agent or check up to a point.
     *
     * @param seq the number of an event; none means the end of the log
     * @throws UserError if there is none, or its output is no longer there
     */
    public static OutputPage of(RunDirectory run, RunHistory history, OptionalLong seq)
            throws IOException {
        var found = new ArrayList<ReplayStep>(1);
        long visited =
                history.walkTo(
                        seq,
                        step -> {
                            if (!CallsPage.isCall(step)) return;
                            found.clear();
                            found.add(step);
                        });
        if (found.isEmpty()) throw noCall(history.name(), visited);
        var call = (EffectStarted) found.getFirst().event();
        var parts = parts(run.output(), call);
        if (parts.isEmpty())
            throw new UserError(
                    "the output of \"" + EffectFormatter.of(call.effect()) + "\" is not there",
                    run.output().toString(),
                    "foldline log " + history.name() + " --faults",
                    ExitCode.FAILED);
        return new OutputPage(history.name(), found.getFirst().seq(), call, parts);
    }

    /** The error that a run has printed nothing up to an event, because nothing has started. */
    static UserError noCall(String run, long seq) {
        return new UserError(
                "no agent or check has started yet",
                run + ":" + seq,
                "foldline log " + run,
                ExitCode.USAGE);
    }

    private static List<Part> parts(Path folder, EffectStarted call) throws IOException {
        var parts = new ArrayList<Part>();
        for (var file : files(folder, call)) if (Files.isRegularFile(file)) parts.add(part(file));
        return parts;
    }

    /** The files of a call, in the order in which they are written; some may not be there. */
    static List<Path> files(Path folder, EffectStarted call) {
        return names(call.ticket(), call.effect()).stream()
                .map(name -> OutputFiles.in(folder, name).out())
                .toList();
    }

    private static List<String> names(long ticket, ExternalEffect effect) {
        if (!(effect instanceof RunCheck check)) return List.of(OutputFiles.nameOfCall(ticket));
        return IntStream.rangeClosed(1, Math.max(1, check.commandsMax()))
                .mapToObj(number -> OutputFiles.nameOfCheck(ticket, number))
                .toList();
    }

    private static Part part(Path file) throws IOException {
        long bytes = Files.size(file);
        try (var in = Files.newInputStream(file)) {
            in.skipNBytes(Math.max(0, bytes - BYTES_MAX));
            return new Part(
                    file, bytes, new String(in.readNBytes(BYTES_MAX), StandardCharsets.UTF_8));
        }
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "seq",
                started,
                "ticket",
                call.ticket(),
                "effect_text",
                EffectFormatter.of(call.effect()),
                "parts",
                parts.stream()
                        .map(
                                each ->
                                        JsonOutput.fields(
                                                "file",
                                                String.valueOf(each.file().getFileName()),
                                                "bytes",
                                                each.bytes(),
                                                "cut",
                                                each.isCut(),
                                                "text",
                                                each.text(),
                                                "words",
                                                words(call, each.text())))
                        .toList());
    }

    /** What an agent said and did, without the form of its stream; of a check, its output. */
    static String words(EffectStarted call, String text) {
        return call.effect() instanceof InvokeAgent
                ? text.lines()
                        .flatMap(line -> AgentActivity.ofLine(line).stream())
                        .collect(Collectors.joining("\n"))
                : text;
    }

    /** What the agent said and did, or the check printed; a line tells where it is cut. */
    public String text(TextStyle paint) {
        return text(paint, part -> words(call, part.text()));
    }

    /** The output as it was printed. */
    public String rawText(TextStyle paint) {
        return text(paint, Part::text);
    }

    private String text(TextStyle paint, Function<Part, String> form) {
        var text = new StringBuilder();
        for (var each : parts) {
            if (each.isCut()) text.append(cut(paint, each.bytes() - BYTES_MAX, each.file()));
            text.append(plain(form.apply(each)));
        }
        return text.isEmpty() ? "no output\n" : text.toString();
    }

    /** Tells that the first bytes of a file are not shown. */
    static String cut(TextStyle paint, long bytes, Path file) {
        return paint.faint("the first " + bytes + " bytes of " + file + " are not shown\n");
    }

    /** Whole lines without colors. */
    static String plain(String text) {
        var plain = COLOUR.matcher(text).replaceAll("");
        return text.isEmpty() || text.endsWith("\n") ? plain : plain + "\n";
    }
}
