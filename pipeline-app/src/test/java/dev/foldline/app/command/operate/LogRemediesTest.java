package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.HeadsFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogEntry;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.RunDirectory;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.function.UnaryOperator;

/** The printed remedies for damaged, cut, empty and lost logs. */
class LogRemediesTest {
    @TempDir Path folder;

    private CliFixture place;
    private RunDirectory run;

    @BeforeEach
    void a_paused_run() throws Exception {
        place = CliFixture.stopped(folder);
        run = place.runs().newestFirst().getFirst();
    }

    private CommandResult refused(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private void resumes() {
        var paused = place.foldline("resume", run.id().text());
        assertThat(Remedy.done(place, paused, "foldline resume r").out()).contains("Done in ");
    }

    private void damage(Path log, int line) throws Exception {
        var lines = new ArrayList<>(Files.readAllLines(log));
        lines.set(line - 1, lines.get(line - 1).replaceFirst("\"type\"", "\"typo\""));
        Files.writeString(log, String.join("\n", lines) + "\n");
    }

    private void cut() throws Exception {
        var lines = Files.readAllLines(run.events());
        Files.writeString(
                run.events(), String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
    }

    /** Writes the log again with valid checksums, but another last event. */
    private void rewritten(UnaryOperator<LogEntry> last) throws Exception {
        var lines = new ArrayList<LogLine>();
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) lines.add(line);
        }
        Files.delete(run.events());
        HeadsFixture.remove(run);
        if (!(FileEventLog.open(run.events(), _ -> {}) instanceof OpenLogResult.Opened(var log, _)))
            throw new AssertionError("a new log is damaged");
        try (log) {
            for (int i = 0; i < lines.size(); i++) {
                var line = lines.get(i);
                var entry =
                        new LogEntry(
                                line.at(),
                                line.ticket(),
                                line.rule(),
                                line.message(),
                                line.event());
                log.append(i == lines.size() - 1 ? last.apply(entry) : entry);
            }
        }
    }

    private String shown(CommandResult document) {
        return document.out().replaceAll("\"", "\n");
    }

    private CommandResult next(CommandResult document) {
        return new CommandResult(document.exit(), shown(document), document.err());
    }

    @Test
    void a_run_whose_log_is_empty_is_removed_by_doctor() throws Exception {
        for (var words : new String[][] {{"log", "repair"}, {"status"}, {"resume"}, {"watch"}}) {
            var made = place.root.resolve(".git/foldline/runs/raaaaaaaaaaaaaaaa");
            Files.createDirectories(made);
            Files.writeString(made.resolve("events.jsonl"), "");
            var all = new ArrayList<>(java.util.List.of(words));
            all.add("raaaaaaaaaaaaaaaa");
            var reported = refused(all.toArray(String[]::new));
            Remedy.done(
                    place,
                    Remedy.follow(place, reported, "foldline doctor"),
                    "foldline doctor --fix");
            assertThat(made).doesNotExist();
        }
    }

    @Test
    void a_cut_log_is_repaired_as_status_and_replay_print() throws Exception {
        cut();
        var status = Remedy.follow(place, place.foldline("log"), "foldline status r");
        var confirmed = Remedy.follow(place, status, "foldline log repair r");
        assertThat(confirmed.exit()).isEqualTo(2);
        var replayed = next(place.foldline("replay", "@", "--verify", "--json"));
        var asks = Remedy.follow(place, replayed, "foldline log repair r");
        assertThat(asks.exit()).isEqualTo(2);
        Remedy.done(place, asks, "foldline log repair r");
        assertThat(place.foldline("replay", "@", "--verify").exit()).isZero();
        resumes();
    }

    @Test
    void a_damaged_log_is_repaired_as_its_watch_prints() throws Exception {
        damage(run.events(), 6);
        var watched = refused("watch");
        var log = Remedy.follow(place, watched, "foldline log r");
        Remedy.done(
                place, Remedy.follow(place, log, "foldline log repair r"), "foldline log repair r");
        resumes();
    }

    @Test
    void a_divergence_and_a_damaged_or_empty_copy_are_explained_or_replayed_as_printed()
            throws Exception {
        var copy = Files.copy(run.events(), place.root.resolve("copy.jsonl"));
        damage(copy, 5);
        var damaged = refused("replay", copy.toString());
        assertThat(Remedy.done(place, damaged, "foldline replay ").out()).isNotBlank();
        Files.writeString(copy, "");
        Remedy.done(place, refused("replay", copy.toString()), "foldline replay @");
        rewritten(
                entry ->
                        new LogEntry(
                                entry.at(),
                                entry.ticket(),
                                java.util.Optional.of("call the fixer"),
                                entry.message(),
                                entry.event()));
        var diverged = next(refused("replay", "@", "--verify", "--json"));
        assertThat(Remedy.done(place, diverged, "foldline explain r").out()).isNotBlank();
        Files.delete(copy);
        Files.copy(run.events(), copy);
        var file = next(refused("replay", copy.toString(), "--verify", "--json"));
        assertThat(Remedy.done(place, file, "foldline replay ").out()).isNotBlank();
    }

    @Test
    void leftovers_of_a_run_that_lost_its_log_are_found_shown_and_removed() throws Exception {
        place.write("work.txt", "work\n");
        var cancelled = place.foldline("cancel", "--yes");
        assertThat(cancelled.exit()).as(cancelled.all()).isZero();
        Files.delete(run.events());
        var found = Remedy.follow(place, refused("resume", run.id().text()), "foldline doctor");
        Remedy.git(place, found, "git log foldline/");
        Remedy.git(place, found, "git show ");
        var words = Remedy.arguments(found, "rm -r ");
        assertThat(new ProcessBuilder("rm", "-r", words[1]).start().waitFor()).isZero();
        assertThat(place.foldline("doctor").exit()).isZero();
        place.foldline("run", "--worktree", "--until", "development", "Add more");
        Files.delete(place.runs().newestFirst().getFirst().events());
        Remedy.git(place, refused("doctor"), "git -C ");
    }
}
