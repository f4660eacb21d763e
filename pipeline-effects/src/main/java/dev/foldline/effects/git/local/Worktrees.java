package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.PathNames;
import dev.foldline.effects.git.command.Ran;
import dev.foldline.effects.git.command.Workbench;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Linked worktrees: added on a branch of their own, removed only when nothing is lost by it. */
record Worktrees(Workbench bench, Reads reads, Branches branches) {

    WorktreeOutcome add(Path path, String branch, String base) throws GitFault {
        branches.mustBeABranchName(branch);
        Optional<String> start = reads.resolve(base);
        if (start.isEmpty()) return new WorktreeOutcome.Refused("there is no commit " + base);
        Ran ran = bench.git("worktree", "add", "--quiet", "--no-track", "-b", branch, path.toString(), start.get())
                .runningHooks().patiently();
        if (!ran.succeeded()) return new WorktreeOutcome.Refused(ran.said());
        var head = new Head(Optional.of(branch), start.get());
        return new WorktreeOutcome.Added(path.toAbsolutePath().normalize(), head);
    }

    /** Git refuses changed and untracked files by itself; ignored ones and commits without a ref are ours to mind. */
    WorktreeOutcome remove(Path path) throws GitFault {
        if (!isRegistered(path)) return new WorktreeOutcome.Absent();
        if (!Files.isDirectory(path)) {
            bench.git("worktree", "prune").succeed();
            return new WorktreeOutcome.Removed();
        }
        String commit = GitCommand.in(bench.settings(), path, "rev-parse", "HEAD").succeed().text();
        boolean kept = !bench.git("for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit).succeed()
                .text().isEmpty();
        if (!kept) return new WorktreeOutcome.Refused("no branch or other ref leads to its commit " + commit);
        Ran ran = bench.git("worktree", "remove", path.toString()).patiently();
        return ran.succeeded() ? new WorktreeOutcome.Removed() : new WorktreeOutcome.Refused(ran.said());
    }

    private boolean isRegistered(Path path) throws GitFault {
        Path sought = real(path);
        byte[] list = bench.git("worktree", "list", "--porcelain", "-z").succeed().out();
        for (byte[] line : PathNames.splitAtZeros(list)) {
            String text = new String(line, StandardCharsets.UTF_8);
            if (text.startsWith("worktree ") && real(Path.of(text.substring(9))).equals(sought)) return true;
        }
        return false;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException notThere) {
            return path.toAbsolutePath().normalize();
        }
    }
}
