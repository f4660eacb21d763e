package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;
import dev.foldline.effects.process.Programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Opens folders as repositories after checking whether Foldline can work there. */
public record Repositories(GitOptions settings) {
    private static final Pattern VERSION = Pattern.compile("git version (\\d+)\\.(\\d+)[^ ]*");
    private static final int OLDEST_MAJOR = 2;
    private static final int OLDEST_MINOR = 38;

    /** Programs whose version was found new enough. */
    private static final Set<ProgramFile> FIT = ConcurrentHashMap.newKeySet();

    /** The file of a program; a program that is replaced has another time or size. */
    private record ProgramFile(Path file, FileTime modified, long size) {
        static Optional<ProgramFile> of(GitOptions settings, Path where) throws GitFault {
            var found =
                    Programs.find(
                            settings.executable(),
                            settings.environment().getOrDefault("PATH", ""),
                            where);
            if (found.isEmpty()) return Optional.empty();
            return JGitReads.reading(
                    "find " + settings.executable(),
                    () -> {
                        Path file = found.get().toRealPath();
                        return Optional.of(
                                new ProgramFile(
                                        file, Files.getLastModifiedTime(file), Files.size(file)));
                    });
        }
    }

    /** Opens the repository that contains a folder. */
    public OpenRepositoryResult open(Path folder) throws GitFault {
        Path where = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(where)) return new OpenRepositoryResult.NotARepository(where);
        try {
            var program = ProgramFile.of(settings, where);
            if (program.isPresent() && FIT.contains(program.get())) return openFit(where);
            Optional<OpenRepositoryResult> unfit = unfitGit(where);
            if (unfit.isPresent()) return unfit.get();
            program.ifPresent(FIT::add);
            return openFit(where);
        } catch (GitFault fault) {
            if (fault.kind() == Kind.GIT_MISSING)
                return new OpenRepositoryResult.GitMissing(where, settings.executable());
            throw fault;
        }
    }

    /** Opens another working tree with a git version that was already checked. */
    OpenRepositoryResult openAnother(Path folder) throws GitFault {
        Path where = folder.toAbsolutePath().normalize();
        return Files.isDirectory(where)
                ? openFit(where)
                : new OpenRepositoryResult.NotARepository(where);
    }

    private Optional<OpenRepositoryResult> unfitGit(Path where) throws GitFault {
        String said = GitCommand.in(settings, where, "--version").succeed().text();
        var version = VERSION.matcher(said);
        if (!version.find()) return Optional.of(new OpenRepositoryResult.GitTooOld(where, said));
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        boolean fit = major > OLDEST_MAJOR || (major == OLDEST_MAJOR && minor >= OLDEST_MINOR);
        return fit
                ? Optional.empty()
                : Optional.of(new OpenRepositoryResult.GitTooOld(where, major + "." + minor));
    }

    private OpenRepositoryResult openFit(Path where) throws GitFault {
        GitResult asked =
                ask(
                        where,
                        "--is-bare-repository",
                        "--is-inside-work-tree",
                        "--show-object-format",
                        "--path-format=absolute",
                        "--git-dir",
                        "--git-common-dir",
                        "--show-toplevel");
        String[] reported = asked.text().split("\n");
        // Without a working tree, git reports an error when it gets there.
        if (reported.length < 3) return refusal(where, asked);
        if (reported[0].equals("true")) return new OpenRepositoryResult.Bare(where);
        if (!reported[1].equals("true")) return new OpenRepositoryResult.InsideGitFolder(where);
        if (!asked.succeeded()) return refusal(where, asked);
        var place =
                reported.length == 6
                        ? new Place(real(reported[5]), real(reported[3]), real(reported[4]))
                        : new Place(
                                folder(where, "--show-toplevel"),
                                folder(where, "--git-dir"),
                                folder(where, "--git-common-dir"));
        var bench = new GitRunner(settings, place);
        if (isSha256(reported) && Files.exists(place.commonFolder().resolve("reftable")))
            return new OpenRepositoryResult.Sha256Reftable(where);
        var reads = isSha256(reported) ? new CommandReads(bench) : JGitReads.in(bench);
        if (reads.isUnborn()) {
            reads.close();
            return new OpenRepositoryResult.Unborn(place.root());
        }
        ScratchFolder.leftBehind(place, "index-*").forEach(ScratchFolder::discard);
        return new OpenRepositoryResult.Opened(new LocalGit(bench, reads));
    }

    private static boolean isSha256(String[] reported) {
        return reported[2].equals("sha256");
    }

    /** A folder whose name contains line breaks must be queried alone. */
    private Path folder(Path where, String which) throws GitFault {
        return real(ask(where, "--path-format=absolute", which).text());
    }

    private GitResult ask(Path where, String... question) throws GitFault {
        var arguments = new String[question.length + 1];
        arguments[0] = "rev-parse";
        System.arraycopy(question, 0, arguments, 1, question.length);
        return GitCommand.in(settings, where, arguments).run();
    }

    private static OpenRepositoryResult refusal(Path where, GitResult ran) {
        return ran.err().contains("not a git repository")
                ? new OpenRepositoryResult.NotARepository(where)
                : new OpenRepositoryResult.Unreadable(where, ran.message());
    }

    /**
     * Resolves links, so that each folder has one spelling: a repository's lock is found by its
     * path.
     */
    private static Path real(String path) throws GitFault {
        try {
            return Path.of(path).toRealPath();
        } catch (IOException | InvalidPathException gone) {
            throw new GitFault(Kind.COMMAND_FAILED, "cannot find " + path + ": " + gone, gone);
        }
    }
}
