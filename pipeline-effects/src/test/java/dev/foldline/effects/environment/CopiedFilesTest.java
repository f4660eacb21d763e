package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A run's own working tree gets the files that git does not have, and no commit gets them. */
class CopiedFilesTest {
    private static final long TICKET = 5;

    @TempDir Path folder;
    private HandlerFixture at;
    private Path tree;
    private RunContext run;

    @BeforeEach
    void begin() throws IOException {
        at = HandlerFixture.in(folder);
        tree = folder.toRealPath().resolve("trees").resolve(at.directory.id().text());
        run = at.contextOwning(tree);
        at.write(".env", "PASSWORD=hidden\n").write("config/local.yaml", "port: 1\n");
    }

    @AfterEach
    void end() {
        run.site().home().close();
        run.site().close();
        at.close();
    }

    private OpenBranch openBranch(String... files) throws IOException {
        return new OpenBranch(
                GitHandlerTest.PLACE,
                new Branching.OwnTree(
                        "foldline/own",
                        at.git("rev-parse", "main").strip(),
                        Option.none(),
                        Vector.of(files),
                        Option.none()));
    }

    private Event open(String... files) throws IOException {
        return new GitHandler(run).perform(TICKET, openBranch(files));
    }

    private Event look(String... files) throws IOException {
        return new Reconciler(run, new AgentRegistry(java.util.Map.of()))
                .look(TICKET, openBranch(files));
    }

    @Test
    void copied_files_keep_their_permissions_and_are_ignored_by_git() throws IOException {
        Files.setPosixFilePermissions(
                at.root.resolve(".env"), PosixFilePermissions.fromString("rw-------"));
        assertThat(open(".env", "config/local.yaml", "not-there"))
                .isInstanceOfSatisfying(
                        BranchOpened.class,
                        opened -> assertThat(opened.protectedPaths()).isEmpty());
        assertThat(tree.resolve(".env")).content().isEqualTo("PASSWORD=hidden\n");
        assertThat(Files.getPosixFilePermissions(tree.resolve(".env")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(tree.resolve("config/local.yaml")).exists();
        at.git("-C", tree.toString(), "add", "--all");
        assertThat(at.git("-C", tree.toString(), "status", "--porcelain"))
                .as("whoever adds all adds none of them")
                .isEmpty();
    }

    @Test
    void files_of_the_branch_and_later_changes_stay() throws IOException {
        at.write("a.txt", "not committed\n");
        open(".env", "a.txt");
        assertThat(tree.resolve("a.txt")).as("git has it").content().isEqualTo("one\n");
        Files.writeString(tree.resolve(".env"), "changed in the tree\n");
        open(".env", "a.txt");
        assertThat(tree.resolve(".env")).content().isEqualTo("changed in the tree\n");
    }

    @Test
    void files_missing_after_a_crash_are_detected_and_copied_then() throws IOException {
        open();
        assertThat(look()).isInstanceOf(BranchOpened.class);
        assertThat(look(".env")).isInstanceOf(NotDone.class);
        Files.writeString(
                Files.createDirectories(tree.resolve(".foldline")).resolve("copied"), "PASSW");
        open(".env");
        assertThat(tree.resolve(".env")).content().isEqualTo("PASSWORD=hidden\n");
        assertThat(look(".env")).isInstanceOf(BranchOpened.class);
    }

    @Test
    void the_target_of_a_link_is_copied_and_a_broken_link_is_ignored() throws IOException {
        var outside =
                Files.writeString(
                        Files.createDirectories(folder.resolve("outside")).resolve("secrets"),
                        "KEY=outside\n");
        Files.createSymbolicLink(at.root.resolve("absolute"), outside.toAbsolutePath());
        Files.createSymbolicLink(at.root.resolve("config/upward"), Path.of("../.env"));
        Files.createSymbolicLink(at.root.resolve("dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(at.root.resolve("linked"), outside.getParent());
        var all = new String[] {"absolute", "config/upward", "dangling", "linked"};
        assertThat(open(all)).isInstanceOf(BranchOpened.class);
        assertThat(look(all)).isInstanceOf(BranchOpened.class);
        assertThat(tree.resolve("absolute")).isRegularFile().hasContent("KEY=outside\n");
        assertThat(Files.isSymbolicLink(tree.resolve("absolute")))
                .as("what an agent writes there reaches nothing else")
                .isFalse();
        assertThat(tree.resolve("config/upward")).hasContent("PASSWORD=hidden\n");
        for (var none : new String[] {"dangling", "linked"})
            assertThat(Files.exists(tree.resolve(none), LinkOption.NOFOLLOW_LINKS))
                    .as(none)
                    .isFalse();
        assertThat(at.git("-C", tree.toString(), "status", "--porcelain")).isEmpty();
    }

    @Test
    void a_link_from_the_branch_is_not_followed_for_writing() throws IOException {
        var outside = Files.createDirectories(folder.resolve("outside"));
        at.git("rm", "-q", "-r", "--cached", "--ignore-unmatch", "config");
        Files.createSymbolicLink(at.root.resolve("linked"), outside);
        at.git("add", "linked");
        at.git("commit", "-q", "-m", "a link");
        Files.delete(at.root.resolve("linked"));
        at.write("linked/secret", "hidden\n");
        assertThat(open("linked/secret")).isInstanceOf(BranchOpened.class);
        assertThat(outside).isEmptyDirectory();
    }
}
