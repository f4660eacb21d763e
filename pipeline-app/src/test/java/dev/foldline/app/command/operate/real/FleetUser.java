package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A user who submits runs to a fleet, and what all its clones have in common.
 *
 * @param place a clone
 * @param remote the shared repository
 * @param engine addresses of the engine
 */
public record FleetUser(CliFixture place, String remote, String engine) {
    /** The agent of all roles. */
    public static final String AGENT =
            """
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo line >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            """;

    /** The same; the developer waits until a file allows it to go on. */
    public static final String WAITING_AGENT =
            """
            if [ $FOLDLINE_ROLE = developer ]; then
              touch "$HOME/called"
              until [ -e "$HOME/go" ]; do sleep 0.05; done
            fi
            """
                    + AGENT;

    /** Creates a user with a repository of a commit, which is cloned to a bare one. */
    public static FleetUser of(Path folder, Path bare, String remote, String engine)
            throws Exception {
        var place = CliFixture.ready(folder).agent(AGENT);
        place.git("clone", "-q", "--bare", place.root.toString(), bare.toString());
        var user = new FleetUser(place, remote, engine);
        user.configure(place, remote);
        return user;
    }

    /** Makes a clone for a worker, which reaches the shared repository at an address of its own. */
    public CliFixture clone(Path folder, String agent, String reached) throws Exception {
        var clone = CliFixture.empty(folder).agent(agent);
        clone.git("clone", "-q", remote, ".");
        configure(clone, reached);
        return clone;
    }

    private void configure(CliFixture clone, String reached) throws Exception {
        clone.configured(
                "checks: []\niterations: 1\nreviews: 1\nshare: { remote: \"%s\", engine: \"%s\" }\n"
                        .formatted(reached, engine));
    }

    /** Submits a run, and returns its id. */
    public String submit(String... words) {
        var command = new ArrayList<>(List.of("run", "--on", "fleet"));
        command.addAll(List.of(words));
        var reported = place.foldline(command.toArray(String[]::new));
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = Pattern.compile("Run (\\S+) waits").matcher(reported.out());
        assertThat(run.find()).as(reported.all()).isTrue();
        return run.group(1);
    }

    /** Returns what the command reports of the fleet. */
    public String fleet() {
        return place.foldline("fleet", "--from", remote).out();
    }

    /** Brings a run here; it has one commit with the work of an undisturbed run. */
    public void assertDone(String run, String branch) throws Exception {
        var brought = place.foldline("resume", run, "--from", remote);
        assertThat(brought.exit()).as(brought.all()).isZero();
        assertThat(brought.out()).contains("already completed");
        assertThat(place.git("log", "--format=%s", "main.." + branch)).isEqualTo("Do the work");
        assertThat(place.git("show", branch + ":work.txt")).isEqualTo("line");
        assertThat(place.git("ls-tree", "--name-only", branch)).isEqualTo("a.txt\nwork.txt");
        var verified = place.foldline("replay", run, "--verify");
        assertThat(verified.exit()).as(verified.all()).isZero();
    }

    /** Waits until the developer of {@link #WAITING_AGENT} is called in a clone. */
    public static void awaitDeveloper(CliFixture clone, WorkerProcess worker) throws Exception {
        CliFixture.until(
                "a developer in " + clone.root,
                () -> Files.exists(home(clone).resolve("called")),
                worker.process()::isAlive);
    }

    /** Lets that developer go on. */
    public static void go(CliFixture clone) throws Exception {
        Files.writeString(home(clone).resolve("go"), "");
    }

    public static Path home(CliFixture clone) {
        return Path.of(clone.environment.get("HOME"));
    }
}
