package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.effects.json.AuthoredCommand;
import dev.foldline.effects.json.Wire;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Commands to a shared run from a clone that does not drive it. */
class SharedCommandsTest {
    @TempDir Path folder;
    private CliFixture first;
    private CliFixture second;
    private Path shared;

    @BeforeEach
    void two_clones() throws Exception {
        shared = folder.resolve("shared.git");
        first = CliFixture.ready(folder.resolve("first"));
        first.git("clone", "-q", "--bare", first.root.toString(), shared.toString());
        first.git("remote", "add", "origin", shared.toString());
        second = CliFixture.empty(folder.resolve("second")).agent(AgentScripts.HELPFUL);
        second.git("clone", "-q", shared.toString(), ".");
        second.configured("checks: []\niterations: 1\nreviews: 1\n");
    }

    private String from() {
        return shared.toString();
    }

    /** Leaves a run at its first gate. */
    private String atGate() throws Exception {
        var waiting = first.foldline("run", "--share", "origin", "--gate", "planning", "Add work");
        assertThat(waiting.exit()).as(waiting.all()).isNotZero();
        return first.runs().newestFirst().getFirst().id().text();
    }

    private String refs() throws Exception {
        return second.git("ls-remote", shared.toString(), "refs/foldline/*");
    }

    /** Returns the only answer that waits for its sender. */
    private String answer() throws Exception {
        var name = second.git("ls-remote", from(), "refs/foldline/answers/*").split("\\s+")[1];
        second.git("fetch", "-q", from(), name);
        return second.git("grep", "-h", "", "FETCH_HEAD");
    }

    private List<String> events(CliFixture place, String type) throws Exception {
        return Files.readAllLines(place.runs().newestFirst().getFirst().events()).stream()
                .filter(line -> line.contains("{\"type\":\"" + type + "\""))
                .toList();
    }

    @Test
    void a_gate_is_approved_from_another_clone_and_once() throws Exception {
        var run = atGate();
        assertThat(second.foldline("gates", "--from", from()).out()).contains("planning");
        var sent = second.foldline("approve", "planning", "--from", from(), "-m", "good");
        assertThat(sent.exit()).as(sent.all()).isZero();
        assertThat(sent.out()).contains("is sent");
        var message = Pattern.compile("(\\w+)\\s+(refs/foldline/inbox/\\S+)").matcher(refs());
        assertThat(message.find()).isTrue();
        var resume = Pattern.compile("foldline (resume .*)").matcher(sent.out());
        assertThat(resume.find()).isTrue();
        var done = second.foldline(resume.group(1).strip().split(" "));
        assertThat(done.exit()).as(done.all()).isZero();
        assertThat(refs()).doesNotContain("refs/foldline/inbox");
        assertThat(events(second, "gate_approved")).hasSize(1);
        assertThat(events(second, "gate_approved").getFirst())
                .contains("good")
                .contains("terminal");
        second.git("push", "-q", from(), message.group(1) + ":" + message.group(2));
        assertThat(first.foldline("resume", run, "--from", from()).exit()).isZero();
        assertThat(events(first, "gate_approved")).hasSize(1);
        var verified = first.foldline("replay", run, "--verify");
        assertThat(verified.exit()).as(verified.all()).isZero();
    }

    @Test
    void an_answer_applies_only_to_what_was_read_and_a_rejection_repeats_the_phase()
            throws Exception {
        var run = atGate();
        assertThat(second.foldline("approve", "planning", "--from", from()).exit()).isZero();
        var plan = folder.resolve("plan.json");
        Files.writeString(plan, "{\"summary\":\"other\",\"steps\":[{\"title\":\"two\"}]}");
        var edited = first.foldline("edit", "plan", "-f", plan.toString());
        assertThat(edited.exit()).as(edited.all()).isZero();
        assertThat(first.foldline("resume", run).exit()).isEqualTo(3);
        assertThat(answer()).contains("Gate planning now shows revision 2");
        taken();
        assertThat(second.foldline("approve", "planning", "--from", from()).exit()).isZero();
        var file = Files.writeString(place(run).resolve("a.txt"), "not shown\n");
        assertThat(first.foldline("resume", run).exit()).isEqualTo(3);
        assertThat(answer()).contains("files have changed since the gate planning opened");
        assertThat(file).hasContent("not shown");
        assertThat(events(first, "gate_approved")).isEmpty();
        var sent = second.foldline("reject", "planning", run, "--from", from(), "-m", "smaller");
        assertThat(sent.exit()).as(sent.all()).isZero();
        var again = second.foldline("resume", run, "--from", from());
        assertThat(again.exit()).as(again.all()).isNotZero();
        assertThat(events(second, "gate_rejected")).hasSize(1);
        assertThat(second.foldline("gates", "--from", from()).out()).contains("planning");
    }

    /** Removes the answer, as its sender does when it has read it. */
    private void taken() throws Exception {
        var name = second.git("ls-remote", from(), "refs/foldline/answers/*").split("\\s+")[1];
        second.git("push", "-q", from(), ":" + name);
    }

    /** The path of the working tree of the first clone's run. */
    private Path place(String run) throws Exception {
        var trees = first.git("worktree", "list", "--porcelain");
        return trees.lines()
                .filter(line -> line.startsWith("worktree ") && line.contains(run))
                .map(line -> Path.of(line.substring("worktree ".length())))
                .findFirst()
                .orElse(first.root);
    }

    /** Starts a driver whose developer waits for the file {@code go} in the user's folder. */
    private ProcessHandle atWork() throws Exception {
        first.agent(
                "if [ $FOLDLINE_ROLE = developer ]; then touch \"$HOME/called\"\n"
                        + "until [ -e \"$HOME/go\" ]; do sleep 0.05; done; fi\n"
                        + AgentScripts.HELPFUL);
        var driver = driver("run", "--share", "origin", "--detach", "Add work");
        CliFixture.until(
                "a developer", () -> Files.exists(home().resolve("called")), driver::isAlive);
        return driver;
    }

    private ProcessHandle driver(String... words) {
        var started = first.foldline(words);
        var pid = Pattern.compile("process (\\d+)").matcher(started.out());
        assertThat(pid.find()).as(started.all()).isTrue();
        return ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow();
    }

    private Path home() {
        return Path.of(first.environment.get("HOME"));
    }

    @Test
    void a_driver_that_waits_at_a_gate_receives_an_approval_of_another_clone() throws Exception {
        var driver =
                driver(
                        "run",
                        "--share",
                        "origin",
                        "--gate",
                        "planning",
                        "--wait",
                        "--detach",
                        "Add work");
        CliFixture.until(
                "a gate",
                () -> second.foldline("gates", "--from", from()).out().contains("planning"),
                driver::isAlive);
        var watched = second.foldline("watch", "--from", from());
        assertThat(driver.isAlive()).as("the watch ends at the gate: %s", watched.all()).isTrue();
        assertThat(watched.out()).contains("planning");
        var sent = second.foldline("approve", "planning", "--from", from());
        assertThat(sent.exit()).as(sent.all()).isZero();
        assertThat(sent.out()).doesNotContain("is sent");
        driver.onExit().get();
        assertThat(events(first, "gate_approved")).hasSize(1);
        assertThat(second.foldline("status", "@", "--from", from()).out()).contains("done");
        assertThat(refs()).doesNotContain("refs/foldline/inbox");
    }

    @Test
    void a_run_that_is_driven_elsewhere_is_watched_and_paused() throws Exception {
        var driver = atWork();
        var watching = second.inAnotherTerminal("watch", "--from", from());
        CliFixture.until(
                "a reader",
                () -> Files.exists(second.root.resolve(".git/foldline/published")),
                () -> !watching.isDone());
        for (var query : List.of("show", "explain", "cost")) {
            var read = second.foldline(query, "--from", from());
            assertThat(read.exit()).as(read.all()).isZero();
            assertThat(read.err()).contains("as published in");
        }
        var paused = second.foldline("pause", "@", "--from", from());
        assertThat(paused.exit()).as(paused.all()).isZero();
        assertThat(paused.out()).contains("pauses after the current step");
        var status = Pattern.compile("foldline (status .*)").matcher(paused.out());
        assertThat(status.find()).isTrue();
        Files.writeString(home().resolve("go"), "");
        driver.onExit().get();
        assertThat(watching.get().out()).contains("Paused by you");
        assertThat(second.foldline(status.group(1).strip().split(" ")).out())
                .contains("Paused by you");
        assertThat(second.runs().newestFirst()).isEmpty();
        assertThat(events(first, "paused")).hasSize(1);
        assertThat(refs()).doesNotContain("refs/foldline/inbox");
    }

    @Test
    void what_no_user_may_ask_is_refused() throws Exception {
        var run = atGate();
        var file = folder.resolve("message.json");
        for (var json :
                List.of(
                        "{\"command\":{\"type\":\"abort\",\"reason\":\"r\"}}",
                        "no command",
                        Wire.toJson(
                                new AuthoredCommand(
                                        new Command.Approve("planning", Shown.NOTHING, ""),
                                        Option.none())))) {
            Files.writeString(file, json);
            var blob = second.git("hash-object", "-w", file.toString());
            Files.writeString(file, "100644 blob " + blob + "\tmessage.json\n");
            var tree =
                    new ProcessBuilder("git", "mktree")
                            .directory(second.root.toFile())
                            .redirectInput(file.toFile())
                            .start();
            var name = new String(tree.getInputStream().readAllBytes(), "UTF-8").strip();
            second.git(
                    "push",
                    "-q",
                    from(),
                    second.git("commit-tree", name, "-m", "m")
                            + ":refs/foldline/inbox/"
                            + run
                            + "/0000000000000001-0123456789ab");
            var resumed = second.foldline("resume", run, "--from", from());
            assertThat(resumed.exit()).as(resumed.all()).isNotZero();
            assertThat(events(second, "gate_opened")).hasSize(1);
            assertThat(refs())
                    .doesNotContain("refs/foldline/inbox")
                    .contains("refs/foldline/answers");
            second.git(
                    "push",
                    "-q",
                    from(),
                    ":refs/foldline/answers/" + run + "/0000000000000001-0123456789ab");
        }
    }

    @Test
    void a_name_that_no_remote_has_is_a_mistake_and_leaves_nothing() throws Exception {
        for (var words :
                List.of(
                        List.of("fleet", "--from", "nosuch"),
                        List.of("status", "@", "--from", "nosuch"),
                        List.of("resume", "@", "--from", "nosuch"),
                        List.of("workflow", "resume", "--from", "nosuch"),
                        List.of("run", "--share", "nosuch", "Add work"),
                        List.of("run", "--share", "../gone.git", "Add work"))) {
            var refused = second.foldline(words.toArray(String[]::new));

            assertThat(refused.exit()).as("%s: %s", words, refused.all()).isEqualTo(2);
            assertThat(refused.err())
                    .contains("error: there is no git remote '", "try: name one")
                    .doesNotContain("fatal");
        }
        assertThat(second.foldline("status", "--all").all()).doesNotContain("Add work");
    }

    @Test
    void an_ended_run_is_removed_by_a_clone_that_has_it() throws Exception {
        var ended = first.foldline("run", "--share", "origin", "Add work");
        assertThat(ended.exit()).as(ended.all()).isZero();
        var run = first.runs().newestFirst().getFirst().id().text();
        var kept = second.foldline("gc", "--shared", from());
        assertThat(kept.exit()).as(kept.all()).isZero();
        assertThat(kept.out())
                .isEqualTo("keep shared run " + run + ": this clone does not have all of it\n");
        var before = refs();
        assertThat(first.foldline("gc", "--shared", from(), "-n").out())
                .isEqualTo("remove shared run " + run + "\n");
        assertThat(refs()).isEqualTo(before).contains(run);
        assertThat(first.foldline("gc", "--shared", from()).exit()).isZero();
        assertThat(refs()).doesNotContain(run);
        assertThat(first.foldline("resume", run).out()).contains("already completed");
    }
}
