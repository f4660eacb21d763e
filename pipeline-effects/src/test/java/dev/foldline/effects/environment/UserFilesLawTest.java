package dev.foldline.effects.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.GitEvent.CommitSkipped;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.state.Ledger.Repository;
import dev.foldline.core.state.LocalContent;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.machine.Thorough;

import io.vavr.control.Option;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * What belongs to the user when a run starts is in no commit of it, whatever an agent does to
 * ignore files, attributes and the index. What the agent makes itself is committed, unless it is
 * ignored; then it is named.
 */
class UserFilesLawTest {
    private static final String SECRET = "PRIVATE=not-for-git";
    private static final List<String> PATTERNS =
            List.of("*", "*.key", "/.env", "own/", "own/*", "deep/", "!deep/k.key", "*.log", "!*");
    private static final List<String> IGNORE_FILES =
            List.of(".gitignore", "deep/.gitignore", "own/.gitignore", ".git/info/exclude");
    private static final List<String> OF_USER =
            List.of(".env", "own/a.key", "own/b/c.log", "deep/k.key", "deep/er/x.log", "x.log");

    @TempDir Path folder;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Thorough.ALL ? 60 : 12);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_is_the_users_at_the_start_is_in_no_commit(long seed) throws IOException {
        var random = new Random(seed);
        try (var at = HandlerFixture.in(folder)) {
            begin(at, random);
            var repository = opened(at);
            for (int commit = 0; commit < 3; commit++) {
                for (int step = 0; step < 6; step++) meddle(at, random);
                var file = "work-" + commit + ".txt";
                at.write(file, "new\n");
                repository = committed(at, 10 + commit, repository);
                assertThat(isCommitted(at, file) || isNamed(repository, file))
                        .as(file + " is in the commit, or named as left out")
                        .isTrue();
            }
            new GitHandler(at.context())
                    .perform(
                            20,
                            new SaveWork(
                                    GitHandlerTest.PLACE,
                                    Option.none(),
                                    repository.excludedPaths()));
            for (var commit : commits(at))
                assertThat(at.gitSays("grep", "-q", SECRET, commit))
                        .as("a file of the user is in " + commit)
                        .isFalse();
        }
    }

    private static void begin(HandlerFixture at, Random random) throws IOException {
        at.write("deep/kept.txt", "tracked\n").write(".gitignore", "x.log\n");
        at.git("add", "deep/kept.txt", ".gitignore");
        at.git("commit", "-q", "-m", "second");
        for (int rule = 0; rule < 3; rule++) ignore(at, random);
        for (var path : OF_USER) if (random.nextInt(4) > 0) at.write(path, SECRET + "\n");
    }

    private static Repository opened(HandlerFixture at) throws IOException {
        var opened =
                (BranchOpened)
                        new GitHandler(at.context())
                                .perform(
                                        1,
                                        new OpenBranch(GitHandlerTest.PLACE, new Branching.Stay()));
        return Repository.UNSEEN.opened(
                opened.branch(),
                opened.base(),
                opened.tree(),
                opened.protectedPaths(),
                opened.local());
    }

    private static Repository committed(HandlerFixture at, long ticket, Repository repository)
            throws IOException {
        var event =
                new GitHandler(at.context())
                        .perform(
                                ticket,
                                new CommitWork(
                                        GitHandlerTest.PLACE,
                                        Option.none(),
                                        repository.branch(),
                                        Option.of(at.head()),
                                        Option.none(),
                                        repository.excludedPaths(),
                                        Option.none(),
                                        repository.local().known()));
        return switch (event) {
            case WorkCommitted made -> repository.with(repository.local().leaving(made.local()));
            case CommitSkipped none -> repository.with(repository.local().leaving(none.local()));
            default -> throw new AssertionError(event);
        };
    }

    private static boolean isCommitted(HandlerFixture at, String file) throws IOException {
        return at.gitSays("cat-file", "-e", "HEAD:" + file);
    }

    private static boolean isNamed(Repository repository, String file) {
        return new Exclusions(repository.local().known().map(LocalContent::name).toJavaSet())
                .covers(file);
    }

    private static List<String> commits(HandlerFixture at) throws IOException {
        return at.git("rev-list", "--branches", "--glob=refs/foldline/saved").lines().toList();
    }

    private static void ignore(HandlerFixture at, Random random) throws IOException {
        Files.createDirectories(at.root.resolve("own"));
        at.append(one(IGNORE_FILES, random), one(PATTERNS, random) + "\n");
    }

    private static void meddle(HandlerFixture at, Random random) throws IOException {
        switch (random.nextInt(7)) {
            case 0 -> ignore(at, random);
            case 1 -> Files.deleteIfExists(at.root.resolve(one(IGNORE_FILES, random)));
            case 2 -> at.write(one(IGNORE_FILES, random), "!*\n");
            case 3 -> at.write(".gitattributes", "* -text\n*.key ident export-ignore\n");
            case 4 -> at.gitSays("add", "-f", one(OF_USER, random));
            case 5 -> at.gitSays("add", "-A", "-f");
            case 6 -> at.gitSays("rm", "-q", "-r", "--cached", ".");
            default -> throw new AssertionError();
        }
    }

    private static String one(List<String> values, Random random) {
        return values.get(random.nextInt(values.size()));
    }
}
