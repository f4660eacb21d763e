package dev.foldline.effects.git.watch;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads with git commands where JGit cannot read: SHA-256 repositories. */
final class CommandHistory implements RepositoryHistory {
    private static final String HEADS = "refs/heads/";

    private final GitOptions options;
    private final Path common;

    private CommandHistory(GitOptions options, Path common) {
        this.options = options;
        this.common = common;
    }

    /** Returns the history if the repository has SHA-256 object names. */
    static Optional<CommandHistory> in(Path folder, GitOptions options) throws GitFault {
        var asked =
                GitCommand.in(
                                options,
                                folder,
                                "rev-parse",
                                "--show-object-format",
                                "--path-format=absolute",
                                "--git-common-dir")
                        .run();
        var lines = asked.text().split("\n", 2);
        return asked.succeeded() && lines[0].equals("sha256")
                ? Optional.of(new CommandHistory(options, Path.of(lines[1])))
                : Optional.empty();
    }

    @Override
    public Path folder() {
        return common;
    }

    @Override
    public SortedMap<String, String> tips() throws GitFault {
        var tips = new TreeMap<String, String>();
        var listed = git("for-each-ref", "--format=%(objectname) %(refname)", HEADS).succeed();
        listed.text()
                .lines()
                .map(line -> line.split(" ", 2))
                .forEach(words -> tips.put(words[1].substring(HEADS.length()), words[0]));
        return tips;
    }

    @Override
    public List<Walked> between(Collection<String> tips, Collection<String> known) throws GitFault {
        var words =
                new ArrayList<>(
                        List.of(
                                "rev-list",
                                "--topo-order",
                                "--reverse",
                                "--parents",
                                "--ignore-missing",
                                "--stdin"));
        var revisions = new StringBuilder();
        tips.forEach(tip -> revisions.append(tip).append('\n'));
        known.forEach(old -> revisions.append('^').append(old).append('\n'));
        var walked = git(words.toArray(String[]::new)).fed(GitCommand.utf8(revisions.toString()));
        return walked.succeed()
                .text()
                .lines()
                .map(line -> List.of(line.split(" ")))
                .map(hashes -> new Walked(hashes.getFirst(), hashes.subList(1, hashes.size())))
                .toList();
    }

    @Override
    public String message(String commit) throws GitFault {
        return git("log", "--max-count=1", "--encoding=UTF-8", "--format=tformat:%B", commit, "--")
                .succeed()
                .text();
    }

    private GitCommand git(String... arguments) {
        return GitCommand.in(options, common, arguments).with("GIT_NO_REPLACE_OBJECTS", "1");
    }

    @Override
    public void close() {}
}
