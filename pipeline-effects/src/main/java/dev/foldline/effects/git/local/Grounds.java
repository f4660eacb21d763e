package dev.foldline.effects.git.local;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.git.Ground;
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
import org.eclipse.jgit.lib.Ref;

/** Takes the fingerprint of {@code .git} by reading files; to run git here could run what an agent planted. */
record Grounds(Place place, Reads reads) {
    private static final List<String> REF_FOLDERS = List.of("refs/heads/", "refs/tags/", "refs/replace/", Work.OUR_REFS);
    private static final List<String> SHARED_FILES =
            List.of("config", "info/exclude", "info/attributes", "objects/info/alternates");
    private static final int HOOK_FILES_MAX = 1_000;

    Ground take() throws GitFault {
        return Reads.reading("take the fingerprint of " + place.commonFolder(), () -> {
            var facts = new TreeMap<String, String>();
            facts.put("HEAD", Files.readString(place.gitFolder().resolve("HEAD"), StandardCharsets.UTF_8).strip());
            for (String folder : REF_FOLDERS) {
                for (Ref ref : reads.refsBelow(folder)) facts.put(ref.getName(), valueOf(ref));
            }
            for (String name : SHARED_FILES) putFile(facts, name, place.commonFolder().resolve(name));
            putFile(facts, "config.worktree", place.gitFolder().resolve("config.worktree"));
            putHooks(facts, place.commonFolder().resolve("hooks"));
            return new Ground(facts);
        });
    }

    private static String valueOf(Ref ref) {
        if (ref.isSymbolic()) return "ref: " + ref.getTarget().getName();
        return ref.getObjectId() == null ? "" : ref.getObjectId().name();
    }

    private static void putHooks(Map<String, String> facts, Path hooks) throws IOException {
        if (!Files.isDirectory(hooks)) return;
        try (var files = Files.walk(hooks)) {
            var hookFiles = files.filter(it -> !Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS)).limit(HOOK_FILES_MAX);
            for (Path file : hookFiles.toList()) putFile(facts, "hooks/" + hooks.relativize(file), file);
        }
    }

    private static void putFile(Map<String, String> facts, String name, Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            facts.put(name, "link: " + Files.readSymbolicLink(file));
        } else if (Files.isRegularFile(file)) {
            facts.put(name, (Files.isExecutable(file) ? "x:" : "") + digest(Files.readAllBytes(file)));
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
