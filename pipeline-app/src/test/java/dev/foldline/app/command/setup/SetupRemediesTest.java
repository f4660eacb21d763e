package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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

    @Thorough
    @Test
    void a_command_outside_a_repository_leads_to_the_option_that_names_one() throws Exception {
        var place = CliFixture.ready(folder.resolve("there"));
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        var elsewhere = CliFixture.empty(folder.resolve("elsewhere"));
        var printed = Remedy.arguments(refused(elsewhere, "status"), "foldline -C DIR ...");
        var there =
                Stream.of(printed)
                        .map(
                                word ->
                                        word.replace("DIR", place.root.toString())
                                                .replace("...", "status"))
                        .toArray(String[]::new);
        assertThat(elsewhere.foldline(there).out()).contains("is done");
    }

    @Thorough
    @Test
    void a_worktree_whose_repository_has_moved_is_repaired() throws Exception {
        var linked = CliFixture.empty(folder.resolve("linked"));
        var main = CliFixture.ready(folder.resolve("main"));
        assertThat(main.foldline("run", "Add work").exit()).isZero();
        main.git("worktree", "add", "-q", linked.root.toString());
        var moved = Files.move(main.root, folder.resolve("moved"));
        var printed = Remedy.arguments(refused(linked, "status"), "git worktree repair ");
        linked.git(
                Stream.concat(Stream.of("-C", moved.toString()), Stream.of(printed))
                        .toArray(String[]::new));
        assertThat(linked.foldline("status").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_base_that_is_only_at_the_remote_is_fetched() throws Exception {
        var remote = CliFixture.ready(folder.resolve("remote"));
        var place = CliFixture.ready(folder.resolve("here"));
        place.git("remote", "add", "origin", remote.root.toString());
        var missing = refused(place, "run", "--base", "origin/main", "Add work");
        Remedy.git(place, missing, "git fetch");
        assertThat(place.foldline("run", "--base", "origin/main", "Add work").exit()).isZero();
    }

    @Thorough
    @Test
    void a_branch_where_a_folder_of_branches_is_needed_is_renamed() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("branch", "foldline");
        Remedy.git(place, refused(place, "run", "Add work"), "git branch -m ");
        assertThat(place.foldline("run", "Add work").out()).contains("is done");
    }

    @Test
    void a_detached_head_is_switched_to_a_branch() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("checkout", "-q", "--detach");
        var printed = Remedy.arguments(place.foldline("doctor"), "git switch ");
        place.git(
                Stream.of(printed)
                        .map(word -> word.replace("BRANCH", "main"))
                        .toArray(String[]::new));
        assertThat(place.foldline("doctor").all()).doesNotContain("HEAD is detached");
    }

    @Test
    void a_repository_without_agents_gets_a_file_to_name_them_in() throws Exception {
        for (var words : new String[][] {{"doctor"}, {"run", "Add work"}}) {
            var place = withoutAgents(folder.resolve(words[0]));
            Remedy.done(place, refused(place, words), "foldline init");
            assertThat(place.read("foldline.yaml")).contains("agents");
        }
    }

    @Test
    void an_existing_file_that_init_keeps_is_moved_away_first() throws Exception {
        var place = withoutAgents(folder);
        var plan = Remedy.follow(place, place.foldline("init"), "foldline plan");
        assertThat(plan.err()).as("the starter is to be filled in").contains("PROMPT.md");
        var twice = refused(place, "init");
        var move = Remedy.arguments(twice, "mv ");
        Files.move(place.root.resolve(move[0]), place.root.resolve(move[1]));
        Remedy.done(place, twice, "foldline init");
        assertThat(place.root.resolve(move[0])).exists();
    }

    @Test
    void a_wrong_configuration_leads_to_all_keys() throws Exception {
        var place = CliFixture.ready(folder).configured("iterations: many\nreviews: many\n");
        assertThat(
                        Remedy.done(
                                        place,
                                        refused(place, "run", "Add work"),
                                        "foldline schema config")
                                .out())
                .contains("\"iterations\"");
    }

    @Test
    void an_empty_task_leads_to_one() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(Remedy.done(place, refused(place, "run", " "), "foldline run ").out())
                .contains("is done");
        assertThat(Remedy.done(place, refused(place, "plan"), "foldline plan ").out())
                .contains("planning");
    }

    @Test
    void prompts_that_cannot_be_used_are_listed() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .write("ours/plann.md", "Plan\n")
                        .configured("prompts: ours\n" + SIMPLE);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Our prompts");
        var reported = refused(place, "run", "Add work");
        assertThat(Remedy.done(place, reported, "foldline prompts list").out()).contains("plan");
    }

    @Test
    void an_unknown_agent_leads_to_the_nearest() throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(
                        Remedy.follow(
                                        place,
                                        refused(place, "agents", "test", "min"),
                                        "foldline agents test ")
                                .out())
                .contains("finishes");
    }

    @Test
    void a_bare_repository_is_worked_in_through_a_worktree() throws Exception {
        var place = CliFixture.ready(folder);
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "configured");
        var bare = CliFixture.empty(folder.resolve("bare"));
        bare.git("clone", "-q", "--bare", place.root.toString(), ".");
        Remedy.git(bare, refused(bare, "run", "Add work"), "git worktree add ");
        assertThat(bare.foldline("-C", "../work", "run", "Add work").out()).contains("is done");
    }

    @Thorough
    @Test
    void a_partly_written_file_is_removed() throws Exception {
        var place = CliFixture.ready(folder);
        place.foldline("run", "Add work");
        var left = Files.writeString(place.root.resolve(".git/foldline/.1.tmp"), "half");
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
        Remedy.done(place, place.foldline("doctor"), "foldline doctor --fix");
        assertThat(left).doesNotExist();
    }

    @Test
    void a_demo_that_git_refuses_is_explained_by_doctor() throws Exception {
        var place = CliFixture.ready(folder);
        Files.writeString(Path.of(place.environment.get("HOME")).resolve(".gitconfig"), "[user\n");
        var reported = refused(place, "demo");
        assertThat(Remedy.follow(place, reported, "foldline doctor").all()).contains(".gitconfig");
    }
}
