package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.RepositoryFingerprint;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the fingerprint of {@code .git} from files, because running git here could run something an
 * agent has planted.
 */
record FingerprintReader(Place place, ObjectReads reads) {
    private static final List<String> REF_FOLDERS =
            List.of(
                    "refs/heads/",
                    "refs/tags/",
                    "refs/remotes/",
                    "refs/replace/",
                    SavedWork.OUR_REFS);
    private static final List<String> SHARED_FILES =
            List.of("config", "info/exclude", "info/attributes", "objects/info/alternates");
    static final String STASH = "refs/stash";
    private static final int STASHES_MAX = 1_000;
    private static final int HOOK_FILES_MAX = 1_000;

    RepositoryFingerprint take() throws GitFault {
        return JGitReads.reading(
                "take the fingerprint of " + place.commonFolder(),
                () -> {
                    var facts = new TreeMap<String, String>();
                    facts.put(
                            "HEAD",
                            Files.readString(
                                            place.gitFolder().resolve("HEAD"),
                                            StandardCharsets.UTF_8)
                                    .strip());
                    for (String folder : REF_FOLDERS) {
                        facts.putAll(reads.refsBelow(folder));
                    }
                    putStashes(facts);
                    for (String name : SHARED_FILES)
                        putFile(facts, name, place.commonFolder().resolve(name));
                    putFile(facts, "config.worktree", place.gitFolder().resolve("config.worktree"));
                    putHooks(facts, place.commonFolder().resolve("hooks"));
                    return new RepositoryFingerprint(facts);
                });
    }

    /** Records each stash by its commit, because its number changes. */
    private void putStashes(Map<String, String> facts) throws IOException {
        Path log = place.commonFolder().resolve("logs").resolve(STASH);
        if (!Files.isRegularFile(log)) return;
        try (var lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            lines.map(line -> line.split(" ", 3))
                    .filter(words -> words.length == 3)
                    .limit(STASHES_MAX)
                    .forEach(words -> facts.put(STASH + "@" + words[1], words[1]));
        }
    }

    private static void putHooks(Map<String, String> facts, Path hooks) throws IOException {
        if (!Files.isDirectory(hooks)) return;
        try (var files = Files.walk(hooks)) {
            var hookFiles =
                    files.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
                            .limit(HOOK_FILES_MAX);
            for (Path file : hookFiles.toList())
                putFile(facts, "hooks/" + hooks.relativize(file), file);
        }
    }

    private static void putFile(Map<String, String> facts, String name, Path file)
            throws IOException {
        if (Files.isSymbolicLink(file)) {
            facts.put(name, "link: " + Files.readSymbolicLink(file));
        } else if (Files.isRegularFile(file)) {
            facts.put(
                    name,
                    (Files.isExecutable(file) ? "x:" : "") + digest(Files.readAllBytes(file)));
        }
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }
}
