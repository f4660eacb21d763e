package dev.foldline.effects.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

class FolderTemplateTest {
    @TempDir Path folder;

    @Test
    void it_is_made_once_and_each_copy_is_a_folder_of_its_own_that_names_itself() throws Exception {
        var made = new ArrayList<Path>();
        var template =
                new FolderTemplate(
                        original -> {
                            made.add(original);
                            var git = Files.createDirectories(original.resolve("repo/.git"));
                            Files.writeString(git.resolve("config"), "url = " + original + "\n");
                            Files.writeString(original.resolve("work.txt"), "of " + original);
                        });
        var first = template.copyTo(folder.resolve("first")).toRealPath();
        Files.writeString(first.resolve("work.txt"), "changed");
        var second = template.copyTo(folder.resolve("second")).toRealPath();
        assertThat(made).hasSize(1);
        assertThat(first.resolve("repo/.git/config")).hasContent("url = " + first + "\n");
        assertThat(second.resolve("repo/.git/config")).hasContent("url = " + second + "\n");
        assertThat(second.resolve("work.txt")).hasContent("of " + made.getFirst());
    }
}
