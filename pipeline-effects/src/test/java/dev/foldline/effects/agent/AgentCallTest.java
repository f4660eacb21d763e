package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.state.ErrorClass;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.HandlerFixture;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;

/** What an agent is given, and what its end means. */
class AgentCallTest {
    @TempDir Path folder;
    private HandlerFixture at;
    private AgentCalls calls;

    @BeforeEach
    void open() throws IOException {
        at = HandlerFixture.in(folder, "my 'odd' \"work\" $folder");
        calls = new AgentCalls(at);
    }

    @AfterEach
    void close() {
        at.close();
    }

    @Test
    void the_prompt_is_on_standard_input() throws IOException {
        var event =
                (AgentFinished)
                        calls.call(
                                new CommandLine.Shell("cat"), "write `code`, \u00e4nd \"more\"\n");
        assertThat(calls.transcript(event)).isEqualTo("write `code`, \u00e4nd \"more\"\n");
    }

    @Test
    void the_prompt_file_stays_one_word_in_every_kind_of_quotes() throws IOException {
        for (var line :
                new String[] {
                    "cat {prompt_file}",
                    "cat \"{prompt_file}\"",
                    "cat '{prompt_file}'",
                    "cat \"$FOLDLINE_PROMPT_FILE\"",
                    "echo \"$(cat {prompt_file})\"",
                    "echo \"`cat {prompt_file}`\"",
                    "cat <{prompt_file}"
                }) {
            assertThat(calls.transcript(calls.finished(line)).strip()).as(line).isEqualTo("do it");
        }
    }

    @Test
    void an_argument_vector_meets_no_shell() throws IOException {
        var event =
                (AgentFinished)
                        calls.call(
                                new CommandLine.Arguments(
                                        Vector.of(
                                                "printf",
                                                "%s|",
                                                "{prompt_file}",
                                                "a {role} of {model}",
                                                "$HOME",
                                                "{unknown}")),
                                "do it");
        assertThat(calls.transcript(event))
                .isEqualTo(
                        at.root.resolve(".foldline/prompt.md")
                                + "|a developer of small|$HOME|{unknown}|");
    }

    @Test
    void the_agent_gets_its_role_run_and_ticket() throws IOException {
        var said =
                calls.transcript(
                        calls.finished("echo $FOLDLINE_ROLE $FOLDLINE_RUN $FOLDLINE_TICKET; pwd"));
        assertThat(said).isEqualTo("developer " + at.directory.id() + " 7\n" + at.root + "\n");
    }

    @Test
    void secrets_do_not_reach_an_agent_unless_listed() throws IOException {
        at.with("SECRET_ONE", "1")
                .with("LISTED_ONE", "2")
                .with("ADAPTERS_ONE", "3")
                .with("GIT_DIR", "x")
                .with("SSH_AUTH_SOCK", "x")
                .with("GIT_SSH_COMMAND", "x")
                .with("LC_TIME", "C")
                .with("FOLDLINE_RUN", "another")
                .listing("LISTED_ONE");
        var seen = calls.transcript(calls.env("ADAPTERS_ONE").finished("env"));
        assertThat(seen.lines().map(line -> line.replaceAll("=.*", "")))
                .contains("LISTED_ONE", "ADAPTERS_ONE", "LC_TIME", "PATH", "HOME")
                .doesNotContain(
                        "SECRET_ONE",
                        "SSH_AUTH_SOCK",
                        "GIT_DIR",
                        "GIT_SSH_COMMAND",
                        "GIT_CONFIG_GLOBAL")
                .contains("FOLDLINE_RUN");
        assertThat(seen).contains("FOLDLINE_RUN=" + at.directory.id());
    }

    @Test
    void an_idle_silent_call_is_not_done() throws IOException {
        at.write(".foldline/plan.json", "{}");
        assertThat(calls.failed("true").kind()).isEqualTo(Kind.NO_OUTPUT);
        assertThat(calls.failed("rm -r .foldline").kind()).isEqualTo(Kind.NO_OUTPUT);
    }

    @Test
    void a_change_without_output_counts_as_work() throws IOException {
        assertThat(calls.finished("echo more >>a.txt").transcript()).isEmpty();
        calls.finished("rm folder/b.txt");
        calls.finished("echo '{}' >.foldline/plan.json");
        calls.finished("echo '{\"a\":1}' >.foldline/plan.json");
        calls.finished("echo hm >&2");
    }

    @Test
    void a_failure_is_reported_with_the_last_output() throws IOException {
        var fault = calls.failed("echo working; echo 'cannot go on' >&2; exit 1");
        assertThat(fault.kind()).isEqualTo(Kind.AGENT_FAILED);
        assertThat(fault.message()).contains("mine", "exit code 1", "cannot go on");
        assertThat(at.text(fault.output().get())).isEqualTo("working\n");
        assertThat(at.text(calls.failed("echo only this >&2; exit 1").output().get()))
                .isEqualTo("only this\n");
    }

    @Test
    void the_output_of_the_agent_is_shown_and_does_not_decide_whether_a_retry_can_help()
            throws IOException {
        var prose = calls.failed("echo 'the tests say ECONNREFUSED'; exit 3");
        assertThat(prose.message()).contains("exit code 3", "ECONNREFUSED");
        assertThat(ErrorClass.of(prose)).isEqualTo(ErrorClass.FINAL);
        assertThat(
                        ErrorClass.of(
                                calls.failed(
                                        "echo 'the tests say ENOENT'; echo 'connect ECONNREFUSED'"
                                                + " >&2; exit 3")))
                .as("what it complains of does")
                .isEqualTo(ErrorClass.RETRYABLE);
    }

    @Test
    void exit_codes_have_their_meanings() throws IOException {
        assertThat(calls.failed("exit 75").kind()).isEqualTo(Kind.RATE_LIMIT);
        assertThat(calls.failed("echo; exit 126").kind()).isEqualTo(Kind.AGENT_SETUP);
        assertThat(calls.failed("no-such-program-anywhere").kind()).isEqualTo(Kind.AGENT_SETUP);
        assertThat(calls.failed("kill -SEGV $$").message()).contains("signal 11");
    }

    @Test
    void a_missing_program_is_a_setup_failure() throws IOException {
        var fault =
                AgentCalls.fault(
                        calls.call(
                                new CommandLine.Arguments(Vector.of("no-such-program-anywhere")),
                                "x"));
        assertThat(fault.kind()).isEqualTo(Kind.AGENT_SETUP);
        assertThat(fault.message()).contains("no-such-program-anywhere", "PATH");
        at.write("agent.txt", "#!/bin/sh\n");
        assertThat(
                        AgentCalls.fault(
                                        calls.call(
                                                new CommandLine.Arguments(Vector.of("./agent.txt")),
                                                "x"))
                                .kind())
                .isEqualTo(Kind.AGENT_SETUP);
    }

    @Test
    void fifty_megabytes_of_output_are_kept_but_not_buffered() throws IOException {
        var event = calls.finished("head -c 52428800 /dev/zero | tr '\\0' 'x'; echo; echo end");
        assertThat(Files.size(at.context().blobs().file(event.transcript().get())))
                .isEqualTo(52_428_800 + 5);
    }

    @Test
    void output_that_is_no_text_is_kept_as_it_is() throws IOException {
        var received = Collections.synchronizedList(new ArrayList<String>());
        var event = calls.withListener(received::add).finished("printf 'a\\377\\000b\\r\\nlast'");
        assertThat(at.context().blobs().get(event.transcript().get()))
                .containsExactly('a', 0xff, 0, 'b', '\r', '\n', 'l', 'a', 's', 't');
        assertThat(received).containsExactly("a\ufffd\0b", "last");
    }

    @Test
    void an_output_file_that_was_replaced_by_a_link_is_created_again() throws IOException {
        Path precious = Files.writeString(at.outside.resolve("precious"), "precious");
        Files.createSymbolicLink(at.directory.output().resolve("agent-7.out"), precious);
        calls.finished("echo hello");
        assertThat(precious).hasContent("precious");
        assertThat(at.directory.output().resolve("agent-7.out"))
                .isRegularFile()
                .hasContent("hello");
    }

    @Test
    void pipes_and_repositories_in_the_tree_do_not_block_the_call() throws IOException {
        calls.finished(
                "mkfifo pipe; rm a.txt; mkfifo a.txt; git init -q nested; echo >nested/x; ln -s"
                        + " loop loop; ln -s .. up; echo");
        assertThat(calls.failed("true").kind()).isEqualTo(Kind.NO_OUTPUT);
        assertThat(at.git.dirty(at.context().exclusions(HandlerFixture.NOTHING_KEPT)))
                .extracting(each -> each.path())
                .contains("loop", "up", "nested/");
    }

    @Test
    void an_unknown_agent_and_a_missing_prompt_are_faults() throws IOException {
        var handler =
                new AgentHandler(
                        at.context(),
                        new AgentRegistry(java.util.Map.of()),
                        new dev.foldline.effects.process.ProcessRunner(),
                        line -> {},
                        started -> {});
        var effect =
                new dev.foldline.core.effect.AgentEffect.InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "who",
                        "",
                        io.vavr.control.Option.none(),
                        Vector.empty(),
                        AgentCalls.PATIENT,
                        io.vavr.control.Option.none(),
                        io.vavr.control.Option.none(),
                        io.vavr.control.Option.none());
        assertThat(AgentCalls.fault(handler.call(7, effect, calls.stop())).message())
                .contains("unknown agent who");
    }

    @Test
    void a_program_without_frames_reports_no_usage_even_if_it_is_silent() throws IOException {
        assertThat(calls.finished("echo more >>a.txt").spend().tokens()).isEmpty();
        assertThat(
                        ((dev.foldline.core.event.AgentEvent.AgentFailed) calls.shell("exit 3"))
                                .spend()
                                .microUsd())
                .isEmpty();
    }
}
