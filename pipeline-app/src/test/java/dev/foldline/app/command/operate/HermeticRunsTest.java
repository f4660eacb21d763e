package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.engine.Engines;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.replay.DamagedRecording;
import dev.foldline.effects.replay.RecordedSource;
import dev.foldline.effects.replay.RecordingCheck;
import dev.foldline.effects.store.RunDirectory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Recorded runs of every kind, with faults, are replayed where there is no agent, no program but
 * git, and no network. One of each kind is made, and 50 bytes in their recordings are changed.
 * Other numbers are set with {@code -Dfoldline.recorded} and {@code -Dfoldline.flipped}, the first
 * run with {@code -Dfoldline.seed}.
 */
class HermeticRunsTest {
    private static final int RUNS =
            Integer.getInteger("foldline.recorded", RecordedRunFixture.Kind.values().length);
    private static final int FIRST = Integer.getInteger("foldline.seed", 0);
    private static final int BYTES = Integer.getInteger("foldline.flipped", 10);

    /** Without the right to make such a namespace, the network stays. */
    private static final List<String> NO_NETWORK = noNetwork();

    @TempDir Path folder;

    private static List<String> noNetwork() {
        var command = List.of("unshare", "-r", "-n");
        try {
            var tried = new ArrayList<>(command);
            tried.add("true");
            return new ProcessBuilder(tried).start().waitFor() == 0 ? command : List.of();
        } catch (IOException none) {
            return List.of();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    /**
     * A recorded run, and the folder that it is replayed into.
     *
     * @param here the folder of its place
     */
    private record Replay(RecordedRunFixture run, Path here, RunDirectory directory) {
        Path into() {
            return here.resolve("replayed");
        }

        List<String> words() {
            return List.of(
                    "replay", directory.id().text(), "--hermetic", "--into", into().toString());
        }
    }

    @Test
    void recorded_runs_are_equal_when_replayed_and_each_changed_byte_is_located() throws Exception {
        var kinds = RecordedRunFixture.Kind.values();
        var replays = new ArrayList<Replay>();
        for (int n = 0; n < RUNS; n++) {
            var here = Files.createDirectory(folder.resolve("run-" + n));
            var run = RecordedRunFixture.of(kinds[(FIRST + n) % kinds.length], here, FIRST + n);
            replays.add(new Replay(run, here, newest(run)));
        }
        var printed = isolated(replays);
        int located = 0;
        var different = new ArrayList<String>();
        for (int n = 0; n < RUNS; n++) {
            var replay = replays.get(n);
            var run = replay.run();
            try {
                assertReplayed(replay, printed.get(n));
                if (kinds[(FIRST + n) % kinds.length] == RecordedRunFixture.Kind.ATTEMPTS)
                    replaysFromABundle(run, replay.here());
                int bytes = (n + 1) * BYTES / RUNS - n * BYTES / RUNS;
                located += locates(run, bytes, new Random(FIRST + n));
            } catch (AssertionError difference) {
                different.add(run.faults() + "\n" + difference.getMessage());
            }
            System.out.println(
                    (n + 1 - different.size())
                            + " of "
                            + (n + 1)
                            + " equal, "
                            + located
                            + " bytes located: "
                            + run.faults());
            remove(replay.here());
        }
        assertThat(different).isEmpty();
        assertThat(located).isEqualTo(BYTES);
    }

    private static void remove(Path here) throws IOException, InterruptedException {
        new ProcessBuilder("rm", "-rf", here.toString()).start().waitFor();
    }

    private static RunDirectory newest(RecordedRunFixture run) throws IOException {
        return run.place().runs().newestFirst().stream()
                .filter(each -> !isChild(each))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isChild(RunDirectory run) {
        try {
            return RunHistory.open(run).latest().state().header().parent().isDefined();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static void assertReplayed(Replay replay, String printed) throws Exception {
        var run = replay.run();
        var directory = replay.directory();
        var exit =
                RunSummary.of(
                                RunHistory.open(directory).latest().state(),
                                directory.id().text(),
                                false)
                        .exit();
        assertThat(printed)
                .as(run.faults())
                .contains("the replay equals the recorded run", "exit code " + exit.value() + "\n")
                .endsWith("exit 0\n");
        var repository = replay.into().resolve("repository");
        assertThat(events(repository.resolve(".git/foldline/runs/" + directory.id())))
                .as(run.faults())
                .isEqualTo(events(directory.path()));
        for (var commit : commits(directory.path()))
            assertThat(
                            run.place()
                                    .git(
                                            "-C",
                                            repository.toString(),
                                            "log",
                                            "-1",
                                            "--format=%T",
                                            commit))
                    .as(run.faults())
                    .isEqualTo(run.place().git("log", "-1", "--format=%T", commit));
    }

    /** A bundle has the child runs, too. */
    private static void replaysFromABundle(RecordedRunFixture run, Path here) throws Exception {
        var file = here.resolve("family.zip").toString();
        var exported = run.place().foldline("export", "@", "--bundle", file);
        assertThat(exported.exit()).as(exported.all()).isZero();
        var elsewhere = CliFixture.empty(Files.createDirectories(here.resolve("elsewhere")));
        var replayed = elsewhere.foldline("replay", file, "--hermetic");
        assertThat(replayed.exit()).as(replayed.all()).isZero();
        assertThat(replayed.out()).contains(" child run");
    }

    /**
     * Replays runs where no agent, no other program and no network is, one after the other in one
     * process, and returns what each printed.
     */
    private static List<String> isolated(List<Replay> replays) throws Exception {
        var first = replays.getFirst();
        var bin = Files.createDirectories(first.here().resolve("only-git"));
        Files.createSymbolicLink(bin.resolve("git"), gitOf(first.run().place()));
        var lines = new ArrayList<String>();
        for (var replay : replays)
            lines.add(replay.run().place().root + "\t" + String.join("\t", replay.words()));
        var asked = Files.write(first.here().resolve("asked"), lines);
        var command = new ArrayList<>(NO_NETWORK);
        command.addAll(Engines.command(CommandLoop.class));
        var builder =
                new ProcessBuilder(command).redirectInput(asked.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(first.run().place().environment);
        builder.environment().put("PATH", bin.toString());
        builder.command().set(0, program(builder.command().getFirst()));
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        var answers = List.of(output.split(CommandLoop.END + "\n"));
        assertThat(answers).as(output).hasSameSizeAs(replays);
        return answers;
    }

    private static String program(String name) {
        return name.startsWith("/") ? name : found(name, System.getenv("PATH")).toString();
    }

    private static Path gitOf(CliFixture place) {
        return found("git", place.environment.get("PATH"));
    }

    private static Path found(String name, String path) {
        return Stream.of(path.split(":"))
                .map(each -> Path.of(each).resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    /** The events without the hashes of a repository's own settings. */
    private static List<String> events(Path run) throws IOException {
        return lines(run).stream()
                .filter(line -> !type(line).equals("call_guarded"))
                .map(line -> line.path("at") + " " + line.path("rule") + line.path("event"))
                .toList();
    }

    private static List<JsonNode> lines(Path run) throws IOException {
        return Files.readAllLines(run.resolve("events.jsonl")).stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .toList();
    }

    private static String type(JsonNode line) {
        return line.path("event").path("type").asString();
    }

    private static Set<String> commits(Path run) throws IOException {
        var commits = new TreeSet<String>();
        for (var line : lines(run))
            if (type(line).equals("work_committed"))
                commits.add(line.path("event").path("commit").asString());
        return commits;
    }

    /** Changes bytes, one at a time, and returns how many were located to the right event. */
    private static int locates(RecordedRunFixture run, int bytes, Random random) throws Exception {
        var directory = newest(run);
        var git = run.place().root.resolve(".git");
        var source = new RecordedSource(directory, run.place().runs().blobs(), git);
        var pieces = pieces(run.place(), source);
        int located = 0;
        while (located < bytes) {
            var piece = pieces.get(random.nextInt(pieces.size()));
            byte[] content = Files.readAllBytes(piece.file());
            byte[] changed = content.clone();
            changed[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
            if (piece.isObject() && isSameObject(changed, content)) continue;
            Files.delete(piece.file());
            Files.write(piece.file(), changed);
            long found = located(source);
            Files.write(piece.file(), content);
            assertThat(found).as(piece.file() + " of " + run.faults()).isPositive();
            if (piece.seq() > 0)
                assertThat(found).as(piece.file() + " of " + run.faults()).isEqualTo(piece.seq());
            located++;
        }
        return located;
    }

    private static long located(RecordedSource source) throws IOException {
        try {
            RecordingCheck.check(source);
            return 0;
        } catch (DamagedRecording damaged) {
            return damaged.seq();
        }
    }

    /** Some bits of a compressed file mean nothing. */
    private static boolean isSameObject(byte[] changed, byte[] content) throws IOException {
        try (var one = new InflaterInputStream(new ByteArrayInputStream(changed));
                var other = new InflaterInputStream(new ByteArrayInputStream(content))) {
            return Arrays.equals(one.readAllBytes(), other.readAllBytes());
        } catch (EOFException | ZipException damaged) {
            return false;
        }
    }

    /**
     * A file of the recording.
     *
     * @param seq the event that needs it; 0 if several may
     */
    private record RecordedFile(Path file, long seq) {
        boolean isObject() {
            return file.toString().contains("/objects/");
        }
    }

    private static List<RecordedFile> pieces(CliFixture place, RecordedSource source)
            throws Exception {
        var pieces = new ArrayList<RecordedFile>();
        var texts = new TreeSet<String>();
        var lines = lines(source.run().path());
        for (int at = 0; at < lines.size(); at++) {
            var event = lines.get(at).path("event");
            long seq = at + 1;
            var file =
                    switch (type(lines.get(at))) {
                        case "driver_started" ->
                                source.recording().sessionFile(event.path("epoch").asLong());
                        case "effect_started" ->
                                source.recording().effectFile(event.path("ticket").asLong());
                        default -> null;
                    };
            if (file == null || !isNeeded(lines, at) || !Files.exists(file)) continue;
            pieces.add(new RecordedFile(file, seq));
            var recorded = JsonMapper.shared().readTree(Files.readAllLines(file).getFirst());
            for (var process : recorded.path("processes"))
                for (var stream : List.of("out", "err")) {
                    var output = process.path(stream).path("name").asString("");
                    var path = source.run().output().resolve(output);
                    if (Files.isRegularFile(path) && Files.size(path) > 0)
                        pieces.add(new RecordedFile(path, seq));
                }
            recorded.findValues("blob").forEach(blob -> texts.add(blob.asString("")));
            for (var named : List.of("templates", "schemas"))
                for (var blob : recorded.path("setup").path(named)) texts.add(blob.asString(""));
        }
        var blobs = place.root.resolve(".git/foldline/blobs");
        for (var text : texts)
            if (Files.isRegularFile(blobs.resolve(text)) && Files.size(blobs.resolve(text)) > 0)
                pieces.add(new RecordedFile(blobs.resolve(text), 0));
        pieces.add(new RecordedFile(source.run().events(), 0));
        pieces.addAll(objects(place, source));
        return pieces;
    }

    /** The git objects of the recording, with those that list the others. */
    private static List<RecordedFile> objects(CliFixture place, RecordedSource source)
            throws Exception {
        var objects = place.root.resolve(".git/objects");
        return place.git("rev-list", "--objects", source.recording().ref())
                .lines()
                .map(line -> objects.resolve(line.substring(0, 2) + "/" + line.substring(2, 40)))
                .filter(Files::exists)
                .map(file -> new RecordedFile(file, 0))
                .toList();
    }

    /** Whether an effect has an outcome before the next driver starts. */
    private static boolean isNeeded(List<JsonNode> lines, int start) {
        var ticket = lines.get(start).path("event").path("ticket");
        if (type(lines.get(start)).equals("driver_started")) return true;
        for (int at = start + 1; at < lines.size(); at++) {
            var type = type(lines.get(at));
            if (type.equals("driver_started")) return false;
            if (lines.get(at).path("event").path("ticket").equals(ticket)
                    && !type.equals("session_started")
                    && !type.equals("call_guarded")) return true;
        }
        return false;
    }
}
