package dev.foldline.effects.git.local;

import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads.Identity;
import dev.foldline.effects.git.command.Ran;
import dev.foldline.effects.git.command.Workbench;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The small things of a repository: who commits, what is locked, what is ignored without being committed. */
record Housekeeping(Workbench bench) {

    Identity identity() throws GitFault {
        Ran author = bench.git("var", "GIT_AUTHOR_IDENT").run();
        Ran committer = bench.git("var", "GIT_COMMITTER_IDENT").run();
        if (!author.succeeded()) return new Identity.Unknown(author.said());
        if (!committer.succeeded()) return new Identity.Unknown(committer.said());
        return new Identity.Known(committer.text().substring(0, committer.text().lastIndexOf('>') + 1));
    }

    List<Path> lockFiles() throws GitFault {
        return Reads.reading("look for locks", () -> {
            var place = bench.place();
            try (Stream<Path> own = Files.list(place.gitFolder());
                    Stream<Path> shared = Files.list(place.commonFolder());
                    Stream<Path> refs = Files.walk(place.commonFolder().resolve("refs"))) {
                return Stream.of(own, shared, refs).flatMap(it -> it)
                        .filter(file -> file.getFileName().toString().endsWith(".lock"))
                        .sorted().distinct().toList();
            }
        });
    }

    /** Whether the pattern had to be added. Written aside and renamed in, so that no reader sees half a file. */
    boolean exclude(String pattern) throws GitFault {
        return Reads.reading("exclude " + pattern, () -> {
            Path file = bench.place().commonFolder().resolve("info").resolve("exclude");
            Files.createDirectories(file.resolveSibling("."));
            String text = Files.exists(file) ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) : "";
            if (text.lines().anyMatch(line -> line.strip().equals(pattern))) return false;
            String more = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
            Path aside = file.resolveSibling("exclude-" + UUID.randomUUID());
            Files.write(aside, (more + pattern + "\n").getBytes(StandardCharsets.ISO_8859_1));
            Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        });
    }
}
