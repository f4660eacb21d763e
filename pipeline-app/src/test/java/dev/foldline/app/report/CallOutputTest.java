package dev.foldline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Step.Expectation;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a check of two commands prints, passed on while it is written. */
class CallOutputTest {
    @TempDir Path folder;
    private CallOutput call;

    @BeforeEach
    void a_check() throws IOException {
        var run = new RunDirectory(RunId.draw(new Random(1)), folder);
        Files.createDirectories(run.output());
        var commands = Vector.<CommandLine>of(shell("a"), shell("b"));
        var key = new EffectKey("stage", 1, "phase", 1, 1, 1);
        var check = new RunCheck(key, "checks", commands, Expectation.PASS, Vector.empty(), 1000);
        call = new CallOutput(run, 5, new EffectStarted(7, check));
    }

    private static CommandLine shell(String text) {
        return new CommandLine.Shell(text);
    }

    private void print(int command, String text) throws IOException {
        Files.writeString(
                folder.resolve("output/check-7-" + command + ".out"),
                text,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private List<OutputAddition> passed(boolean isOver) throws IOException {
        var passed = new ArrayList<OutputAddition>();
        call.pass(isOver, passed::add);
        return passed;
    }

    private List<String> texts(boolean isOver) throws IOException {
        return passed(isOver).stream().map(OutputAddition::text).toList();
    }

    @Test
    void whole_lines_are_passed_on_once_and_the_rest_when_the_command_has_ended()
            throws IOException {
        assertThat(texts(false)).as("it has started").containsExactly("");
        print(1, "one\ntw");
        assertThat(texts(false)).containsExactly("one\n");
        print(1, "o");
        assertThat(texts(false)).isEmpty();
        print(2, "three\nfo");
        assertThat(texts(false)).containsExactly("two", "three\n");
        print(2, "ur");
        assertThat(texts(true)).containsExactly("four");
        assertThat(texts(true)).isEmpty();
    }

    @Test
    void a_file_that_a_repeated_call_writes_again_is_read_from_its_start() throws IOException {
        print(1, "the first attempt\n");
        assertThat(texts(false)).containsExactly("", "the first attempt\n");
        Files.delete(folder.resolve("output/check-7-1.out"));
        print(1, "the second\n");
        assertThat(texts(false)).containsExactly("the second\n");
    }

    @Test
    void of_much_output_the_end_is_passed_on_and_a_line_without_an_end_in_parts()
            throws IOException {
        print(1, "x".repeat(OutputPage.BYTES_MAX) + "\nlast\n");
        var end = passed(false).getLast();
        assertThat(end.skipped()).isEqualTo(6);
        assertThat(end.text()).hasSize(OutputPage.BYTES_MAX).endsWith("x\nlast\n");
        print(1, "y".repeat(OutputPage.BYTES_MAX + 1));
        assertThat(texts(false)).containsExactly("y".repeat(OutputPage.BYTES_MAX));
        assertThat(texts(true)).containsExactly("y");
    }
}
