package dev.foldline.effects.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.files.FileBaseline;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Edits of the user's own configuration of git during a call. */
class UserSettingsTest {
    private static final String BEFORE = "[user]\n\tname = Ada\n[core]\n\teditor = vi\n";

    @TempDir Path folder;

    private boolean isUsedAsItWas(String name, String before, String after) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, before);
        var baseline = FileBaseline.at(file);
        Files.writeString(file, after);
        return UserSettings.isUsedAsItWas(baseline);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BEFORE + "[alias]\n\tst = status\n",
                BEFORE + "\n[alias]\n# mine\n\n\tlg = !git log --graph # all\n\tx\n; end\n",
                "[Color]\r\n    ui = always\r\n" + BEFORE,
                "[user]\n\tname = Ada\n[advice]\n\tdetachedHead = false\n[core]\n\teditor = vi",
                BEFORE + "[mergetool]\n\tkeepBackup = false\n[help]\n\tautocorrect = 1\n",
            })
    void what_only_terminals_use_is_the_users(String after) throws IOException {
        for (var name : new String[] {".gitconfig", ".config/git/config", "etc/gitconfig"})
            assertThat(isUsedAsItWas(name, BEFORE, after)).as(name + after).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                BEFORE + "[core]\n\thooksPath = planted\n",
                BEFORE + "[alias]\n[core]\n\tfsmonitor = planted\n",
                BEFORE + "[alias]\n\tx = y\\\n[core]\n\tfsmonitor = planted\n",
                BEFORE + "[alias]\n\tx = y\n[core] fsmonitor = planted\n",
                BEFORE + "[alias]\n\tx = y\n [Core]\n\tfsmonitor = planted\n",
                BEFORE + "[alias]\n\t[core]\n\tfsmonitor = planted\n",
                BEFORE + "[alias]\n\t!x\n",
                BEFORE + "[alias \"x\"]\n\tcommand = planted\n",
                BEFORE + "[filter \"x\"]\n\tclean = planted\n",
                BEFORE + "[include]\n\tpath = planted\n",
                BEFORE + "[init]\n\ttemplateDir = planted\n",
                BEFORE + "[credential]\n\thelper = planted\n",
                BEFORE + "[url \"planted\"]\n\tinsteadOf = https:\n",
                "[alias]\n\teditor = vi\n[user]\n\tname = Ada\n",
                "[user]\n\tname = Bob\n[core]\n\teditor = vi\n",
                ""
            })
    void everything_else_is_not(String after) throws IOException {
        assertThat(isUsedAsItWas(".gitconfig", BEFORE, after)).as(after).isFalse();
    }

    @Test
    void a_file_of_another_name_has_another_grammar() throws IOException {
        assertThat(isUsedAsItWas("attributes", "", "[alias]\nx = y filter=planted\n")).isFalse();
        assertThat(isUsedAsItWas(".git/config", "", "[alias]\n\tx = y\n")).isFalse();
    }

    @Test
    void a_run_goes_on_when_its_user_adds_an_alias() throws IOException {
        try (var at = HandlerFixture.in(folder)) {
            var guard =
                    RepositoryGuard.before(
                            at.context(), 7, Vector.empty(), RepositoryGuard.Commits.TAKEN_BACK);
            at.git("config", "--global", "alias.st", "status");
            Files.writeString(folder.resolve("home/.gitconfig"), "[alias]\n\tx = y\n");
            var verdict = guard.after();
            assertThat(verdict.trespass()).isEmpty();
            assertThat(verdict.notes())
                    .hasSize(2)
                    .allMatch(note -> note.contains("that only a terminal uses"));
            assertThat(at.git("config", "--global", "alias.st")).isEqualTo("status");
        }
    }
}
