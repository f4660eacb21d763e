package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.command.GitResult;
import dev.foldline.effects.git.command.GitRunner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Metadata of a repository: the committer, lock files and the exclude file. */
record RepositoryMetadata(GitRunner bench) {

    Identity identity() throws GitFault {
        GitResult author = bench.git("var", "GIT_AUTHOR_IDENT").run();
        GitResult committer = bench.git("var", "GIT_COMMITTER_IDENT").run();
        if (!author.succeeded()) return new Identity.Unknown(author.message());
        if (!committer.succeeded()) return new Identity.Unknown(committer.message());
        return new Identity.Known(
                committer.text().substring(0, committer.text().lastIndexOf('>') + 1));
    }

    List<Path> lockFiles() throws GitFault {
        return JGitReads.reading(
                "look for locks",
                () -> {
                    var place = bench.place();
                    var found = new TreeSet<Path>();
                    locksIn(place.gitFolder(), 1, found);
                    locksIn(place.commonFolder(), 1, found);
                    locksIn(place.commonFolder().resolve("refs"), Integer.MAX_VALUE, found);
                    return List.copyOf(found);
                });
    }

    /** Files that disappear during the walk are not leftover locks. */
    private static void locksIn(Path folder, int depth, Set<Path> found) throws IOException {
        Files.walkFileTree(
                folder,
                Set.of(),
                depth,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes facts) {
                        if (file.getFileName().toString().endsWith(".lock")) found.add(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException why)
                            throws IOException {
                        if (why instanceof NoSuchFileException) return FileVisitResult.CONTINUE;
                        throw why;
                    }
                });
    }

    /**
     * Returns whether the pattern was added. The file is replaced atomically, so that no reader
     * sees a partial one.
     */
    boolean exclude(String pattern) throws GitFault {
        return JGitReads.reading(
                "exclude " + pattern,
                () -> {
                    Path file = bench.place().commonFolder().resolve("info").resolve("exclude");
                    Files.createDirectories(file.resolveSibling("."));
                    String text =
                            Files.exists(file)
                                    ? new String(
                                            Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                                    : "";
                    if (text.lines().anyMatch(line -> line.strip().equals(pattern))) return false;
                    String more = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
                    Path aside = file.resolveSibling("exclude-" + UUID.randomUUID());
                    Files.write(
                            aside, (more + pattern + "\n").getBytes(StandardCharsets.ISO_8859_1));
                    Files.move(
                            aside,
                            file,
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    return true;
                });
    }
}
