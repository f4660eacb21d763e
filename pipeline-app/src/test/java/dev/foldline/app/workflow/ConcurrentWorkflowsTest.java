package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Workflows of unlike length side by side in one repository, and a person who works in it
 * meanwhile: all end as if alone.
 */
class ConcurrentWorkflowsTest {
    /** Says that it has begun, and works on when it is told to. */
    private static final String TOLD_WHEN =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
            echo begun > "$HOME/begun-$mine"
            for try in $(seq 6000); do [ -e "$HOME/go-$mine" ] && break; sleep 0.05; done
            echo "$mine" > "$mine.txt"
            echo made
            """;

    /**
     * One of each kind of ref is created, moved and deleted; {@code $1} is the number of the round.
     */
    private static final String ROUND =
            """
            set -e
            git switch -q -c mine-$1
            echo $1 >> mine.txt; git add mine.txt; git commit -q -m "Mine $1"
            git tag t-$1; git tag -f latest; git tag -d t-$1
            git push -q origin mine-$1:theirs-$1
            git fetch -q --prune origin
            git switch -q -c tracking-$1 origin/theirs-$1
            git branch -q loose-$1 HEAD~1; git branch -q -f loose-$1 HEAD; git branch -q -m loose-$1 other-$1; git branch -q -D other-$1
            git switch -q main
            echo $1 >> person.txt; git add person.txt; git commit -q -m "On main $1"
            git switch -q mine-$1; git rebase -q main
            echo dirty >> mine.txt; git stash -q; echo more >> mine.txt; git stash -q; git stash pop -q; git checkout -q mine.txt; git stash drop -q
            git notes add -f -m "Note $1"
            git worktree add -q -b side-$1 "$HOME/side-$1"; git -C "$HOME/side-$1" commit -q --allow-empty -m "Beside"
            git worktree remove "$HOME/side-$1"; git branch -q -D side-$1
            git switch -q main
            git pack-refs --all
            """;

    @TempDir Path folder;

    private record StartedWorkflow(String name, String id, CompletableFuture<CommandResult> end) {}

    @Test
    void workflows_and_a_user_do_not_disturb_each_other() throws Exception {
        allComplete(2);
    }

    private void allComplete(int count) throws Exception {
        var place = CliFixture.ready(folder);
        place.agent(TOLD_WHEN);
        var home = Path.of(place.environment.get("HOME"));
        place.git("init", "-q", "--bare", home.resolve("remote.git").toString());
        place.git("remote", "add", "origin", home.resolve("remote.git").toString());
        place.git("push", "-q", "origin", "main");
        Files.writeString(home.resolve("round.sh"), ROUND);
        var workflows = new ArrayList<StartedWorkflow>();
        for (int number = 1; number <= count; number++) workflows.add(start(place, "w" + number));
        for (var each : workflows)
            CliFixture.until(
                    each.name() + " has begun",
                    () -> Files.exists(home.resolve("begun-" + each.name())),
                    () -> !each.end().isDone());
        for (var each : workflows) {
            person(place, each.name());
            Files.createFile(home.resolve("go-" + each.name()));
            var reported = each.end().get();
            assertThat(reported.exit()).as(each.name() + ": " + reported.all()).isZero();
        }
        for (var each : workflows) {
            var status =
                    JsonMapper.shared()
                            .readTree(
                                    place.foldline("workflow", "status", each.id(), "--json")
                                            .out());
            assertThat(status.get("workflow").get("status").asString())
                    .as(each.name())
                    .isEqualTo("completed");
            assertThat(place.git("show", "main:" + each.name() + ".txt")).isEqualTo(each.name());
            assertThat(place.git("log", "-1", "--format=%s", "mine-" + each.name()))
                    .isEqualTo("Mine " + each.name());
        }
        assertThat(place.git("show", "main:person.txt").lines())
                .as("what the person committed")
                .hasSize(count);
        assertThat(place.git("log", "--first-parent", "--format=%s", "main").lines())
                .as("a commit for each task, and those of the person")
                .hasSize(1 + 2 * count);
    }

    private static StartedWorkflow start(CliFixture place, String name) throws Exception {
        place.write(
                name + ".yaml",
                "name: Side\ntarget: main\ntasks:\n  - { name: "
                        + name
                        + ", terminals: [ { role: developer, agent: mine } ] }\n");
        var id =
                JsonMapper.shared()
                        .readTree(
                                place.foldline("workflow", "create", "-f", name + ".yaml", "--json")
                                        .out())
                        .get("workflow")
                        .get("id")
                        .asString();
        place.foldline("workflow", "ready", id);
        return new StartedWorkflow(name, id, place.inAnotherTerminal("workflow", "start", id));
    }

    private static void person(CliFixture place, String round) throws Exception {
        var builder =
                new ProcessBuilder(
                                List.of("sh", place.environment.get("HOME") + "/round.sh", round))
                        .directory(place.root.toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(place.environment);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
