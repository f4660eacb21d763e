package dev.foldline.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Stays of a run in the clone of a worker, without an engine. */
class HostedRunTest {
    @TempDir Path folder;

    private StayEnd drive(CliFixture place, String remote, Stay stay) throws Exception {
        var clone = new WorkerClone(place.root, place.environment, remote);
        return new HostedRun(stay, "two", clone, RunObserver.NONE, _ -> {}, () -> {}, () -> false)
                .drive();
    }

    @Test
    void a_run_that_the_user_drives_is_taken_only_for_a_lost_host() throws Exception {
        var shared = folder.resolve("shared.git").toString();
        var first = CliFixture.ready(folder.resolve("first"));
        first.git("clone", "-q", "--bare", first.root.toString(), shared);
        first.git("remote", "add", "origin", shared);
        var second = CliFixture.empty(folder.resolve("second")).agent(AgentScripts.HELPFUL);
        second.git("clone", "-q", shared, ".");
        second.configured("checks: []\niterations: 1\nreviews: 1\n");
        first.agent(
                "if [ $FOLDLINE_ROLE = developer ]; then touch \"$HOME/called\"\n"
                        + "until [ -e \"$HOME/go\" ]; do sleep 0.05; done; fi\n"
                        + AgentScripts.HELPFUL);
        var started = first.foldline("run", "--share", "origin", "--detach", "Add work");
        var pid = Pattern.compile("process (\\d+)").matcher(started.out());
        assertThat(pid.find()).as(started.all()).isTrue();
        var driver = ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow();
        var home = Path.of(first.environment.get("HOME"));
        CliFixture.until(
                "a developer", () -> Files.exists(home.resolve("called")), driver::isAlive);
        try {
            var run = first.runs().newestFirst().getFirst().id().text();
            for (var manner : new Manner[] {Manner.RESUME, Manner.CONTINUE}) {
                var end = drive(second, shared, new Stay(run, 1, manner));
                assertThat(end.kind()).as(end.reason()).isEqualTo(Kind.FAILED);
                assertThat(end.reason()).contains("is driven by ", ":" + first.root + " until ");
            }
            var left = leftProcess(run, second);
            var end = drive(second, shared, new Stay(run, 2, Manner.TAKE_OVER));
            assertThat(end.kind()).as(end.reason()).isEqualTo(Kind.ENDED);
            assertThat(left.waitFor(1, TimeUnit.MINUTES)).as("it was ended").isTrue();
            assertThat(second.git("log", "--all", "--format=", "--name-only"))
                    .as("what the left process wrote")
                    .doesNotContain("stray.txt");
        } finally {
            Files.writeString(home.resolve("go"), "");
            driver.onExit().get();
        }
    }

    /** An agent of an earlier stay, which writes into the run's tree as soon as there is one. */
    private Process leftProcess(String run, CliFixture place) throws Exception {
        var script =
                """
                until tree=$(dirname "$(find "%s" -name .git -type f)") && [ "$tree" != . ]; do sleep 0.05; done
                while echo line >> "$tree/stray.txt"; do sleep 0.01; done 2>/dev/null
                """
                        .formatted(place.root.getParent());
        var left = new ProcessBuilder("sh", "-c", script).directory(folder.toFile());
        left.environment().putAll(Map.of("FOLDLINE_RUN", run, "FOLDLINE_TICKET", "7"));
        return left.start();
    }

    /** The driver receives a pause before it begins anything. */
    private StayEnd paused(CliFixture place, String remote, Stay stay, boolean isByHost)
            throws Exception {
        var clone = new WorkerClone(place.root, place.environment, remote);
        DriverInput pause =
                new DriverInput.CommandReceived(
                        new Command.Pause(Urgency.WHEN_DONE), Option.none(), _ -> {});
        var received = isByHost ? Handover.withAuthor(pause) : pause;
        return new HostedRun(
                        stay,
                        "two",
                        clone,
                        RunObserver.NONE,
                        ear -> ear.accept(received),
                        () -> {},
                        () -> isByHost)
                .drive();
    }

    @Test
    void a_host_resumes_the_pause_of_a_host_and_the_user_s_only_if_the_run_was_just_submitted()
            throws Exception {
        var shared = folder.resolve("shared.git").toString();
        var first = CliFixture.ready(folder.resolve("first"));
        first.git("clone", "-q", "--bare", first.root.toString(), shared);
        first.configured(
                "checks: []\niterations: 1\nreviews: 1\n"
                        + "share: { remote: \"%s\", engine: \"http://127.0.0.1:1\" }\n"
                                .formatted(shared));
        var second = CliFixture.empty(folder.resolve("second")).agent(AgentScripts.HELPFUL);
        second.git("clone", "-q", shared, ".");
        second.configured("checks: []\niterations: 1\nreviews: 1\n");
        first.foldline("run", "--on", "fleet", "Add work");
        var run = first.runs().newestFirst().getFirst().id().text();
        var moved = paused(second, shared, new Stay(run, 1, Manner.RESUME), true);
        assertThat(moved.kind()).as(moved.reason()).isEqualTo(Kind.MOVED);
        var stopped = paused(second, shared, new Stay(run, 2, Manner.CONTINUE), false);
        assertThat(stopped.kind()).as(stopped.reason()).isEqualTo(Kind.PARKED);
        assertThat(second.foldline("log", run).out()).contains("esumed");
        var left = drive(second, shared, new Stay(run, 3, Manner.TAKE_OVER));
        assertThat(left.kind()).as(left.reason()).isEqualTo(Kind.PARKED);
        var end = drive(second, shared, new Stay(run, 4, Manner.RESUME));
        assertThat(end.kind()).as(end.reason()).isEqualTo(Kind.ENDED);
    }
}
