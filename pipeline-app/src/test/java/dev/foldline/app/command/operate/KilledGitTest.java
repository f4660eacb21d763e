package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A git process that somebody kills says nothing about the work: no agent is let into it for that.
 */
class KilledGitTest {
    @TempDir Path folder;

    /** A check arms a git that kills itself at its next {@code write-tree}, so many times. */
    private CliFixture killing(int times) throws Exception {
        var place = CliFixture.ready(folder);
        var home = Path.of(place.environment.get("HOME"));
        var path = place.environment.getOrDefault("PATH", "/usr/bin:/bin");
        var bin = Files.createDirectories(folder.resolve("bin"));
        Files.writeString(
                bin.resolve("git"),
                """
                #!/bin/sh
                case " $* " in *" write-tree "*)
                  if [ -e "%1$s/armed" ] && [ "$(cat "%1$s/killed" 2>/dev/null | wc -c)" -lt %2$d ]; then printf x >> "%1$s/killed"; kill -9 $$; fi ;;
                esac
                PATH="%3$s" exec git "$@"
                """
                        .formatted(home, times, path));
        Files.setPosixFilePermissions(
                bin.resolve("git"), PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.put("PATH", bin + ":" + path);
        place.environment.put("FOLDLINE_RECORD", "off"); // its git would be killed instead
        return place.configured(
                "checks: [\"touch "
                        + home
                        + "/armed\"]\nchecks_on_base: ignore\niterations: 1\nreviews: 0\n");
    }

    private static List<String> lines(CliFixture place, String word) {
        return place.foldline("log").out().lines().filter(line -> line.contains(word)).toList();
    }

    @Test
    void the_same_effect_is_carried_out_again_without_an_agent() throws Exception {
        var place = killing(1);
        var reported = place.foldline("run", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(lines(place, "was ended by signal 9")).hasSize(1);
        assertThat(lines(place, "begin: call")).noneMatch(line -> line.contains("recoverer"));
        assertThat(place.committed()).containsExactly("work.txt");
    }
}
