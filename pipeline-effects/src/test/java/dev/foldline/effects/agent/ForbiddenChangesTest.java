package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.context.HandlerFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What an agent does to the repository that is not its to do. */
class ForbiddenChangesTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        calls = new AgentCalls(at);
        at.git("branch", "other");
        at.git("checkout", "-q", "-b", "foldline/run");
    }

    @AfterEach
    void close() {
        at.close();
    }

    private String trespass(String script) throws IOException {
        var fault = calls.failed(script);
        assertThat(fault.kind()).as(fault.message()).isEqualTo(Kind.TRESPASS);
        return fault.message();
    }

    @Test
    void commits_of_its_own_become_uncommitted_work_again() throws IOException {
        var before = at.head();
        calls.finished(
                "echo two >>a.txt; echo new >new.txt; git add -A; git -c user.name=x -c"
                        + " user.email=x@x commit -qm own;echo three >>a.txt; git -c user.name=x -c"
                        + " user.email=x@x commit -qam own2; echo four >>a.txt; git add a.txt; echo"
                        + " done");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/foldline/run");
        assertThat(at.read("a.txt")).isEqualTo("one\ntwo\nthree\nfour\n");
        assertThat(at.git("diff", "--cached", "--name-only"))
                .as("what is never committed is never unstaged")
                .isEqualTo("PROMPT.md");
        assertThat(at.git("status", "--porcelain").lines().map(String::strip))
                .contains("M a.txt", "?? new.txt");
    }

    @Test
    void commits_made_during_a_call_are_kept_regardless_of_their_author() throws IOException {
        var before = at.head();
        var event =
                calls.finished(
                        "git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty"
                                + " -m 'Mine' -m 'A long reason.'; echo done");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.git("log", "-1", "--format=%an: %B", event.reverted().get()))
                .isEqualTo("Ada: Mine\n\nA long reason.\n");
        assertThat(calls.finished("echo done").reverted()).isEmpty();
    }

    @Test
    void the_old_tip_of_a_moved_branch_is_kept() throws IOException {
        at.git("commit", "-q", "--allow-empty", "-m", "second");
        var second = at.head();
        var message = trespass("git reset -q --hard HEAD~1; git reflog expire --expire=now --all");
        var ref = message.replaceAll("(?s).*kept as (refs/\\S+)\\).*", "$1");
        at.git("gc", "-q", "--prune=now");
        assertThat(at.git("rev-parse", ref)).isEqualTo(second);
        at.git("branch", "-f", "main", second);
        assertThat(
                        trespass(
                                "git branch -D main; git reset -q --hard $(git -c user.name=x -c"
                                        + " user.email=x@x commit-tree -m evil HEAD^{tree});git"
                                        + " update-ref -d "
                                        + ref
                                        + "; git gc -q --prune=now"))
                .as("one trick hides no other")
                .contains("refs/heads/main", "refs/heads/foldline/run");
    }

    @Test
    void configuration_and_hooks_that_lie_elsewhere_are_guarded_as_well() throws IOException {
        Path hooks = Files.createDirectories(at.outside.resolve("hooks"));
        Files.writeString(hooks.resolve("pre-commit"), "#!/bin/sh\n");
        at.git("config", "core.hooksPath", hooks.toString());
        at.git("config", "core.attributesFile", at.outside.resolve("attributes").toString());
        at.git("config", "include.path", "../shared.gitconfig");
        at.git("config", "includeIf.onbranch:nobody.path", at.outside.resolve("later").toString());
        at.write("shared.gitconfig", "[alias]\n\tx = log\n");
        var message =
                trespass(
                        "echo evil >>"
                                + hooks.resolve("pre-commit")
                                + "; echo evil >"
                                + hooks.resolve("pre-push")
                                + "; printf '[core]\\n"
                                + "\\tfsmonitor = evil\\n"
                                + "' >>shared.gitconfig; echo '* filter=evil' >"
                                + at.outside.resolve("attributes")
                                + "; echo '[alias]' >"
                                + at.outside.resolve("later"));
        assertThat(message)
                .contains("pre-commit", "pre-push", "shared.gitconfig", "attributes", "later");
        assertThat(hooks.resolve("pre-commit")).hasContent("#!/bin/sh\n");
        assertThat(hooks.resolve("pre-push")).doesNotExist();
        assertThat(at.outside.resolve("attributes")).doesNotExist();
        assertThat(at.outside.resolve("later")).doesNotExist();
        assertThat(at.read("shared.gitconfig")).isEqualTo("[alias]\n\tx = log\n");
    }

    @Test
    void hooks_that_are_part_of_the_working_tree_are_files_like_any_other() throws IOException {
        at.write(".husky/pre-commit", "#!/bin/sh\n");
        at.git("config", "core.hooksPath", ".husky");
        calls.finished("echo 'exit 0' >>.husky/pre-commit; echo");
        assertThat(at.read(".husky/pre-commit")).contains("exit 0");
    }

    @Test
    void a_replaced_object_is_reported() throws IOException {
        assertThat(
                        trespass(
                                "git replace -f HEAD $(git -c user.name=x -c user.email=x@x"
                                        + " commit-tree -m evil HEAD^{tree}); echo"))
                .contains("refs/replace/");
    }

    @Test
    void a_change_of_protected_files_between_calls_is_accepted_and_saved() throws IOException {
        at.write("notes.txt", "mine\n");
        calls.keeping("notes.txt");
        calls.finished("echo");
        at.write("notes.txt", "mine, and more\n");
        calls.finished("echo");
        assertThat(at.git("show", "refs/foldline/dirty/" + at.directory.id() + ":notes.txt"))
                .isEqualTo("mine");
        assertThat(at.git("show", "refs/foldline/dirty/" + at.directory.id() + "-7:notes.txt"))
                .isEqualTo("mine, and more");
        assertThat(trespass("echo theirs >notes.txt"))
                .contains("refs/foldline/dirty/" + at.directory.id() + "-7");
    }

    @Test
    void commits_on_a_detached_head_become_uncommitted_work_again_too() throws IOException {
        at.git("checkout", "-q", "--detach");
        var before = at.head();
        calls.finished(
                "echo two >>a.txt; git -c user.name=x -c user.email=x@x commit -qam own; echo"
                        + " done");
        assertThat(at.head()).isEqualTo(before);
        assertThat(at.read("a.txt")).isEqualTo("one\ntwo\n");
    }

    @Test
    void moving_HEAD_or_branches_the_run_relies_on_is_reported_with_the_moved_refs()
            throws IOException {
        var first = at.head();
        assertThat(trespass("git checkout -q other"))
                .contains("HEAD", "refs/heads/foldline/run", "refs/heads/other");
        assertThat(trespass("git checkout -q -b sneaky"))
                .contains("moved HEAD", "refs/heads/sneaky");
        at.git("checkout", "-q", "foldline/run");
        assertThat(
                        trespass(
                                "git branch -f main $(git -c user.name=x -c user.email=x@x"
                                        + " commit-tree -p main -m evil main^{tree}); echo"))
                .contains("refs/heads/main", first);
        assertThat(trespass("git branch -D main")).contains("refs/heads/main", "gone");
        at.git("commit", "-q", "--allow-empty", "-m", "second");
        assertThat(trespass("git reset -q --hard HEAD~1"))
                .contains("refs/heads/foldline/run", first);
    }

    @Test
    void a_commit_beside_a_trespass_is_still_reset() throws IOException {
        var before = at.head();
        assertThat(
                        trespass(
                                "git branch -D main; echo two >>a.txt; git -c user.name=x -c"
                                        + " user.email=x@x commit -qam own"))
                .contains("refs/heads/main")
                .doesNotContain("refs/heads/foldline/run");
        assertThat(at.head()).isEqualTo(before);
    }

    @Test
    void configuration_and_hooks_are_put_back_before_git_could_run_them() throws IOException {
        Path ran = at.outside.resolve("ran");
        var config = at.read(".git/config");
        at.hook("pre-push", "exit 0");
        var message =
                trespass(
                        "git config core.fsmonitor 'touch "
                                + ran
                                + "; :'; printf '#!/bin/sh\\ntouch "
                                + ran
                                + "\\n"
                                + "' >.git/hooks/reference-transaction; chmod +x"
                                + " .git/hooks/reference-transaction; rm .git/hooks/pre-push;echo"
                                + " two >>a.txt; git -c core.fsmonitor= -c core.hooksPath=/dev/null"
                                + " -c user.name=x -c user.email=x@x commit -qam own; rm -f '"
                                + ran
                                + "'");
        assertThat(message)
                .contains(
                        ".git/config",
                        ".git/hooks/reference-transaction",
                        ".git/hooks/pre-push",
                        "put back");
        assertThat(at.read(".git/config")).isEqualTo(config);
        assertThat(at.root.resolve(".git/hooks/reference-transaction")).doesNotExist();
        assertThat(at.root.resolve(".git/hooks/pre-push")).isExecutable();
        at.git("status");
        assertThat(ran).doesNotExist();
        assertThat(at.read("a.txt")).isEqualTo("one\ntwo\n");
    }

    @Test
    void a_trespass_does_not_hide_another() throws IOException {
        var config = at.read(".git/config");
        var planted = "git config core.fsmonitor evil; ";
        assertThat(trespass(planted + "rm PROMPT.md; mkdir -p PROMPT.md/x; echo"))
                .contains("PROMPT.md", ".git/config");
        assertThat(at.read(".git/config")).isEqualTo(config);
        at.git("clean", "-qfd", "PROMPT.md");
        at.write("PROMPT.md", "the task\n");
        assertThat(trespass(planted + "rm -r .git/info; echo >.git/info; echo"))
                .contains(".git/info/exclude", ".git/config");
        assertThat(at.read(".git/config")).isEqualTo(config);
        assertThat(trespass("rm .git/config; mkdir -p .git/config/x; echo"))
                .contains(".git/config, which could not be put back");
    }

    @Test
    void the_configuration_of_the_next_run_is_the_users() throws IOException {
        at.write("foldline.yaml", "checks: [mine]\n");
        calls.finished("rm foldline.yaml; echo");
        assertThat(at.read("foldline.yaml")).isEqualTo("checks: [mine]\n");
        Path precious = Files.writeString(at.outside.resolve("precious"), "precious");
        calls.finished("rm foldline.yaml; ln -s '" + precious + "' foldline.yaml; echo");
        assertThat(precious).hasContent("precious");
        assertThat(at.read("foldline.yaml")).isEqualTo("checks: [mine]\n");
        assertThat(trespass("echo 'checks: [evil]' >foldline.yaml")).contains("foldline.yaml");
        assertThat(
                        trespass(
                                "git config core.fsmonitor evil; rm foldline.yaml; mkdir"
                                        + " foldline.yaml"))
                .contains(".git/config", "foldline.yaml");
    }

    @Test
    void the_content_of_a_planted_file_is_kept_for_the_user() throws IOException {
        var message = trespass("git config alias.x '!evil'");
        var kept = message.replaceAll("(?s).*kept as (\\S+)\\).*", "$1");
        assertThat(Path.of(kept)).content().contains("evil");
    }

    @Test
    void folders_of_git_turned_into_links_are_not_written_through() throws IOException {
        Files.writeString(at.outside.resolve("pre-commit"), "mine");
        Files.writeString(at.outside.resolve("exclude"), "mine");
        at.hook("pre-commit", "exit 0");
        var message =
                trespass(
                        "rm -r .git/hooks .git/info; ln -s '"
                                + at.outside
                                + "' .git/hooks; ln -s '"
                                + at.outside
                                + "' .git/info");
        assertThat(message).contains(".git/hooks", ".git/info/exclude");
        assertThat(at.outside.resolve("pre-commit")).hasContent("mine");
        assertThat(at.outside.resolve("exclude")).hasContent("mine");
        assertThat(at.root.resolve(".git/hooks"))
                .isDirectory()
                .isNotEqualTo(at.root.resolve(".git/hooks").toRealPath().resolve("x"));
        assertThat(Files.isSymbolicLink(at.root.resolve(".git/hooks"))).isFalse();
        assertThat(at.read(".git/hooks/pre-commit")).contains("exit 0");
    }

    @Test
    void files_that_are_made_enormous_are_not_read() throws IOException {
        at.write("notes.txt", "mine\n");
        calls.keeping("notes.txt");
        var message =
                trespass(
                        "truncate -s 200G .git/config; truncate -s 200G .git/hooks/new; truncate -s"
                                + " 200G notes.txt");
        assertThat(message)
                .contains("changed .git/config", "changed .git/hooks/new", "changed notes.txt");
        Files.delete(at.root.resolve("notes.txt"));
        calls = new AgentCalls(at);
        calls.finished("truncate -s 200G PROMPT.md; echo");
        calls.finished("rm PROMPT.md; echo 'the task' >PROMPT.md; echo");
    }

    @Test
    void a_repository_that_is_gone_is_a_trespass() throws IOException {
        assertThat(trespass("mv .git/HEAD .git/HEAD2")).contains("cannot be read");
    }

    @Test
    void refs_saved_by_runs_must_stay() throws IOException {
        at.git("update-ref", "refs/foldline/saved/rother/3", "HEAD");
        assertThat(trespass("git update-ref -d refs/foldline/saved/rother/3"))
                .contains("refs/foldline/saved/rother/3", "gone");
        assertThat(trespass("git update-ref refs/foldline/saved/" + at.directory.id() + "/9 HEAD"))
                .contains("/9");
        calls.finished("git update-ref refs/foldline/saved/rthird/1 HEAD; git tag v1; echo");
    }

    @Test
    void a_branch_that_another_working_tree_has_checked_out_is_its_own() throws IOException {
        var linked = at.outside.resolve("linked");
        at.git("worktree", "add", "-q", linked.toString(), "other");
        calls.finished(
                "git -C '"
                        + linked
                        + "' -c user.name=x -c user.email=x@x commit -q --allow-empty -m theirs;"
                        + " echo");
    }

    @Test
    void uncommitted_work_of_the_user_is_left_alone() throws IOException {
        at.write("a.txt", "mine\n").write("notes.txt", "mine\n");
        calls.keeping("a.txt", "notes.txt");
        calls.finished("echo x >other.txt");
        assertThat(trespass("echo ours >a.txt; rm notes.txt"))
                .contains(
                        "changed a.txt",
                        "changed notes.txt",
                        "refs/foldline/dirty/" + at.directory.id());
        calls.finished("echo y >other.txt");
        assertThat(at.git("show", "refs/foldline/dirty/" + at.directory.id() + ":notes.txt"))
                .isEqualTo("mine");
    }

    @Test
    void kept_work_of_every_kind_is_watched() throws IOException {
        at.write("n\u00e4me.txt", "1").write("\"quoted\".txt", "1").write("deep/er/x", "1");
        calls.keeping("n\u00e4me.txt", "\"\\042quoted\\042.txt\"", "deep/er/x", "gone.txt");
        assertThat(
                        trespass(
                                "echo >>n\u00e4me.txt; echo >>'\"quoted\".txt'; ln -sf ../a.txt"
                                        + " deep/er/x; mkfifo gone.txt"))
                .contains("n\u00e4me.txt", "quoted", "deep/er/x", "gone.txt");
    }
}
