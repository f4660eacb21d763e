package dev.foldline.effects.git;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;

/** The programs that git starts because its configuration says so, and where they lie. */
class ConfiguredProgramTest {
    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({
        "filter.t.clean, tools/program %f",
        "filter.t.smudge, sh tools/program",
        "filter.a.b.process, ./tools/program",
        "core.fsmonitor, tools/program",
        "core.fsMonitor, tools/program",
        "diff.external, tools/program",
        "diff.t.command, tools/program",
        "diff.t.textconv, tools/program",
        "merge.t.driver, 'tools/program %O %A %B'",
        "credential.helper, '!tools/program get'",
        "credential.https://example.org.helper, tools/program",
        "core.editor, \"'tools/program'\"",
        "sequence.editor, tools/program",
        "core.sshCommand, tools/program -v",
        "core.askPass, tools/program",
        "gpg.program, tools/program",
        "gpg.ssh.program, tools/program",
        "gpg.ssh.defaultKeyCommand, tools/program",
        "hook.format.command, tools/program",
    })
    void a_program_in_the_tree_is_found(String key, String value) throws Exception {
        var program = Files.createDirectories(folder.resolve("tools")).resolve("program");
        Files.writeString(program, "cat");
        assertThat(ConfiguredProgram.of(key, value).orElseThrow().filesIn(folder))
                .containsExactly(program);
    }

    @ParameterizedTest
    @CsvSource({
        "core.fsmonitor, true",
        "credential.helper, store",
        "filter.t.required, true",
        "user.name, tools/program",
    })
    void other_settings_name_none(String key, String value) {
        assertThat(ConfiguredProgram.of(key, value)).isEmpty();
    }

    @Test
    void a_program_elsewhere_is_not_in_the_tree() {
        assertThat(
                        ConfiguredProgram.of("core.editor", "/bin/sh ../other")
                                .orElseThrow()
                                .filesIn(folder))
                .isEmpty();
    }
}
