package dev.foldline.effects.fleet;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.command.GitCommand;
import dev.foldline.effects.git.command.GitResult;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Runs git against a shared repository. It uses the objects of the user's repository and a
 * configuration of its own, read when it was opened: an agent at work cannot redirect it.
 */
final class PrivateTransport implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration LEFT_BEHIND_AFTER = Duration.ofDays(1);
    private static final String FOLDERS = "share-";
    private static final String COPIED =
            "^(http\\.|credential\\.|url\\.|protocol\\.|core\\.sshcommand|core\\.askpass)";
    private static final java.util.Map<String, String> SETTINGS =
            java.util.Map.of(
                    "core.hooksPath", "/dev/null",
                    "push.followTags", "false",
                    "push.gpgSign", "false",
                    "gc.auto", "0",
                    "maintenance.auto", "false");

    private final GitOptions options;
    private final Path folder;
    private final String url;

    private PrivateTransport(GitOptions options, Path folder, String url) {
        this.options = options;
        this.folder = folder;
        this.url = url;
    }

    /**
     * @param common the git folder of the user's repository
     * @param remote the name of a remote, or the address or path of a repository
     * @throws GitFault if the repository's history is incomplete
     */
    static PrivateTransport open(GitOptions settings, Path common, String remote)
            throws IOException {
        if (remote.isBlank() || remote.startsWith("-"))
            throw new GitFault(GitFault.Kind.BAD_NAME, "'" + remote + "' is not a remote");
        if (Files.exists(common.resolve("shallow")))
            throw new GitFault(
                    GitFault.Kind.MISSING_OBJECT,
                    "a shallow clone cannot share runs; run 'git fetch --unshallow' first");
        var options = patient(settings);
        var named = GitCommand.in(options, common, "remote", "get-url", "--push", remote).run();
        var copied = new TreeMap<>(local(options, common));
        copied.putAll(SETTINGS);
        var tmp = Files.createDirectories(common.resolve("foldline").resolve("tmp"));
        removeLeftovers(tmp);
        var folder = tmp.resolve(FOLDERS + UUID.randomUUID());
        GitCommand.in(options, common, "init", "-q", "--bare", "--template=", folder.toString())
                .succeed();
        return new PrivateTransport(
                options.configured(copied)
                        .with(
                                java.util.Map.of(
                                        "GIT_DIR",
                                        folder.toString(),
                                        "GIT_OBJECT_DIRECTORY",
                                        common.resolve("objects").toString())),
                folder,
                address(common, named.succeeded() ? named.text() : remote));
    }

    /** Returns an address as it is from any folder: a relative path starts at the repository. */
    private static String address(Path common, String url) {
        if (url.contains(":")) return url;
        var top = common.endsWith(".git") ? common.resolveSibling("") : common;
        return top.resolve(url).normalize().toString();
    }

    private static GitOptions patient(GitOptions settings) {
        return new GitOptions(
                settings.executable(),
                settings.environment(),
                settings.lockTimeout(),
                PATIENCE,
                settings.hookTimeout());
    }

    /** Returns settings of the user's repository that a connection needs. */
    private static java.util.Map<String, String> local(GitOptions options, Path common)
            throws GitFault {
        var settings = new TreeMap<String, String>();
        var read =
                GitCommand.in(options, common, "config", "--local", "-z", "--get-regexp", COPIED)
                        .run();
        for (var entry : read.text().split("\0")) {
            int line = entry.indexOf('\n');
            if (line > 0) settings.put(entry.substring(0, line), entry.substring(line + 1));
        }
        return settings;
    }

    /** Pushes each ref, provided that it is as expected; all of them or none. */
    GitResult push(Vector<RefMove> moves) throws GitFault {
        var words =
                Vector.of("push", "--atomic", "--no-verify", "--no-progress", "-q")
                        .append("--recurse-submodules=no")
                        .appendAll(moves.map(RefMove::lease))
                        .append(url)
                        .appendAll(moves.map(RefMove::refspec));
        return command(words).run();
    }

    /**
     * Removes a ref.
     *
     * @param object what the ref must name now
     */
    GitResult remove(String ref, String object) throws GitFault {
        return remove(HashMap.of(ref, object));
    }

    /**
     * Removes refs, all of them or none.
     *
     * @param refs with what each must name now
     */
    GitResult remove(Map<String, String> refs) throws GitFault {
        var removals = refs.toVector().map(each -> RefMove.removal(each._1(), each._2()));
        return command(
                        Vector.of("push", "--atomic", "--no-verify", "--no-progress", "-q")
                                .append("--recurse-submodules=no")
                                .appendAll(removals.map(Vector::head))
                                .append(url)
                                .appendAll(removals.map(Vector::last)))
                .run();
    }

    /** Returns the branches and tags of the shared repository, with what they name. */
    Map<String, String> branches() throws GitFault {
        return listed("ls-remote", "--heads", "--tags", url);
    }

    /**
     * Returns the refs of the shared repository that match, with what they name. A listing of git
     * transfers all refs, whatever the pattern; a fetch asks for a prefix, so the refs of branches
     * and of ended runs cost nothing. Small objects, as those of leases and messages, come with it;
     * refs of larger ones are listed.
     */
    Map<String, String> list(Vector<String> patterns) throws GitFault {
        if (!patterns.forAll(SharedRefs::isSmall))
            return listed(
                    Vector.of("ls-remote", url).appendAll(patterns).toJavaArray(String[]::new));
        var prefixes = patterns.map(pattern -> pattern.replaceFirst("\\*$", "") + "*").distinct();
        command(
                        Vector.of("fetch", "-q", "--prune", "--no-tags", "--no-write-fetch-head")
                                .appendAll(Vector.of("--refmap=", "--recurse-submodules=no", url))
                                .appendAll(prefixes.map(each -> "+" + each + ":" + each)))
                .succeed();
        return listed("for-each-ref", "--format=%(objectname)%09%(refname)")
                .filterKeys(ref -> patterns.exists(pattern -> matches(pattern, ref)));
    }

    private static boolean matches(String pattern, String ref) {
        return pattern.endsWith("*")
                ? ref.startsWith(pattern.substring(0, pattern.length() - 1))
                : ref.equals(pattern);
    }

    /**
     * Fetches refs.
     *
     * @param known commits that are here, so that their history is not sent
     * @return what each of them names now
     */
    Map<String, String> fetch(Vector<String> refs, Vector<String> known) throws GitFault {
        var words =
                Vector.of("fetch", "-q", "--no-tags", "--no-write-fetch-head", "--refmap=")
                        .append("--recurse-submodules=no")
                        .appendAll(known.map(commit -> "--negotiation-tip=" + commit))
                        .append(url)
                        .appendAll(refs.map(ref -> "+" + ref + ":" + ref));
        command(words).succeed();
        var wanted = refs.toSet();
        return listed("for-each-ref", "--format=%(objectname)%09%(refname)")
                .filterKeys(wanted::contains);
    }

    /** Reads lines of an object and a ref. */
    private Map<String, String> listed(String... words) throws GitFault {
        Map<String, String> refs = HashMap.empty();
        for (var line : command(Vector.of(words)).succeed().text().lines().toList()) {
            int tab = line.indexOf('\t');
            if (tab > 0) refs = refs.put(line.substring(tab + 1), line.substring(0, tab));
        }
        return refs;
    }

    /** Returns the objects of commits that are not reachable from others: {@code HASH PATH}. */
    Vector<String> objects(Vector<String> commits, Vector<String> known) throws GitFault {
        var input = commits.appendAll(known.map(commit -> "^" + commit)).mkString("", "\n", "\n");
        var listed =
                command(Vector.of("rev-list", "--objects", "--ignore-missing", "--stdin"))
                        .fed(GitCommand.utf8(input))
                        .succeed();
        return Vector.ofAll(listed.text().lines().filter(line -> !line.isBlank()).toList());
    }

    private GitCommand command(Vector<String> words) {
        return GitCommand.in(options, folder, words.toJavaArray(String[]::new));
    }

    /** Removes the folders of processes that were killed. */
    private static void removeLeftovers(Path tmp) throws IOException {
        var limit = Instant.now().minus(LEFT_BEHIND_AFTER);
        try (var folders = Files.newDirectoryStream(tmp, FOLDERS + "*")) {
            for (Path each : folders)
                if (Files.getLastModifiedTime(each).toInstant().isBefore(limit)) remove(each);
        } catch (NoSuchFileException removedByAnother) {
            return;
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() throws IOException {
        remove(folder);
    }
}
