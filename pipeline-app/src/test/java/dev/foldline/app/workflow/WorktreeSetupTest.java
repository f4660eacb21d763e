package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The working trees of tasks are made ready before an agent works in them. */
class WorktreeSetupTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - { name: login, terminals: [ { role: developer, agent: mine } ] }
              - { name: search, terminals: [ { role: developer, agent: mine } ] }
            """;

    /** Notes what it finds, and the port it was given. */
    private static final String WORK =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
            cat .env ready > "$HOME/found-$mine" || exit 1
            echo "$FOLDLINE_PORT" > "$HOME/port-$mine"
            echo "$mine" > "$mine.txt"
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place =
                CliFixture.ready(folder)
                        .write("tasks.yaml", TASKS)
                        .write(".env", "PASSWORD=hidden\n")
                        .write(".gitignore", "ready\n");
        place.git("add", ".gitignore");
        place.git("commit", "-q", "-m", "ignore");
        place.agent(WORK);
    }

    private Path home(String file) {
        return Path.of(place.environment.get("HOME")).resolve(file);
    }

    private void created(String worktree) throws IOException {
        place.configured("worktree: " + worktree + "\n");
        assertThat(place.foldline("workflow", "create", "-f", "tasks.yaml").exit()).isZero();
        assertThat(place.foldline("workflow", "ready").exit()).isZero();
    }

    /** How many runs have one. */
    private long ports() throws IOException {
        try (var files =
                Files.find(
                        place.root.resolve(".git/foldline/runs"),
                        2,
                        (file, _) -> file.endsWith("port"))) {
            return files.count();
        }
    }

    @Test
    void a_worktree_is_set_up_before_an_agent_is_called_or_waits_for_the_user() throws Exception {
        created(
                "{ copy: [.env], setup: [[sh, -c, 'test -e \"$HOME/installed\" && echo \"set up for"
                        + " $FOLDLINE_PORT\" > ready']], ports_from: 21000 }");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).isEqualTo(1);
        assertThat(reported.all()).contains("installed");
        assertThat(home("found-login")).doesNotExist();
        assertThat(ports()).as("it will go on, with its own").isOne();
        Files.createFile(home("installed"));
        reported = place.foldline("workflow", "resume");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(ports()).as("others may have them").isZero();
        var given = new ArrayList<Integer>();
        for (var task : List.of("login", "search")) {
            var port = Files.readString(home("port-" + task));
            assertThat(home("found-" + task))
                    .content()
                    .isEqualTo("PASSWORD=hidden\nset up for " + port);
            given.add(Integer.parseInt(port.strip()));
        }
        assertThat(given)
                .doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isBetween(21_000, 21_002));
        assertThat(place.git("log", "--all", "--name-only", "--format=").lines())
                .doesNotContain(".env", "ready")
                .contains("login.txt", "search.txt");
        assertThat(place.git("log", "--format=%s", "main").lines())
                .containsExactly("Merge search", "Merge login", "ignore", "first");
    }

    @Test
    void any_run_with_a_tree_of_its_own_is_made_ready() throws Exception {
        place.configured("worktree: { copy: [.env], setup: ['cp .env ready'] }\n");
        var reported = place.foldline("run", "--worktree", "--until", "planning", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var tree =
                place.git("worktree", "list")
                        .lines()
                        .filter(line -> line.endsWith("[foldline/add-work]"))
                        .findFirst()
                        .orElseThrow();
        assertThat(Path.of(tree.substring(0, tree.indexOf(' '))).resolve("ready"))
                .content()
                .isEqualTo("PASSWORD=hidden\n");
    }
}
