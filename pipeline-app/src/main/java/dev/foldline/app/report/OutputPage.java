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
    private static final int BYTES_MAX = 1_000_000;

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
        if (found.isEmpty())
            throw new UserError(
                    "no agent or check has started yet",
                    history.name() + ":" + visited,
                    "foldline log " + history.name(),
                    ExitCode.USAGE);
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

    private static List<Part> parts(Path folder, EffectStarted call) throws IOException {
        var parts = new ArrayList<Part>();
        for (var name : names(call.ticket(), call.effect())) {
            var file = OutputFiles.in(folder, name).out();
            if (Files.isRegularFile(file)) parts.add(part(file));
        }
        return parts;
    }

    private static List<String> names(long ticket, ExternalEffect effect) {
        if (!(effect instanceof RunCheck check)) return List.of(OutputFiles.nameOfCall(ticket));
        return IntStream.rangeClosed(1, Math.max(1, check.commands().size()))
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
                                                words(each)))
                        .toList());
    }

    /** What an agent said and did, without the form of its stream; of a check, its output. */
    private String words(Part part) {
        return call.effect() instanceof InvokeAgent
                ? part.text()
                        .lines()
                        .flatMap(line -> AgentActivity.ofLine(line).stream())
                        .collect(Collectors.joining("\n"))
                : part.text();
    }

    /** The output without colors; a line tells where it is cut. */
    public String text(TextStyle paint) {
        var text = new StringBuilder();
        for (var each : parts) {
            if (each.isCut())
                text.append(
                        paint.faint(
                                "the last "
                                        + BYTES_MAX
                                        + " of "
                                        + each.bytes()
                                        + " bytes of "
                                        + each.file()
                                        + "\n"));
            text.append(COLOUR.matcher(each.text()).replaceAll(""));
            if (!each.text().isEmpty() && !each.text().endsWith("\n")) text.append('\n');
        }
        return text.isEmpty() ? "no output\n" : text.toString();
    }
}
