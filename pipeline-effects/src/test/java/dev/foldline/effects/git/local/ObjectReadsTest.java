package dev.foldline.effects.git.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.git.command.GitRunner;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/** The reads with git commands and those with JGit give the same answers in one repository. */
class ObjectReadsTest {
    @TempDir Path folder;
    private Sandbox sandbox;
    private String first;
    private String merge;

    @BeforeEach
    void a_repository_with_everything() throws Exception {
        sandbox = Sandbox.empty(folder);
        sandbox.git("init", "-q", "--object-format=sha1");
        first =
                sandbox.write("a.txt", "one\n")
                        .write("folder/b.txt", "two\n")
                        .commitByHand("first");
        sandbox.git("branch", "other");
        sandbox.write("run.sh", "#!/bin/sh\n")
                .write("a.txt", "changed\n")
                .write("späße [x]*.txt", "three\n");
        Files.createSymbolicLink(sandbox.root.resolve("link"), Path.of("a.txt"));
        Files.setPosixFilePermissions(
                sandbox.root.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        sandbox.commitByHand("Second\n\nWith a body.\n\nTrailer: yes\n");
        sandbox.git("switch", "-q", "other");
        Files.delete(sandbox.root.resolve("folder/b.txt"));
        sandbox.write("c.txt", "c\n").commitByHand("on the other branch, é");
        sandbox.git("merge", "-q", "--no-edit", "-m", "merged", "main");
        merge = sandbox.head();
        sandbox.git("tag", "-a", "-m", "annotated", "v1", first);
        sandbox.git("pack-refs", "--all");
        sandbox.git("branch", "later");
        sandbox.git("update-ref", "refs/foldline/work/1", merge);
        sandbox.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
        sandbox.git("update-ref", "refs/remotes/origin/main", first);
    }

    private List<ObjectReads> both() throws GitFault {
        var git = sandbox.root.resolve(".git");
        var bench = new GitRunner(sandbox.settings(), new Place(sandbox.root, git, git));
        return List.of(JGitReads.in(bench), new CommandReads(bench));
    }

    private interface Question {
        Object ask(ObjectReads reads) throws GitFault;
    }

    private void agree(Question question) throws GitFault {
        var both = both();
        assertThat(question.ask(both.getLast())).isEqualTo(question.ask(both.getFirst()));
        both.forEach(ObjectReads::close);
    }

    @Test
    void commits_and_their_order_are_the_same() throws GitFault {
        agree(ObjectReads::head);
        agree(ObjectReads::isUnborn);
        for (var revision : List.of(first, "main", "v1", "@~1", "nowhere", "HEAD^2"))
            agree(reads -> reads.resolve(revision));
        for (var revision : List.of(first, "main", "v1", merge))
            agree(reads -> reads.commit(revision));
        agree(reads -> reads.isAncestor(first, merge));
        agree(reads -> reads.isAncestor(merge, first));
        agree(reads -> reads.log(first, merge, 10).getFirst());
        agree(
                reads ->
                        reads.log(first, merge, 10).stream()
                                .map(each -> each.hash())
                                .sorted()
                                .toList());
        agree(reads -> reads.log("main", "later", 1));
    }

    @Test
    void trees_and_files_are_the_same() throws GitFault {
        agree(reads -> reads.changedEntries(first, merge));
        agree(reads -> reads.changedEntries("main", "other"));
        agree(reads -> reads.changedPaths(merge, first));
        agree(reads -> reads.changes(first, merge));
        agree(reads -> reads.entries(merge, entry -> !entry.path().equals("a.txt")));
        for (var path : List.of("a.txt", "link", "folder", "späße [x]*.txt", "*.txt", "gone")) {
            agree(reads -> reads.entry(first, path));
            agree(reads -> reads.entry(merge, path));
        }
    }

    @Test
    void the_content_of_entries_is_the_same() throws GitFault {
        for (var reads : both()) {
            for (var entry : reads.entries(merge, _ -> true))
                assertThat(reads.content(entry, 100).map(String::new))
                        .describedAs(entry.path())
                        .hasValue(
                                switch (entry.path()) {
                                    case "a.txt" -> "changed\n";
                                    case "c.txt" -> "c\n";
                                    case "link" -> "a.txt";
                                    case "run.sh" -> "#!/bin/sh\n";
                                    default -> "three\n";
                                });
            var links = reads.entries(merge, TreeEntry::isLink);
            assertThat(links).extracting(TreeEntry::path).containsExactly("link");
            assertThat(reads.content(links.getFirst(), 3)).isEmpty();
            reads.close();
        }
    }

    @Test
    void refs_are_the_same() throws GitFault {
        for (var prefix : List.of("refs/heads/", "refs/tags/", "refs/foldline/", "refs/none/"))
            agree(reads -> reads.refsBelow(prefix));
        for (var ref : List.of("refs/heads/main", "refs/heads/later", "refs/heads/gone", "HEAD"))
            agree(reads -> reads.ref(ref));
        agree(reads -> reads.target("HEAD"));
        agree(reads -> reads.target("refs/heads/main"));
        agree(reads -> reads.baseBranch(Optional.empty()));
        agree(reads -> reads.baseBranch(Optional.of("other")));
    }

    @Test
    void what_is_not_there_is_the_same_fault() throws GitFault {
        for (var reads : both()) {
            assertThatThrownBy(() -> reads.commit("nowhere"))
                    .isInstanceOf(GitFault.class)
                    .hasMessage("there is no commit nowhere");
            var gone = "f".repeat(40);
            assertThatThrownBy(() -> reads.isAncestor(first, gone))
                    .hasMessage("there is no commit " + gone);
            assertThatThrownBy(() -> reads.changedEntries("nowhere", first))
                    .hasMessage("there is no tree nowhere");
            reads.close();
        }
    }

    @Test
    void a_repository_that_was_moved_away_is_named_with_what_helps() throws Exception {
        var git = sandbox.root.resolve(".git");
        var away = sandbox.root.resolve("away");
        try (var reads = both().getFirst()) {
            Files.move(git, away);
            assertThatThrownBy(reads::head)
                    .isInstanceOf(GitFault.class)
                    .hasMessage("the repository's folder " + git + " is gone: move it back");
            Files.move(away, git);
            assertThat(reads.head().commit()).isEqualTo(merge);
        }
    }
}
