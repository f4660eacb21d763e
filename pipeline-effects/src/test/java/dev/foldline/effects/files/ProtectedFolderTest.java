package dev.foldline.effects.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Folders of ours. */
class ProtectedFolderTest {
    @TempDir Path folder;

    @Test
    void a_removed_folder_is_removed_with_its_content() throws IOException {
        var own = new ProtectedFolder(folder.resolve("own")).make();
        Files.createDirectories(own.path().resolve("deep/deeper"));
        own.write("a.txt", "a");
        own.remove();
        assertThat(own.path()).doesNotExist();
        own.remove();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void the_target_of_a_link_in_place_of_the_folder_or_inside_it_stays() throws IOException {
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("kept.txt"), "kept");
        var own = new ProtectedFolder(folder.resolve("own")).make();
        Files.createSymbolicLink(own.path().resolve("inner"), outside);
        own.remove();
        Files.createSymbolicLink(own.path(), outside);
        own.remove();
        assertThat(Files.exists(own.path(), LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(outside.resolve("kept.txt")).hasContent("kept");
    }
}
