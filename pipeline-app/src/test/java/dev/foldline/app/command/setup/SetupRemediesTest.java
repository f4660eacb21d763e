package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Before a run can start: the commands that are printed when a repository, a branch or a
 * configuration is not right.
 */
class SetupRemediesTest {
    private static final String SIMPLE = "checks: []\niterations: 1\nreviews: 1\n";

    @TempDir Path folder;

    private static CommandResult refused(CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    private static CliFixture withoutAgents(Path folder) throws Exception {
        var place = CliFixture.empty(folder);
        place.git("init", "-q");
        place.git("commit", "-q", "--allow-empty", "-m", "first");
        return place;
    }

    @Test
    void a_command_outside_a_repository_leads_to_the_option_that_names_one() throws Exception {
        var place = CliFixture.ready(folder.resolve("there"));
        var elsewhere = CliFixture.empty(folder.resolve("elsewhere"));
        var printed = Remedy.arguments(refused(elsewhere, "status"), "foldline -C DIR ...");
        var there =
                Stream.of(printed)
                        .map(
                                word ->
                                        word.replace("DIR", place.root.toString())
                                                .replace("...", "runs"))
                        .toArray(String[]::new);
        assertThat(elsewhere.foldline(there).out()).isEqualTo("No runs.\n");
    }

    @Test
    void a_worktree_whose_repository_has_moved_is_repaired() throws Exception {
        var linked = CliFixture.empty(folder.resolve("linked"));
        var main = CliFixture.ready(folder.resolve("main"));
        main.git("worktree", "add", "-q", linked.root.toString());
        var moved = Files.move(main.root, folder.resolve("moved"));
        var printed = Remedy.arguments(refused(linked, "status"), "git worktree repair ");
        linked.git(
                Stream.concat(Stream.of("-C", moved.toString()), Stream.of(printed))
                        .toArray(String[]::new));
        assertThat(linked.foldline("runs").out()).isEqualTo("No runs.\n");
    }

    @Test
    void a_branch_a_task_an_agent_and_prompts_are_put_right_as_printed() throws Exception {
        var place = CliFixture.ready(folder.resolve("here"));
        place.git("checkout", "-q", "--detach");
        var printed = Remedy.arguments(place.foldline("doctor"), "git switch ");
        place.git(
                Stream.of(printed)
                        .map(word -> word.replace("BRANCH", "main"))
                        .toArray(String[]::new));
        assertThat(place.foldline("doctor").all()).doesNotContain("HEAD is detached");
        assertThat(
                        Remedy.follow(
                                        place,
                                        refused(place, "agents", "test", "min"),
                                        "foldline agents test ")
                                .out())
                .contains("finishes");
        place.git("branch", "foldline");
        Remedy.git(place, refused(place, "run", "Add work"), "git branch -m ");
        var untold = refused(place, "run", " ");
        assertThat(Remedy.done(place, untold, "foldline run ").out()).contains("Done in ");
        assertThat(Remedy.done(place, refused(place, "plan"), "foldline plan ").out())
                .contains("planning");
        place.git("switch", "-q", "main");
        var remote = CliFixture.ready(folder.resolve("remote"));
        place.git("remote", "add", "origin", remote.root.toString());
        var missing = refused(place, "run", "--base", "origin/main", "Add work");
        Remedy.git(place, missing, "git fetch");
        var based = place.foldline("run", "--base", "origin/main", "--until", "start", "Add work");
        assertThat(based.exit()).as(based.all()).isZero();
        place.write("ours/plann.md", "Plan\n").configured("prompts: ours\n" + SIMPLE);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Our prompts");
        var unusable = refused(place, "run", "Add work");
        assertThat(Remedy.done(place, unusable, "foldline prompts list").out()).contains("plan");
        place.configured("iterations: many\nreviews: many\n");
        var wrong = refused(place, "run", "Add work");
        assertThat(Remedy.done(place, wrong, "foldline schema config").out())
                .contains("\"iterations\"");
    }

    @Test
    void an_existing_file_that_init_keeps_is_moved_away_first() throws Exception {
        var place = withoutAgents(folder);
        for (var words : new String[][] {{"doctor"}, {"run", "Add work"}})
            Remedy.printed(refused(place, words), "foldline init");
        var written = Remedy.done(place, refused(place, "doctor"), "foldline init");
        assertThat(place.read("foldline.yaml")).contains("agents");
        var plan = Remedy.follow(place, written, "foldline plan");
        assertThat(plan.err()).as("the starter is to be filled in").contains("PROMPT.md");
        var twice = refused(place, "init");
        var move = Remedy.arguments(twice, "mv ");
        Files.move(place.root.resolve(move[0]), place.root.resolve(move[1]));
        Remedy.done(place, twice, "foldline init");
        assertThat(place.root.resolve(move[0])).exists();
    }

    @Test
    void a_bare_repository_is_worked_in_through_a_worktree() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "configured");
        var bare = CliFixture.empty(folder.resolve("bare"));
        bare.git("clone", "-q", "--bare", place.root.toString(), ".");
        Remedy.git(bare, refused(bare, "run", "Add work"), "git worktree add ");
        assertThat(bare.foldline("-C", "../work", "run", "Add work").out()).contains("Done in ");
        assertThat(bare.foldline("-C", "../work", "run", "--worktree", "Add more").out())
                .contains("Done in ");
    }

    @Test
    void a_partly_written_file_is_removed() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "--until", "start", "Add work");
        var left = Files.writeString(place.root.resolve(".git/foldline/.1.tmp"), "half");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Remedy.done(place, place.foldline("doctor"), "foldline doctor --fix");
        assertThat(left).doesNotExist();
    }

    @Test
    void a_git_that_refuses_to_work_is_explained_by_doctor() throws Exception {
        var place = CliFixture.gated(folder);
        var config = Path.of(place.environment.get("HOME")).resolve(".gitconfig");
        Files.writeString(config, "[user\n");
        // Git programs that were tried before are not asked for their version again.
        var bin = Files.createDirectories(folder.resolve("bin"));
        Files.writeString(bin.resolve("git"), "#!/bin/sh\nPATH=${PATH#*:} exec git \"$@\"\n")
                .toFile()
                .setExecutable(true);
        place.environment.merge("PATH", bin + ":" + System.getenv("PATH"), (_, path) -> path);
        for (var command : List.of("approve", "demo"))
            assertThat(Remedy.follow(place, refused(place, command), "foldline doctor").all())
                    .contains(".gitconfig");
    }
}
