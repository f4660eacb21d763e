package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.driver.DriverExit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** What a person does with git in the working tree of a run while it is at work. */
class UserGitActivityTest {
    @TempDir Path folder;
    private ScriptedRepositoryRun run;

    @BeforeEach
    void begin() throws IOException {
        run = new ScriptedRepositoryRun(folder);
        run.begin(
                ScriptedRepositoryRun.ralph(
                        1, 0, ScriptedRepositoryRun.policy("test -s work.txt")));
    }

    @AfterEach
    void close() {
        run.close();
    }

    private interface UserAction {
        void done() throws IOException;
    }

    /** Carries the run on; at the first event of a kind, somebody does something. */
    private DriverExit meanwhile(Class<? extends Event> moment, UserAction doing)
            throws IOException, InterruptedException {
        boolean[] due = {true};
        return run.drive(
                event -> event,
                event -> {
                    if (!due[0] || !moment.isInstance(event)) return;
                    due[0] = false;
                    try {
                        doing.done();
                    } catch (IOException broken) {
                        throw new UncheckedIOException(broken);
                    }
                });
    }

    private static void completed(DriverExit departure) {
        assertThat(departure).as(departure.toString()).isInstanceOf(DriverExit.Ended.class);
        assertThat(((DriverExit.Ended) departure).outcome()).isEqualTo(Outcome.COMPLETED);
    }

    private static void needsPerson(DriverExit departure, String said) {
        assertThat(departure).as(departure.toString()).isInstanceOf(DriverExit.Suspended.class);
        var awaited = ((DriverExit.Suspended) departure).waitingFor().awaited().head();
        assertThat(awaited).isInstanceOf(WaitCondition.Intervention.class);
        var fault = ((WaitCondition.Intervention) awaited).fault();
        assertThat(fault.kind()).isEqualTo(Kind.NEEDS_PERSON);
        assertThat(fault.message()).contains(said);
    }

    private DriverExit retried() throws IOException, InterruptedException {
        run.journal.add(Pipeline.admit(run.state(), new Command.RetryHalted()).get());
        return run.drive(event -> event, event -> {});
    }

    private void commit(String subject) throws IOException {
        run.at.git("commit", "-q", "--allow-empty", "-m", subject);
    }

    @Test
    void a_commit_of_the_user_is_built_upon() throws Exception {
        completed(meanwhile(CheckPassed.class, () -> commit("Mine")));
        assertThat(run.subjects()).containsExactly("Add work", "Mine", "first");
    }

    @Test
    void a_commit_of_the_user_just_before_ours_is_never_overwritten() throws Exception {
        needsPerson(meanwhile(TreeInspected.class, () -> commit("Mine")), "the branch has moved");
        assertThat(run.subjects()).containsExactly("Mine", "first");
        completed(retried());
        assertThat(run.subjects()).containsExactly("Add work", "Mine", "first");
    }

    @Test
    void a_commit_of_the_user_during_a_call_is_kept_and_named() throws Exception {
        run.role(
                "developer",
                "echo work >>work.txt; git -c user.name=Ada -c user.email=a@b commit -q"
                        + " --allow-empty -m 'Mine'");
        run.journal.clear();
        run.begin(
                ScriptedRepositoryRun.ralph(
                        1, 0, ScriptedRepositoryRun.policy("test -s work.txt")));
        completed(run.drive(event -> event, event -> {}));
        var ref = run.events(AgentFinished.class).flatMap(AgentFinished::reverted).head();
        assertThat(run.at.git("log", "-1", "--format=%s", ref)).isEqualTo("Mine");
        assertThat(run.subjects()).containsExactly("Add work", "first");
    }

    @Test
    void no_commit_is_made_on_another_branch_until_the_user_switches_back() throws Exception {
        needsPerson(
                meanwhile(CheckPassed.class, () -> run.at.git("checkout", "-q", "main")), "main");
        assertThat(run.at.git("log", "--format=%s", "main")).isEqualTo("first");
        run.at.git("checkout", "-q", "foldline/run");
        completed(retried());
        assertThat(run.subjects()).containsExactly("Add work", "first");
    }

    @Test
    void a_rebase_of_the_user_is_built_upon() throws Exception {
        completed(
                meanwhile(
                        CheckPassed.class,
                        () -> {
                            run.at.git(
                                    "branch",
                                    "-f",
                                    "main",
                                    run.at.git(
                                            "commit-tree",
                                            "-p",
                                            "main",
                                            "-m",
                                            "Theirs",
                                            "main^{tree}"));
                            run.at.git("rebase", "-q", "main");
                        }));
        assertThat(run.subjects()).containsExactly("Add work", "Theirs", "first");
    }

    @Test
    void gc_takes_nothing_the_run_needs() throws Exception {
        run.at.write("notes.txt", "mine\n");
        completed(
                meanwhile(
                        CheckPassed.class,
                        () -> {
                            run.at.git("reflog", "expire", "--expire=now", "--all");
                            run.at.git("gc", "-q", "--prune=now");
                        }));
        assertThat(run.subjects()).containsExactly("Add work", "first");
        assertThat(run.at.git("show", run.at.context().keptRef() + ":notes.txt")).isEqualTo("mine");
    }

    @Test
    void clean_takes_files_that_are_made_again() throws Exception {
        completed(meanwhile(PromptRendered.class, () -> run.at.git("clean", "-qfdx")));
        assertThat(run.subjects()).containsExactly("Add work", "first");
    }

    @Test
    void clean_in_the_middle_of_the_work_takes_the_work_and_it_is_done_again() throws Exception {
        var departure = meanwhile(ArtifactAccepted.class, () -> run.at.git("clean", "-qfdx"));
        completed(departure);
        assertThat(run.subjects()).containsExactly("Add work", "first");
    }
}
