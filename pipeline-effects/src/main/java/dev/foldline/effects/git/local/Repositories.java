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
        Ran gitFolder = ask(where, "--absolute-git-dir");
        if (!gitFolder.succeeded()) return refusal(where, gitFolder);
        if (ask(where, "--is-bare-repository").text().equals("true")) return new Opening.Bare(where);
        if (!ask(where, "--is-inside-work-tree").text().equals("true")) return new Opening.InsideGitFolder(where);
        if (ask(where, "--show-object-format").text().equals("sha256")) return new Opening.Sha256(where);
        Ran root = ask(where, "--show-toplevel");
        Ran common = ask(where, "--path-format=absolute", "--git-common-dir");
        if (!root.succeeded() || !common.succeeded()) return refusal(where, root.succeeded() ? common : root);
        var place = new Place(real(root.text()), real(gitFolder.text()), real(common.text()));
        if (!ask(where, "--verify", "--quiet", "HEAD^{commit}").succeeded()) return new Opening.Unborn(place.root());
        Scratch.leftBehind(place, "index-*").forEach(Scratch::discard);
        var bench = new Workbench(settings, place);
        return new Opening.Opened(new LocalGit(bench, Reads.at(bench)));
    }

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
