package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.task.GreetingProject;
import dev.foldline.effects.store.ContentHash;
import dev.foldline.effects.store.RunDirectory;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * A recorded run of {@code ralph} on a real repository: its driver is killed during a call, the
 * developer fails and commits by itself, a check fails, and the reviewer's first agent has reached
 * its limit.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HermeticReplayTest {
    private static final String AGENT =
            """
            n=$(($(cat ~/calls-$FOLDLINE_ROLE 2>/dev/null || echo 0) + 1))
            echo $n > ~/calls-$FOLDLINE_ROLE
            if [ $FOLDLINE_ROLE-$n = developer-1 ]; then
              echo half > half.txt
              until [ -s ~/pid ]; do sleep 0.05; done
              kill -9 $(cat ~/pid); sleep 300
            fi
            if [ $FOLDLINE_ROLE-$n = developer-2 ]; then echo two > two.txt; exit 1; fi
            if [ $FOLDLINE_ROLE-$n = developer-3 ]; then
              rm half.txt; mkdir -p src; echo 'echo run' > src/run.sh; chmod +x src/run.sh; ln -s run.sh src/link
              git add -A; git -c user.name=agent -c user.email=agent@example.org commit -q -m mine
            fi
            """;
    private static final String LIMITED =
            "limited: { kind: command, run: [sh, -c, \"echo usage limit reached >&2; exit 1\"] }";

    private CliFixture place;
    private Path home;
    private String run;

    @BeforeAll
    void a_run(@TempDir Path folder) throws Exception {
        place = CliFixture.ready(folder);
        home = Path.of(place.environment.get("HOME"));
        place.agent(AGENT + AgentScripts.HELPFUL)
                .write(
                        "foldline.yaml",
                        "roles: { developer: [mine], reviewer: [limited, mine] }\n"
                                + "agents:\n  mine: { kind: command, run: [\""
                                + home.resolve("agent.sh")
                                + "\"] }\n  "
                                + LIMITED
                                + "\nlimits: { backoff_first: 1s, backoff_max: 1s }\n"
                                + "checks: [\"echo checked >> ~/checks; test $(wc -l < ~/checks) !="
                                + " 2\"]\niterations: 1\nreviews: 1\n");
        var started = place.foldline("run", "--detach", "Add work");
        assertThat(started.exit()).as(started.all()).isZero();
        Files.writeString(home.resolve("pid"), pid(started.out()));
        started.driver().join();
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        run = place.runs().newestFirst().getFirst().id().text();
    }

    private static String pid(String out) {
        return out.replaceAll("(?s).*process (\\d+).*", "$1");
    }

    private RunDirectory directory() throws IOException {
        return place.runs().newestFirst().getFirst();
    }

    @Test
    void the_same_events_and_commits_are_made_again_without_agents_and_checks() throws Exception {
        var calls = Files.readString(home.resolve("calls-developer"));
        var checks = Files.readString(home.resolve("checks"));
        var into = home.resolve("replayed");
        var reported = place.foldline("replay", "@", "--hermetic", "--into", into.toString());
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("the replay equals the recorded run", "exit code 0");
        assertThat(Files.readString(home.resolve("calls-developer"))).isEqualTo(calls);
        assertThat(Files.readString(home.resolve("checks"))).isEqualTo(checks);
        assertThat(commits(into.resolve("repository"))).isEqualTo(commits(place.root));
        var log = place.foldline("log", "--json").out();
        assertThat(log).contains("\"lost\"", "\"agent_failed\"", "\"check_failed\"", "reverted");
        assertThat(events(into.resolve("repository/.git/foldline/runs/" + run)))
                .isEqualTo(events(directory().path()));
    }

    /** All of a commit is in its hash: its tree, its parents, its author and both times. */
    private String commits(Path repository) throws IOException, InterruptedException {
        return place.git("-C", repository.toString(), "log", "--format=%H", "foldline/add-work");
    }

    /** The events without the hashes of a repository's own settings. */
    private static List<String> events(Path run) throws IOException {
        return Files.readAllLines(run.resolve("events.jsonl")).stream()
                .map(line -> JsonMapper.shared().readTree(line))
                .filter(line -> !line.path("event").path("type").asString().equals("call_guarded"))
                .map(line -> line.path("at") + " " + line.path("rule") + line.path("event"))
                .toList();
    }

    @Test
    void a_missing_piece_is_named_before_anything_starts() throws Exception {
        var into = home.resolve("refused");
        for (var piece : pieces()) {
            var aside = piece.resolveSibling("aside");
            Files.move(piece, aside);
            var reported = place.foldline("replay", "@", "--hermetic", "--into", into.toString());
            Files.move(aside, piece);
            assertThat(reported.exit()).as(piece + reported.all()).isEqualTo(7);
            assertThat(reported.err()).contains("cannot be replayed", piece.toString(), run + ":");
            assertThat(into).doesNotExist();
            Remedy.done(place, reported, "foldline replay ");
        }
    }

    @Test
    void another_answer_is_a_difference_at_its_event() throws Exception {
        var piece = pieces().get(1);
        var recorded = Files.readString(piece);
        var other =
                recorded.lines()
                        .findFirst()
                        .orElseThrow()
                        .replaceFirst("\"code\":\\d", "\"code\":5");
        assertThat(recorded).doesNotStartWith(other);
        Files.writeString(piece, other + "\n" + ContentHash.of(other) + "\n");
        var reported = place.foldline("replay", "@", "--hermetic");
        Files.writeString(piece, recorded);
        assertThat(reported.exit()).as(reported.all()).isEqualTo(7);
        assertThat(reported.err()).contains("the replay differs from the recorded run at event ");
        Remedy.done(place, reported, "foldline explain " + run);
    }

    /** One of each kind. */
    private List<Path> pieces() throws IOException {
        var files = new ArrayList<Path>();
        for (var kind : List.of("recording/driver-", "recording/effect-", "output/agent-"))
            try (var found = Files.walk(directory().path())) {
                files.add(
                        found.filter(file -> file.toString().contains("/" + kind))
                                .filter(file -> file.toFile().length() > 0)
                                .min(Comparator.naturalOrder())
                                .orElseThrow());
            }
        return files;
    }

    @Test
    void a_changed_byte_is_located_to_its_event() throws Exception {
        var random = new Random(7);
        for (var piece : pieces()) flipped(piece, random);
    }

    private void flipped(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length == 0) return;
        byte[] changed = bytes.clone();
        changed[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(file, changed);
        var reported = place.foldline("replay", "@", "--hermetic");
        Files.write(file, bytes);
        assertThat(reported.exit()).as(file + reported.all()).isEqualTo(7);
        assertThat(reported.err())
                .contains("cannot be replayed", String.valueOf(file.getFileName()))
                .containsPattern("at: " + run + ":\\d+");
    }

    @Test
    void a_run_whose_work_is_pulled_is_refused_before_anything_starts(@TempDir Path folder)
            throws Exception {
        var other = GreetingProject.ready(folder.resolve("pulled"));
        assertThat(other.foldline("task", "get").exit()).isZero();
        var into = folder.resolve("into");
        var refused = other.foldline("replay", "@", "--hermetic", "--into", into.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(7);
        assertThat(refused.err()).contains("a run whose work is pulled cannot be replayed");
        assertThat(into).doesNotExist();
    }

    @Test
    void the_recording_is_not_in_the_history_that_git_shows() throws Exception {
        var recording = "refs/foldline/recordings/" + run;
        assertThat(place.git("cat-file", "-t", recording)).isEqualTo("tree");
        assertThat(place.git("rev-list", "--all"))
                .isEqualTo(place.git("rev-list", "--exclude=" + recording, "--all"));
        assertThat(place.git("gc", "-q", "--prune=now")).isEmpty();
        assertThat(place.foldline("replay", "@", "--hermetic").exit()).isZero();
    }

    @Test
    void the_size_of_the_recording_is_in_the_status() throws Exception {
        assertThat(place.foldline("status", "-v").out())
                .containsPattern("recording +\\d{4,} bytes");
        assertThat(place.foldline("status").out()).doesNotContain("recording");
        assertThat(
                        JsonMapper.shared()
                                .readTree(place.foldline("status", "--json").out())
                                .path("recording_bytes")
                                .asLong())
                .isGreaterThan(1_000);
    }

    @Test
    void a_run_that_is_not_recorded_any_more_is_refused(@TempDir Path folder) throws Exception {
        var other = CliFixture.ready(folder);
        other.configured("checks: []\niterations: 1\nreviews: 0\nrecord: off\n");
        assertThat(other.foldline("run", "--until", "development", "Add work").exit()).isZero();
        var refused = other.foldline("replay", "@", "--hermetic");
        assertThat(refused.exit()).isEqualTo(7);
        assertThat(refused.err()).contains("record: on");
        other.configured("checks: []\niterations: 1\nreviews: 0\nrecord: on\n");
        assertThat(other.foldline("run", "--worktree", "Add more work").exit()).isZero();
        assertThat(other.foldline("replay", "@", "--hermetic").exit()).isZero();
        var removed = other.foldline("gc", "--recordings");
        assertThat(removed.out()).contains("remove  the recording of run ");
        assertThat(other.git("for-each-ref", "refs/foldline/recordings")).isEmpty();
        assertThat(other.foldline("replay", "@", "--hermetic").exit()).isEqualTo(7);
    }
}
