package dev.foldline.bench;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactsCleaned;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.MemoryEventLog;
import dev.foldline.effects.log.ReadResult;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Measurements of replay: what it costs to turn a log into events, beside what Jackson needs to
 * make trees of its lines.
 */
final class WireMeasurements {
    private static final Spend SPEND = new Spend(183_204, Option.of(48_112L), Option.of(312_000L));
    private static final JsonMapper JSON = new JsonMapper();
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final String BLOB =
            "sha256:5f2c8a9b3d7e1f60c4a8b2d9e7f1036a5c4b8e2d9f7a1c3e5b6d8f0a2c4e6b8d";
    private static final String TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

    private WireMeasurements() {}

    static MeasurementRatio replay(int events) throws IOException {
        Path log = logOf(events);
        return new MeasurementRatio(
                "replaying a log of " + events + " events",
                5,
                List.of(
                        new Measurement(
                                "Jackson parses each line to a tree",
                                events,
                                () -> parseToTrees(log, events)),
                        new Measurement(
                                "LogReader checks, Jackson parses the event",
                                events,
                                () -> checkAndParse(log, events)),
                        new Measurement(
                                "LogReader checks, Wire reads the event",
                                events,
                                () -> checkAndRead(log, events))));
    }

    /** The same without files and checks. */
    static MeasurementRatio wire(int events) {
        var values = IntStream.range(0, events).mapToObj(WireMeasurements::event).toList();
        var texts =
                values.stream()
                        .map(Wire::toJson)
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .toList();
        return new MeasurementRatio(
                "events in memory, " + events + " of them",
                7,
                List.of(
                        new Measurement(
                                "Jackson parses to a tree",
                                events,
                                () ->
                                        texts.forEach(
                                                text -> require(JSON.readTree(text).isObject()))),
                        new Measurement(
                                "Wire.event",
                                events,
                                () -> texts.forEach(text -> require(isEvent(text)))),
                        new Measurement(
                                "Wire.toJson",
                                events,
                                () ->
                                        values.forEach(
                                                value -> require(!Wire.toJson(value).isEmpty())))));
    }

    private static boolean isEvent(byte[] text) {
        return Wire.event(Wire.VERSION, text, 0, text.length) instanceof Event;
    }

    private static void parseToTrees(Path log, int events) throws IOException {
        try (MappingIterator<JsonNode> trees =
                JSON.readerFor(JsonNode.class).readValues(log.toFile())) {
            int lines = 0;
            while (trees.hasNext()) {
                require(trees.next().isObject());
                lines++;
            }
            require(lines == events);
        }
    }

    private static void checkAndParse(Path log, int events) throws IOException {
        try (LogReader reader = LogReader.open(log)) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                JsonNode event =
                        line.event((bytes, from, length) -> JSON.readTree(bytes, from, length));
                require(event.isObject());
            }
            require(reader.position().seq() == events);
        }
    }

    private static void checkAndRead(Path log, int events) throws IOException {
        try (LogReader reader = LogReader.open(log)) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                Event event =
                        line.event(
                                (bytes, from, length) ->
                                        Wire.event(line.version(), bytes, from, length));
                require(event instanceof Event);
            }
            require(reader.position().seq() == events);
        }
    }

    private static Path logOf(int events) throws IOException {
        MemoryEventLog log = new MemoryEventLog();
        for (int number = 0; number < events; number++) {
            log.append(LogEntry.of(NOON.plusMillis(number), Wire.toJson(event(number))));
        }
        Path file = Files.createTempFile("foldline-bench", ".jsonl");
        file.toFile().deleteOnExit();
        return Files.write(file, log.bytes());
    }

    /** The events of one turn of an ordinary run, again and again. */
    private static Event event(int number) {
        var place = new EffectKey("iterate", number / 12, "development", number % 12, 1, 1);
        var at = NOON.plusMillis(number * 1000L);
        return switch (number % 12) {
            case 0 -> new PhaseEntered(number);
            case 1 -> new ArtifactsCleaned(number);
            case 2 -> new PromptRendered(number, BLOB);
            case 3 -> agentStarted(number, place);
            case 4 -> new SessionStarted(number, "0f0c2a4e-6f7b-4b0e-9f5f-6d0a7c1b2e3d");
            case 5 -> agentFinished(number, at);
            case 6 -> planAccepted(number);
            case 7 -> checkStarted(number, place);
            case 8 ->
                    new CheckPassed(
                            number, "checks", TREE, TREE, Option.of(BLOB), Spend.millis(95_112));
            case 9 -> agentLimited(number, at);
            case 10 -> commitStarted(number, place);
            default ->
                    new WorkCommitted(
                            number, TREE, TREE, "Read the configuration before the first phase");
        };
    }

    private static Event agentStarted(int number, EffectKey place) {
        return new EffectStarted(
                number,
                new InvokeAgent(
                        place,
                        "developer",
                        "claude",
                        BLOB,
                        Option.none(),
                        Vector.of("notes.txt", "src/Main.java"),
                        Deadlines.DEFAULT,
                        Option.none(),
                        Option.none(),
                        Option.none()));
    }

    private static Event agentFinished(int number, Instant at) {
        return new AgentFinished(
                number,
                Option.of("0f0c2a4e-6f7b-4b0e-9f5f-6d0a7c1b2e3d"),
                SPEND,
                Option.of(BLOB),
                at);
    }

    private static Event planAccepted(int number) {
        return new ArtifactAccepted(
                number,
                "plan",
                BLOB,
                "completed",
                Vector.of(
                        new Item("one", "Read the configuration", Vector.of("java"), Item.TODO),
                        new Item("two", "Write it", Vector.empty(), Item.DONE)));
    }

    private static Event checkStarted(int number, EffectKey place) {
        return new EffectStarted(
                number,
                new RunCheck(
                        place,
                        "checks",
                        Vector.of(new CommandLine.Shell("mvn -q verify")),
                        Expectation.PASS,
                        Vector.empty(),
                        1_800_000));
    }

    private static Event agentLimited(int number, Instant at) {
        return new AgentFailed(
                number,
                Fault.of(Fault.Kind.RATE_LIMIT, "You have hit your limit; it resets at 3 pm")
                        .until(at),
                Option.none(),
                SPEND,
                at);
    }

    private static Event commitStarted(int number, EffectKey place) {
        return new EffectStarted(
                number,
                new CommitWork(
                        place,
                        Option.of(BLOB),
                        Option.of("foldline/add-tests"),
                        Option.of(TREE),
                        Option.of(TREE),
                        Vector.empty()));
    }

    private static void require(boolean expected) {
        if (!expected) {
            throw new IllegalStateException("what was measured did not do its work");
        }
    }
}
