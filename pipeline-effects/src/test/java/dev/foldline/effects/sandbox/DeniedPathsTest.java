package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.Map;

/** Paths that could not be written, in the words of real programs. */
class DeniedPathsTest {
    private static final Path HOME = Path.of("/users/ada");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "touch: cannot touch '/users/ada/.tool/x': Read-only file system | ./.tool",
                "mkdir: cannot create directory ‘/users/ada/.m2’: Read-only file system | ./.m2",
                "sh: 1: cannot create /users/ada/out: Read-only file system | ./out",
                "java.nio.file.FileSystemException: /users/ada/.gradle/caches/1: Read-only file"
                        + " system | ./.gradle",
                "[ERROR] Failed: /users/ada/.m2/repository/a/b.part (Read-only file system) |"
                        + " ./.m2",
                "OSError: [Errno 30] Read-only file system: '/users/ada/.cache/pip/http' |"
                        + " ./.cache/pip",
                "npm error EROFS: read-only file system, mkdir '/users/ada/.npm/_cacache' | ./.npm",
                "open /users/ada/.local/share/tool/db: read-only file system | ./.local/share/tool",
                "{\"text\":\"touch: '/users/ada/.tool/x': Read-only file system\\\\n"
                        + "Done\"} | ./.tool",
                "cp: cannot create regular file '/opt/app/x': Read-only file system | /opt/app",
            })
    void the_folder_of_the_program_is_proposed(String printed, String grant) {
        assertThat(DeniedPaths.in(printed, HOME)).containsExactly(grant.replace("./", "~/"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "touch: cannot touch '/etc/x': Permission denied",
                "touch: cannot touch '/proc/1/x': Read-only file system",
                "error: could not lock config file /repo/.git/config: Read-only file system",
                "Read-only file system",
                "the tests of a read-only file system passed",
            })
    void nothing_is_proposed_where_no_grant_would_help(String printed) {
        assertThat(DeniedPaths.in(printed, HOME)).isEmpty();
    }

    @Test
    void the_path_may_be_named_before_the_reason() {
        assertThat(
                        DeniedPaths.in(
                                "error: failed to create '/users/ada/.cargo/registry'\n\n"
                                        + "Caused by:\n  Read-only file system (os error 30)",
                                HOME))
                .containsExactly("~/.cargo");
    }

    @Test
    void each_path_is_named_once_and_three_at_most() {
        var printed = new StringBuilder();
        for (int n = 0; n < 9; n++)
            printed.append("touch '/opt/").append(n / 2).append("/x': Read-only file system\n");
        assertThat(DeniedPaths.in(printed.toString(), HOME))
                .containsExactly("/opt/0", "/opt/1", "/opt/2");
    }

    @Test
    void a_call_without_a_sandbox_is_refused_nothing_by_it() {
        var printed = "touch: cannot touch '/opt/x/y': Read-only file system";
        assertThat(SandboxedCall.NONE.notes(printed, Map.of("HOME", "/users/ada"))).isEmpty();
    }
}
