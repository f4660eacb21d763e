package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitFault.Kind;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.GitSettings;
import dev.foldline.effects.git.Opening;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.Ran;
import dev.foldline.effects.git.command.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Opens folders as repositories, after looking whether Foldline can work there. */
public record Repositories(GitSettings settings) {
    private static final Pattern VERSION = Pattern.compile("git version (\\d+)\\.(\\d+)[^ ]*");
    private static final int OLDEST_MAJOR = 2;
    private static final int OLDEST_MINOR = 38;

    /** Opens the repository a folder lies in, from any folder of its working tree. */
    public Opening open(Path folder) throws GitFault {
        Path where = folder.toAbsolutePath().normalize();
        if (!Files.isDirectory(where)) return new Opening.NotARepository(where);
        try {
            Optional<Opening> unfit = unfitGit(where);
            return unfit.isPresent() ? unfit.get() : openFit(where);
        } catch (GitFault fault) {
            if (fault.kind() == Kind.GIT_MISSING) return new Opening.GitMissing(where, settings.executable());
            throw fault;
        }
    }

    /** The same with a git that is known to be fit, for it has opened another working tree of the repository. */
    Opening openAnother(Path folder) throws GitFault {
        Path where = folder.toAbsolutePath().normalize();
        return Files.isDirectory(where) ? openFit(where) : new Opening.NotARepository(where);
    }

    private Optional<Opening> unfitGit(Path where) throws GitFault {
        String said = GitCommand.in(settings, where, "--version").succeed().text();
        var version = VERSION.matcher(said);
        if (!version.find()) return Optional.of(new Opening.GitTooOld(where, said));
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        boolean fit = major > OLDEST_MAJOR || (major == OLDEST_MAJOR && minor >= OLDEST_MINOR);
        return fit ? Optional.empty() : Optional.of(new Opening.GitTooOld(where, major + "." + minor));
    }

    private Opening openFit(Path where) throws GitFault {
        Ran asked = ask(where, "--is-bare-repository", "--is-inside-work-tree", "--show-object-format",
                "--path-format=absolute", "--git-dir", "--git-common-dir", "--show-toplevel");
        String[] told = asked.text().split("\n");
        // Where there is no working tree, git says so when it comes to that.
        if (told.length < 3) return refusal(where, asked);
        if (told[0].equals("true")) return new Opening.Bare(where);
        if (!told[1].equals("true")) return new Opening.InsideGitFolder(where);
        if (told[2].equals("sha256")) return new Opening.Sha256(where);
        if (!asked.succeeded()) return refusal(where, asked);
        var place = told.length == 6 ? new Place(real(told[5]), real(told[3]), real(told[4]))
                : new Place(folder(where, "--show-toplevel"), folder(where, "--git-dir"), folder(where, "--git-common-dir"));
        var bench = new Workbench(settings, place);
        var reads = Reads.at(bench);
        if (reads.isUnborn()) {
            reads.close();
            return new Opening.Unborn(place.root());
        }
        Scratch.leftBehind(place, "index-*").forEach(Scratch::discard);
        return new Opening.Opened(new LocalGit(bench, reads));
    }

    /** One whose name has several lines can only be asked for alone. */
    private Path folder(Path where, String which) throws GitFault { return real(ask(where, "--path-format=absolute", which).text()); }

    private Ran ask(Path where, String... question) throws GitFault {
        var arguments = new String[question.length + 1];
        arguments[0] = "rev-parse";
        System.arraycopy(question, 0, arguments, 1, question.length);
        return GitCommand.in(settings, where, arguments).run();
    }

    private static Opening refusal(Path where, Ran ran) {
        return ran.err().contains("not a git repository")
                ? new Opening.NotARepository(where)
                : new Opening.Unreadable(where, ran.said());
    }

    /** One spelling for each folder: the lock of a repository is found by its path. */
    private static Path real(String path) throws GitFault {
        try {
            return Path.of(path).toRealPath();
        } catch (IOException | InvalidPathException gone) {
            throw new GitFault(Kind.COMMAND_FAILED, "cannot find " + path + ": " + gone, gone);
        }
    }
}
