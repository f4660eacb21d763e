package dev.foldline.golden;

import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogFault;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.testkit.simulation.SimulationResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A log that was once written, {@code events.jsonl}, and what it tells, {@code trace.txt}. */
record GoldenLog(String name) {
    private static final Path FOLDER = Path.of("src/test/resources/golden/logs");
    private static final Instant WRITTEN = Instant.parse("2026-11-01T08:00:00Z");

    /** Every log there is, whether or not anybody could still write it. */
    static Stream<GoldenLog> all() throws IOException {
        try (var folders = Files.list(FOLDER)) {
            return folders
                    .filter(Files::isDirectory)
                    .map(folder -> new GoldenLog(String.valueOf(folder.getFileName())))
                    .sorted((one, other) -> one.name.compareTo(other.name))
                    .toList()
                    .stream();
        }
    }

    Path events() {
        return FOLDER.resolve(name).resolve("events.jsonl");
    }

    Path trace() {
        return FOLDER.resolve(name).resolve("trace.txt");
    }

    RunHistory history() {
        return RunHistory.ofFile(events());
    }

    /** Writes the log as a driver would, one line a second. One that is there is never touched. */
    void record(SimulationResult run) throws IOException {
        if (Files.exists(events())) return;
        Files.createDirectories(events().getParent());
        if (!(FileEventLog.open(events(), _ -> {}) instanceof OpenLogResult.Opened(var log, _)))
            throw new IOException("damaged: " + events());
        try (log) {
            append(log, run.events().getFirst(), Optional.empty());
            for (var moment : run.moments())
                append(log, moment.event(), Optional.of(moment.decision().rule()));
        }
    }

    private static void append(FileEventLog log, Event event, Optional<String> rule)
            throws LogFault {
        var ticket =
                event instanceof Event.Answer answer
                        ? OptionalLong.of(answer.ticket())
                        : OptionalLong.empty();
        log.append(
                new LogEntry(
                        WRITTEN.plusSeconds(log.end().seq()), ticket, rule, Wire.toJson(event)));
    }

    /**
     * What the log tells, read as every command reads it: a line an event, and what would be done
     * next.
     */
    String readTrace() throws IOException {
        var text = new StringBuilder();
        var last = new ArrayList<PipelineState>(1);
        history()
                .walk(
                        moment -> {
                            text.append(line(moment)).append('\n');
                            last.clear();
                            last.add(moment.after());
                            return true;
                        });
        return text.append("then: ")
                .append(EffectFormatter.of(Pipeline.determineNextEffect(last.getFirst())))
                .append('\n')
                .toString();
    }

    /** Number, place, rule, event, and what it left: the counts, and whatever fills a slot. */
    private static String line(ReplayStep moment) {
        return String.format(
                        "%4d  %-42s  %-44s  %-96s  %s",
                        moment.seq(),
                        ValueFormatter.place(moment.before().orElse(moment.after())),
                        moment.rule().orElse("-"),
                        did(moment),
                        position(moment.after()))
                .stripTrailing();
    }

    /** An inline effect has no line of its own; a deed has: its beginning. */
    private static String did(ReplayStep moment) {
        var decided =
                moment.before()
                        .map(Pipeline::determineNextEffect)
                        .filter(LocalEffect.class::isInstance);
        return decided.map(inline -> EffectFormatter.of(inline) + " -> ").orElse("")
                + EventFormatter.of(moment.event());
    }

    private static String position(PipelineState state) {
        var slots = state.slots();
        var filled =
                Stream.of(
                                state.lifecycle(),
                                slots.inFlight(),
                                slots.gate(),
                                slots.recovery(),
                                slots.retry(),
                                slots.continuation())
                        .map(slot -> slot.getClass())
                        .filter(
                                type ->
                                        type != Lifecycle.Running.class
                                                && !type.getSimpleName().equals("Idle"))
                        .map(
                                type ->
                                        type.getEnclosingClass().getSimpleName()
                                                + "."
                                                + type.getSimpleName())
                        .toList();
        return "ticket "
                + state.header().ticket()
                + ", try "
                + state.usage().tally().attempt()
                + ", back "
                + state.usage().rewinds()
                + ", commits "
                + state.ledger().commits().size()
                + ", proven "
                + state.ledger()
                        .findings()
                        .checks()
                        .filterValues(Findings.Evidence.Passed.class::isInstance)
                        .keySet()
                        .mkString("+")
                + " "
                + String.join(" ", filled);
    }
}
