package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitOptions;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Moves a working tree's files, and the ref that is checked out, from one commit to another. Git
 * writes the files one by one and moves the ref last. So a private ref marks a move in progress,
 * and the next caller undoes an interrupted one. The private ref is named by the old commit: once
 * HEAD is elsewhere, it has no effect.
 *
 * @param folder the working tree
 * @param from the commit that is checked out
 */
public record FileMove(GitOptions settings, Path folder, String from, String to) {
    /** Each working tree has its own marks. */
    private static final String MARKS = "refs/worktree/foldline/moving-from/";

    /**
     * Moves the files with this command, or leaves them unchanged.
     *
     * @param move the command, which also moves the ref; it runs in this working tree
     */
    public GitResult by(GitCommand move) throws GitFault {
        // Without another commit no file moves, and there is nothing to undo.
        if (from.equals(to)) {
            end();
            return move.runWithRetries();
        }
        begin();
        GitResult ran = move.runWithRetries();
        end();
        return ran;
    }

    /** Marks a move as in progress. */
    public void begin() throws GitFault {
        undo();
        git("update-ref", MARKS + from, to).succeed();
    }

    /**
     * Removes the marks of this move and all earlier ones. An interrupted caller never gets here.
     */
    public void end() throws GitFault {
        var marked =
                git("for-each-ref", "--format=%(refname) %(objectname)", MARKS)
                        .run()
                        .text()
                        .lines()
                        .map(line -> line.split(" ", 2))
                        .toList();
        for (String[] mark : marked) if (mark[0].equals(MARKS + from)) undoTo(mark[1]);
        for (String[] mark : marked) git("update-ref", "-d", mark[0]).run();
    }

    /**
     * Restores files that contain a prefix of their intended content. All other files are left
     * unchanged.
     */
    public void undo() throws GitFault {
        GitResult mark = git("rev-parse", "--verify", "--quiet", MARKS + from).run();
        if (mark.succeeded()) undoTo(mark.text());
    }

    private void undoTo(String marked) throws GitFault {
        if (git("rev-parse", "HEAD").succeed().text().equals(from)) undo(marked);
    }

    /**
     * Undoes a move without such a mark.
     *
     * @param end the commit or tree that the files were moving to
     */
    public void undo(String end) throws GitFault {
        var moving = names("diff", "--no-renames", "--name-only", "-z", from, end);
        if (moving.isEmpty()) return;
        var changed =
                Stream.concat(
                                names("diff", "--no-renames", "--name-only", "-z", from).stream(),
                                names("ls-files", "--others", "-z").stream())
                        .filter(moving::contains)
                        .distinct()
                        .toList();
        var kept = names("ls-tree", "-r", "--name-only", "-z", from);
        for (String path : changed) if (isHalfMoved(path, end)) putBack(path, kept.contains(path));
    }

    private void putBack(String path, boolean wasThere) throws GitFault {
        try {
            if (wasThere) {
                git("--literal-pathspecs", "checkout", "-q", from, "--", path).succeed();
            } else {
                Files.deleteIfExists(folder.resolve(path));
                git("update-index", "-q", "--force-remove", "--", path).run();
            }
        } catch (IOException fault) {
            throw fault instanceof GitFault git
                    ? git
                    : new GitFault(
                            Kind.COMMAND_FAILED,
                            "cannot put back " + path + ": " + fault.getMessage(),
                            fault);
        }
    }

    /** Returns whether the file is absent, or contains a prefix of its intended content. */
    private boolean isHalfMoved(String path, String was) throws GitFault {
        Path file = folder.resolve(path);
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) return true;
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return false;
        GitResult whole = git("cat-file", "--filters", was + ":" + path).run();
        try {
            byte[] here = Files.readAllBytes(file);
            return whole.succeeded()
                    && here.length <= whole.out().length
                    && Arrays.equals(here, 0, here.length, whole.out(), 0, here.length);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private List<String> names(String... question) throws GitFault {
        var names = new ArrayList<String>();
        for (byte[] name : PathNames.splitAtZeros(git(question).succeed().out()))
            names.add(new String(name, StandardCharsets.UTF_8));
        return names;
    }

    private GitCommand git(String... arguments) {
        return GitCommand.in(settings, folder, arguments);
    }
}
