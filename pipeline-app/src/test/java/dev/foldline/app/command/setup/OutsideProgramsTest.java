package dev.foldline.app.command.setup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.ConfiguredProgram;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

/** What is said of the programs that run outside every sandbox. */
class OutsideProgramsTest {
    @TempDir Path root;

    @Test
    void each_program_has_its_place_and_what_holds_for_it() throws Exception {
        Files.writeString(Files.createDirectories(root.resolve("tools")).resolve("clean"), "cat");
        var lines =
                new OutsidePrograms(
                                root,
                                root.resolve(".githooks"),
                                Vector.of(
                                        new ConfiguredProgram("filter.t.clean", "sh tools/clean"),
                                        new ConfiguredProgram("core.editor", "vim")))
                        .lines();
        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).matches(" +filter.t.clean +tools/clean +of the working tree: .*");
        assertThat(lines.get(2)).matches(" +core.editor +vim +not in the working tree");
        assertThat(lines.get(3)).matches(" +hooks +.githooks +of the working tree: .*");
        assertThat(lines.get(4)).contains("worktree.setup", "sandbox of checks");
    }

    @Test
    void hooks_of_the_repository_are_not_in_the_tree() {
        assertThat(new OutsidePrograms(root, root.resolve(".git/hooks"), Vector.empty()).lines())
                .element(1)
                .asString()
                .contains("not in the working tree");
    }
}
