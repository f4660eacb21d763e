package dev.foldline.effects.git.command;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitSettings;
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
 * The move of a working tree's files from one commit to another, with the ref that is checked out there. Git writes file by file and
 * moves the ref last: so a ref of ours says that a move is under way, and who finds it undoes what an earlier try left half done. The
 * ref is named by the commit that the files come from: once HEAD is elsewhere it says nothing any more.
 *
 * @param folder the working tree
 * @param from what is checked out
 */
public record FileMove(GitSettings settings, Path folder, String from, String to) {
    /** Each working tree has its own. */
    private static final String MARKS = "refs/worktree/foldline/moving-from/";

    /**
     * Moves them by this command, or leaves them as they were.
     *
     * @param move moves the ref as well; it is run in this working tree
     */
    public Ran by(GitCommand move) throws GitFault {
        begin();
        Ran ran = move.patiently();
        end();
        return ran;
    }

    /** From here on a move is under way. */
    public void begin() throws GitFault {
        undo();
        git("update-ref", MARKS + from, to).succeed();
    }

    /** It is done, or was left as it was, and so is every earlier one. Not called by whoever is ended in between. */
    public void end() throws GitFault {
        var marked = git("for-each-ref", "--format=%(refname)", MARKS).run().text().lines().toList();
        if (marked.contains(MARKS + from)) undo();
        for (String mark : marked) git("update-ref", "-d", mark).run();
    }

    /** Puts back what holds nothing but a beginning of what it was to become. Anything else is somebody's, and stays. */
    public void undo() throws GitFault {
        Ran mark = git("rev-parse", "--verify", "--quiet", MARKS + from).run();
        if (mark.succeeded() && git("rev-parse", "HEAD").succeed().text().equals(from)) undo(mark.text());
    }

    /**
     * The same for a move that no mark of this kind tells of.
     *
     * @param end the commit or tree that the files were to become
     */
    public void undo(String end) throws GitFault {
        var moving = names("diff", "--no-renames", "--name-only", "-z", from, end);
        if (moving.isEmpty()) return;
        var changed = Stream.concat(names("diff", "--no-renames", "--name-only", "-z", from).stream(), names("ls-files", "--others", "-z").stream())
                .filter(moving::contains).distinct().toList();
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
            throw fault instanceof GitFault git ? git : new GitFault(Kind.COMMAND_FAILED, "cannot put back " + path + ": " + fault.getMessage(), fault);
        }
    }

    /** Absent, or with the beginning of what it was to hold. */
    private boolean isHalfMoved(String path, String was) throws GitFault {
        Path file = folder.resolve(path);
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) return true;
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return false;
        Ran whole = git("cat-file", "--filters", was + ":" + path).run();
        try {
            byte[] here = Files.readAllBytes(file);
            return whole.succeeded() && here.length <= whole.out().length && Arrays.equals(here, 0, here.length, whole.out(), 0, here.length);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private List<String> names(String... question) throws GitFault {
        var names = new ArrayList<String>();
        for (byte[] name : PathNames.splitAtZeros(git(question).succeed().out())) names.add(new String(name, StandardCharsets.UTF_8));
        return names;
    }

    private GitCommand git(String... arguments) { return GitCommand.in(settings, folder, arguments); }
}
