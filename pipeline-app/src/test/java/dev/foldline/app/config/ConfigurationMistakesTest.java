package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class ConfigurationMistakesTest {
    @TempDir Path directory;
    private ConfigFixture config = new ConfigFixture(Path.of(""));

    @BeforeEach
    void freshSources() {
        config = new ConfigFixture(directory);
    }

    @Test
    void all_mistakes_of_all_sources_are_reported_at_once() {
        config.userFile("colour: red\n")
                .file("iteration: 5\nreviews: many\n")
                .variable("FOLDLINE_ITERATIONS", "x")
                .set("limits.lop=3");
        assertThat(config.problems())
                .containsExactly(
                        "USER:1:1: unknown key 'colour'; delete it; for all keys: foldline schema"
                                + " config",
                        "foldline.yaml:1:1: unknown key 'iteration'; did you mean 'iterations'?",
                        "foldline.yaml:2:10: reviews is the text \"many\"; write a whole number"
                                + " from 0 to 100",
                        "environment FOLDLINE_ITERATIONS: iterations is x; write a whole number"
                                + " from 0 to 1000",
                        "flag --set limits.lop: unknown key 'limits.lop'; did you mean"
                                + " 'limits.loop'?");
    }

    @Test
    void mistakes_in_a_check_are_reported_at_their_places() {
        assertThat(
                        config.file(
                                        """
                                        checks:
                                          - { run: a, name: unit, reprot: x.xml }
                                          - { report: /x.xml }
                                          - { run: b, name: unit, failures: '(', rerun: 2 }
                                          - { run: c, report: x.xml, failures: y }
                                          - { run: [], known_failures: ignore }
                                        """)
                                .problems())
                .containsExactly(
                        "foldline.yaml:4:21: checks has the text \"unit\" twice; write another one",
                        "foldline.yaml:2:27: unknown key 'reprot' in an entry of checks; did you"
                                + " mean 'report'?",
                        "foldline.yaml:3:5: run is missing in an entry of checks; write run: a"
                                + " shell line",
                        "foldline.yaml:3:15: report of an entry of checks: the glob is absolute;"
                                + " write it relative to the repository's root; write a pattern of"
                                + " report files below the root, as in **/TEST-*.xml",
                        "foldline.yaml:4:37: failures of an entry of checks: Unclosed group at"
                                + " character 2; write a regular expression of at most 1000"
                                + " characters, as in '^FAILED (\\S+)'",
                        "foldline.yaml:4:49: rerun of an entry of checks is the number 2; write a"
                                + " whole number from 0 to 1",
                        "foldline.yaml:5:40: report and failures of an entry of checks both say"
                                + " where failed tests are named; keep one of them",
                        "foldline.yaml:6:12: run of an entry of checks has 0 arguments; write the"
                                + " program and its arguments",
                        "foldline.yaml:6:32: known_failures of an entry of checks is the text"
                                + " \"ignore\"; write one of allow, halt");
    }

    @Test
    void characters_that_change_how_text_is_shown_are_refused_also_as_escapes() {
        assertThat(config.file("checks: [ \"echo \\e[31m\" ]\nbase: ma\u202ein\n").problems())
                .containsExactly(
                        "foldline.yaml:1:11: the control character U+001B; remove it",
                        "foldline.yaml:2:7: the control character U+202E; remove it");
    }

    @Test
    void an_invalid_configuration_is_a_usage_error_of_one_line_a_problem_and_what_helps() {
        config.file("a: 1\nb: 2\n");
        assertThatThrownBy(config::load)
                .isInstanceOfSatisfying(
                        InvalidConfiguration.class,
                        invalid -> {
                            assertThat(invalid.exit()).isEqualTo(ExitCode.USAGE);
                            assertThat(invalid.place()).isEqualTo("foldline.yaml:1:1");
                            assertThat(invalid.describe().lines())
                                    .hasSize(3)
                                    .last()
                                    .asString()
                                    .isEqualTo("  try: foldline schema config");
                        });
    }

    @Test
    void a_key_in_the_wrong_group_is_shown_its_right_one() {
        assertThat(config.file("output_retries: 3\nrun: x\nbudget: { walls: 2h }\n").problems())
                .containsExactly(
                        "foldline.yaml:1:1: unknown key 'output_retries'; did you mean"
                                + " 'limits.output_retries'?",
                        "foldline.yaml:2:1: unknown key 'run'; did you mean 'agents.NAME.run'?",
                        "foldline.yaml:3:11: unknown key 'budget.walls'; did you mean"
                                + " 'budget.wall'?");
    }

    @Test
    void no_key_of_another_group_is_suggested_for_a_key_of_an_agent() {
        assertThat(
                        config.file("agents: { mine: { kind: claude, commnd: x, modl: y } }\n")
                                .problems())
                .containsExactly(
                        "foldline.yaml:1:33: unknown key 'agents.mine.commnd'; delete it; for all"
                                + " keys: foldline schema config",
                        "foldline.yaml:1:44: unknown key 'agents.mine.modl'; did you mean"
                                + " 'agents.mine.model'?");
    }

    @Test
    void a_chosen_name_is_never_suggested() {
        assertThat(config.file("budget: { x: 1 }\n").problems())
                .containsExactly(
                        "foldline.yaml:1:11: unknown key 'budget.x'; delete it; for all keys:"
                                + " foldline schema config");
    }

    @Test
    void a_value_of_the_wrong_type_is_reported_with_the_expected_form() {
        config.file(
                """
                workflow: 5
                iterations: "5"
                reviews: 101
                checks: mvn verify
                gates: { plan: true }
                timeouts: [1h]
                budget:
                  wall: 90
                  agent_calls: 2.5
                limits:
                  backoff_max: 25h
                  loop:
                roles:
                  developer: []
                  planner: [true, "", metered, metered]
                """);
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:1:11: workflow is the number 5, not text; put it in quotes,"
                            + " or write the name of a workflow, or the path of a workflow file",
                        "foldline.yaml:2:13: iterations is the text \"5\"; write a whole number"
                                + " from 0 to 1000",
                        "foldline.yaml:3:10: reviews is the number 101; write a whole number from 0"
                                + " to 100",
                        "foldline.yaml:4:9: checks is the text \"mvn verify\"; write a list of"
                                + " commands, each a shell line, a list of arguments, or a mapping"
                                + " of name, run, report, failures, rerun, known_failures",
                        "foldline.yaml:5:8: gates is a group of keys; write a list, each a name of"
                                + " lower-case letters, digits, '-' and '_'",
                        "foldline.yaml:6:1: timeouts is a list, but it is a group of keys; set the"
                                + " keys below it",
                        "foldline.yaml:8:9: budget.wall is the number 90; write a duration from 1s"
                                + " to 720h, as in 90s or 1h30m",
                        "foldline.yaml:9:16: budget.agent_calls is the number 2.5; write a whole"
                                + " number from 1 to 100000",
                        "foldline.yaml:11:16: limits.backoff_max is the text \"25h\"; write a"
                                + " duration from 1s to 24h, as in 90s or 1h30m",
                        "foldline.yaml:12:3: limits.loop has no value; write a whole number from 2"
                                + " to 10000, or delete it",
                        "foldline.yaml:14:14: roles.developer has 0 entries; write 1 to 20",
                        "foldline.yaml:15:32: roles.planner has the text \"metered\" twice; keep"
                                + " one",
                        "foldline.yaml:15:13: an entry of roles.planner is true, not text; put it"
                                + " in quotes, or write an agent, or agent:model",
                        "foldline.yaml:15:19: an entry of roles.planner is the text \"\"; write an"
                                + " agent, or agent:model");
    }

    @Test
    void an_unknown_workflow_phase_or_agent_is_reported_where_it_is_named() {
        config.file("workflow: ralhp\nroles: { developer: [metred, nobody] }\n");
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:1:11: unknown workflow 'ralhp'; did you mean 'ralph'?",
                        "foldline.yaml:2:22: the role developer names the agent 'metred', which is"
                                + " not defined; did you mean 'metered'?",
                        "foldline.yaml:2:30: the role developer names the agent 'nobody', which is"
                                + " not defined; define it: agents: { nobody: { kind: command, run:"
                                + " [...] } }");
        assertThat(config.file("gates: [planning, merge]\n").problems())
                .containsExactly(
                        "foldline.yaml:1:19: workflow ralph has no phase 'merge' to wait after;"
                                + " choose one of: development, planning, review");
        assertThat(config.file("workflow: zzzzz\n").problems())
                .containsExactly(
                        "foldline.yaml:1:11: unknown workflow 'zzzzz'; choose one of: feature,"
                                + " ralph");
    }

    @Test
    void an_agent_must_have_what_its_kind_needs_and_nothing_else() {
        config.file(
                """
                agents:
                  a: { run: x }
                  b: { kind: command, script: y }
                  c: { kind: scripted, run: x, script: y }
                  d: { kind: robot }
                  e.f: { kind: command, run: x }
                  g:
                  h: { kind: command, run: [] }
                """);
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:5:14: agents.d.kind is the text \"robot\"; write one of"
                            + " command, acp, openai, scripted, claude, codex, gemini, opencode",
                        "foldline.yaml:6:3: 'e.f' cannot be the name of an agent; use letters,"
                                + " digits, '-' and '_', a letter first",
                        "foldline.yaml:8:28: agents.h.run has 0 arguments; write the program and"
                                + " its arguments",
                        "foldline.yaml:2:3: the agent 'a' has no kind; write agents.a.kind:"
                                + " command, openai, scripted, or one of metered, unmetered",
                        "foldline.yaml:3:3: the command agent 'b' has no run; write agents.b.run, a"
                                + " shell line or a list of arguments",
                        "foldline.yaml:3:23: a command agent has no script; delete it, or change"
                                + " the kind",
                        "foldline.yaml:4:24: a scripted agent has no run; delete it, or change the"
                                + " kind",
                        "foldline.yaml:7:3: the agent 'g' has no kind; write agents.g.kind:"
                                + " command, openai, scripted, or one of metered, unmetered");
    }

    @Test
    void money_that_cannot_be_metered_is_refused() {
        config.file("roles: { developer: [metered], reviewer: [unmetered] }\nbudget: { usd: 5 }\n");
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:2:11: money cannot be metered: the agent 'unmetered' reports"
                                + " no cost; delete budget.usd; budget.agent_calls and budget.wall"
                                + " bound the run");
        config.file(
                        "agents: { metered: { kind: command, run: x } }\n"
                                + "roles: { developer: [metered] }\n")
                .flag(FlagValue.budget("usd=5"));
        assertThat(config.problems())
                .singleElement()
                .asString()
                .isEqualTo(
                        "flag --budget usd: money cannot be metered: the agent 'metered' reports no"
                            + " cost; leave it out; budget.agent_calls and budget.wall bound the"
                            + " run");
    }

    @Test
    void a_new_run_has_no_limit_to_add_to() {
        config.file("roles: { developer: [metered] }\nbudget: { usd: 10 }\n")
                .flag(FlagValue.budget("usd=+2"))
                .flag(FlagValue.budget("planning.wall=+1h"));
        assertThat(config.problems())
                .containsExactly(
                        "flag --budget usd: '+' raises the limit of an existing run; write"
                                + " --budget usd=2",
                        "flag --budget planning.wall: '+' raises the limit of an existing run;"
                                + " write --budget planning.wall=1h");
    }

    @Test
    void waits_that_contradict_each_other_are_refused() {
        config.file("limits: { backoff_first: 2m }\ntimeouts: { agent: 10m, idle: 1h }\n");
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:1:26: limits.backoff_first is longer than limits.backoff_max"
                                + " (1m); lower it, or raise limits.backoff_max",
                        "foldline.yaml:2:31: timeouts.idle is longer than timeouts.agent (10m);"
                                + " lower it, or raise timeouts.agent");
        assertThat(config.file("timeouts: { agent: 1m }\n").problems()).isEmpty();
    }

    @Test
    void mistakes_before_a_syntax_error_are_reported_with_it_and_nothing_is_called_missing() {
        config.file("roles: { developer: [later] }\ncolour: red\nagents: [\n");
        assertThat(config.problems()).hasSize(3);
        assertThat(config.problems().get(0)).startsWith("foldline.yaml:4:1: this is not YAML");
        assertThat(config.problems()).noneMatch(problem -> problem.contains("not defined"));
    }

    @Test
    void flags_and_variables_are_checked_like_files() {
        config.set("iterations")
                .set("limits=3")
                .set("roles.developer=[")
                .set("")
                .variable("FOLDLINE_ITERATION", "3")
                .variable("FOLDLINE_OTHER_TOOL", "x");
        assertThat(config.problems())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .isEqualTo(
                                                "environment FOLDLINE_ITERATION: no key has this"
                                                    + " variable; did you mean FOLDLINE_ITERATIONS?"
                                                    + " else unset it"),
                        second ->
                                assertThat(second)
                                        .isEqualTo(
                                                "flag --set iterations: it has no value; write"
                                                        + " --set iterations=VALUE"),
                        third ->
                                assertThat(third)
                                        .isEqualTo(
                                                "flag --set limits: limits is 3, but it is a group"
                                                        + " of keys; set the keys below it"),
                        fourth ->
                                assertThat(fourth)
                                        .startsWith("flag --set roles.developer: this is not YAML"),
                        fifth -> assertThat(fifth).startsWith("flag --set : it has no value"));
    }

    @Test
    void a_file_that_cannot_be_read_is_named() throws IOException {
        Files.createDirectories(config.repository().resolve("foldline.yaml"));
        Files.createDirectories(config.userFile().getParent());
        Files.createSymbolicLink(config.userFile(), directory.resolve("nowhere"));
        assertThat(config.problems())
                .containsExactly(
                        "USER:1:1: not a regular file; replace it by one",
                        "foldline.yaml:1:1: not a regular file; replace it by one");
    }

    @Test
    void a_file_with_the_wrong_extension_is_reported() throws IOException {
        Files.createDirectories(config.repository());
        Files.writeString(config.repository().resolve("foldline.yml"), "iterations: 3\n");
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yml:1:1: a file of this name is not read; mv foldline.yml"
                                + " foldline.yaml");
    }

    @Test
    void a_file_without_keys_is_refused() {
        assertThat(config.file("- a\n").problems())
                .singleElement()
                .asString()
                .startsWith("foldline.yaml:1:1: the file holds a list");
    }

    @Test
    void a_budget_of_a_phase_is_for_a_phase_that_is_there_and_for_what_is_metered() {
        config.file(
                "roles: { developer: [metered] }\n"
                    + "workflow: ralph\n"
                    + "budget: { phases: { develop: { agent_calls: 5 }, planning: { usd: 1 } } }\n"
                    + "agents: { metered: { kind: command, run: x } }\n");
        assertThat(config.problems())
                .extracting(Object::toString)
                .anyMatch(problem -> problem.contains("has no phase 'develop' to limit"))
                .anyMatch(
                        problem ->
                                problem.contains("money cannot be metered: the agent 'metered'")
                                        && problem.contains("delete budget.phases.planning.usd"));
    }
}
