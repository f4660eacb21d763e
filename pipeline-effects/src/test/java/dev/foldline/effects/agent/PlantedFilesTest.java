package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.effects.artifact.ArtifactHandler;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Links, pipes and folders that an agent puts where we are going to read, write and clean. */
class PlantedFilesTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;
    private ArtifactHandler artifacts;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        calls = new AgentCalls(at);
        artifacts =
                new ArtifactHandler(at.context().exchange(), at.context().blobs(), Schemas.OURS);
        Files.writeString(
                at.outside.resolve("plan.json"),
                "{\"summary\":\"s\",\"steps\":[{\"title\":\"t\"}]}");
        Files.writeString(at.outside.resolve("prompt.md"), "precious");
    }

    @AfterEach
    void files_outside_the_tree_are_unchanged() throws IOException {
        at.close();
        assertThat(at.outside.resolve("plan.json")).exists();
        assertThat(at.outside.resolve("prompt.md")).hasContent("precious");
        try (var files = Files.list(at.outside)) {
            assertThat(files).hasSize(2);
        }
    }

    private ArtifactRefused refused() throws IOException {
        var event =
                artifacts.collect(1, new CollectArtifact(AgentCalls.PLACE, "plan", Vector.empty()));
        assertThat(event).isInstanceOf(ArtifactRefused.class);
        return (ArtifactRefused) event;
    }

    private void clean() throws IOException {
        artifacts.clean(1, new CleanArtifacts(AgentCalls.PLACE, Vector.of("plan")));
    }

    @Test
    void an_exchange_folder_that_is_a_link_is_neither_read_nor_cleaned_nor_written_through()
            throws IOException {
        calls.finished("rm -r .foldline; ln -s '" + at.outside + "' .foldline; echo");
        assertThat(refused().why()).contains("not found or empty");
        clean();
        calls.finished("cat {prompt_file}");
        assertThat(Files.isSymbolicLink(at.root.resolve(".foldline"))).isFalse();
    }

    @Test
    void an_exchange_folder_that_is_gone_or_a_file_is_made_again() throws IOException {
        for (var trick :
                new String[] {
                    "rm -r .foldline",
                    "rm -r .foldline; echo >.foldline",
                    "rm -r .foldline; mkfifo .foldline"
                }) {
            calls.finished(trick + "; echo");
            assertThat(refused().why()).contains("not found or empty");
            clean();
        }
        calls.finished("cat {prompt_file}");
    }

    @Test
    void an_artifact_that_is_no_plain_file_is_refused_and_cleaned_away() throws IOException {
        for (var trick :
                new String[] {
                    "ln -s '" + at.outside + "/plan.json' plan.json",
                    "mkfifo plan.json",
                    "mkdir -p plan.json/a/b",
                    "ln -s /dev/zero plan.json",
                    "ln -s nowhere plan.json"
                }) {
            calls.finished("cd .foldline && " + trick + "; echo");
            assertThat(refused().why()).as(trick).contains("no plain file");
            clean();
            assertThat(
                            Files.exists(
                                    at.root.resolve(".foldline/plan.json"),
                                    LinkOption.NOFOLLOW_LINKS))
                    .as(trick)
                    .isFalse();
        }
    }

    @Test
    void a_link_inside_a_folder_of_that_name_is_removed_alone() throws IOException {
        calls.finished(
                "mkdir .foldline/plan.json; ln -s '"
                        + at.outside
                        + "' .foldline/plan.json/x; echo");
        clean();
        assertThat(at.root.resolve(".foldline/plan.json")).doesNotExist();
    }

    @Test
    void a_huge_artifact_is_refused() throws IOException {
        calls.finished("head -c 5000000 /dev/zero >.foldline/plan.json; echo");
        assertThat(refused().why()).contains("larger than");
        calls.finished("truncate -s 100G .foldline/plan.json; echo");
        assertThat(refused().why()).contains("larger than");
    }

    @Test
    void a_prompt_that_is_a_link_is_replaced() throws IOException {
        calls.finished("ln -sf '" + at.outside + "/prompt.md' .foldline/prompt.md; echo");
        calls.finished("cat {prompt_file}");
        assertThat(at.root.resolve(".foldline/prompt.md")).isRegularFile().hasContent("do it");
    }

    @Test
    void the_task_file_is_restored_and_not_through_a_link() throws IOException {
        for (var trick :
                new String[] {
                    "rm PROMPT.md",
                    "rm PROMPT.md; ln -s '" + at.outside + "/new' PROMPT.md",
                    "rm PROMPT.md; ln -s '" + at.outside + "/prompt.md' PROMPT.md"
                }) {
            calls.finished(trick + "; echo");
            assertThat(Files.isRegularFile(at.root.resolve("PROMPT.md"), LinkOption.NOFOLLOW_LINKS))
                    .as(trick)
                    .isTrue();
            assertThat(at.read("PROMPT.md")).isEqualTo("the task\n");
        }
    }

    @Test
    void a_task_file_that_was_edited_stays_edited() throws IOException {
        calls.finished("echo more >>PROMPT.md; echo");
        assertThat(at.read("PROMPT.md")).isEqualTo("the task\nmore\n");
    }
}
