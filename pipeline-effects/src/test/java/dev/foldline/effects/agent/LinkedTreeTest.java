package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Agents in a working tree beside the user's own. */
class LinkedTreeTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private Path tree;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder);
        tree = at.outside.resolve("tree");
        at.git("worktree", "add", "-q", "-b", "foldline/run", tree.toString());
    }

    @AfterEach
    void close() {
        at.close();
    }

    private Event call(String script) throws IOException {
        var context = at.contextIn(tree);
        try (var git = context.git()) {
            var agent =
                    new AgentDefinition.Program(
                            new CommandLine.Shell(script), List.of(), Optional.empty());
            var effect =
                    new InvokeAgent(
                            AgentCalls.PLACE,
                            "developer",
                            "mine",
                            at.blob("x"),
                            Option.none(),
                            Vector.empty(),
                            AgentCalls.PATIENT,
                            Option.none(),
                            Option.none(),
                            Option.none());
            return new AgentHandler(
                            context,
                            new AgentRegistry(Map.of("mine", agent)),
                            new ProcessRunner(),
                            line -> {},
                            started -> {})
                    .call(7, effect, new Cancellation());
        }
    }

    @Test
    void the_user_can_keep_working_in_the_main_tree() throws IOException {
        var users = "git -C '" + at.root + "' -c user.name=x -c user.email=x@x ";
        assertThat(call(users + "commit -q --allow-empty -m theirs; echo"))
                .isInstanceOf(AgentFinished.class);
        assertThat(call(users + "checkout -q -b another; echo")).isInstanceOf(AgentFinished.class);
    }

    @Test
    void commits_of_its_own_become_uncommitted_work_again() throws IOException {
        var before = at.git("rev-parse", "foldline/run");
        assertThat(
                        call(
                                "echo two >>a.txt; git -c user.name=x -c user.email=x@x commit -qam"
                                        + " own; echo"))
                .isInstanceOf(AgentFinished.class);
        assertThat(at.git("rev-parse", "foldline/run")).isEqualTo(before);
        assertThat(at.git("-C", tree.toString(), "diff", "--name-only")).isEqualTo("a.txt");
    }

    @Test
    void a_tree_that_was_led_to_another_repository_is_led_back() throws IOException {
        var pointer = Files.readString(tree.resolve(".git"));
        var fault =
                AgentCalls.fault(
                        call("git init -q evil; echo \"gitdir: $PWD/evil/.git\" >.git; echo"));
        assertThat(fault.message()).contains("changed .git (it is put back");
        assertThat(tree.resolve(".git")).hasContent(pointer);
    }
}
