package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.config.RunLimits.Budget;
import dev.foldline.app.config.RunLimits.Limits;
import dev.foldline.app.config.RunLimits.Timeouts;
import dev.foldline.app.config.Settings.Rebase;
import dev.foldline.app.config.key.ChainLink;
import dev.foldline.app.config.key.ConfiguredCheck;
import dev.foldline.app.config.key.ConfiguredCommand.Arguments;
import dev.foldline.app.config.key.ConfiguredCommand.Shell;
import dev.foldline.app.config.key.ConfiguredForm;
import dev.foldline.app.config.key.ConfiguredForm.KnownFailures;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class ConfigurationTest {
    @TempDir Path directory;
    private ConfigFixture config = new ConfigFixture(Path.of(""));

    @BeforeEach
    void freshSources() {
        config = new ConfigFixture(directory);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "feature: { merge: base }|true",
                "feature: { merge: never }|false",
                "gates: [plan]|false",
                "gates: [merge]|true",
                "feature: { allow: [] }|true",
                "feature: { allow: [merge] }|true",
                "feature: { allow: [], merge: never }|false"
            })
    void a_feature_is_merged_only_if_configured(String said, boolean merges) {
        var settings =
                new ConfigFixture(directory).file("workflow: feature\n" + said + "\n").settings();
        assertThat(settings.course().mergesFeature()).isEqualTo(merges);
    }

    @Test
    void every_default_applies_without_any_source() {
        var settings = config.settings();
        assertThat(settings.course())
                .isEqualTo(
                        new Settings.Course(
                                "ralph",
                                Optional.empty(),
                                5,
                                2,
                                List.of(),
                                List.of(),
                                Optional.empty(),
                                new Settings.Ralph(true, false),
                                new Settings.Feature(Optional.empty(), Optional.empty()),
                                new Settings.Tdd(
                                        Optional.empty(), Optional.empty(), 5, 2, 5, 6, 10)));
        assertThat(settings.limits())
                .isEqualTo(
                        new Limits(
                                10,
                                2,
                                3,
                                10,
                                3,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(60),
                                12,
                                2000,
                                100));
        assertThat(settings.timeouts())
                .isEqualTo(
                        new Timeouts(
                                Duration.ofHours(1),
                                Duration.ofMinutes(5),
                                Duration.ofMinutes(15),
                                Duration.ofSeconds(10),
                                Duration.ofMinutes(30)));
        assertThat(settings.budget())
                .isEqualTo(
                        new Budget(
                                Duration.ofHours(8),
                                200,
                                50,
                                Optional.empty(),
                                Optional.empty(),
                                Map.of()));
        assertThat(settings.team())
                .isEqualTo(
                        new Settings.Team(
                                Map.of(),
                                Map.of(),
                                Map.of(),
                                List.of(),
                                Optional.empty(),
                                List.of()));
    }

    @Test
    void a_single_word_is_a_list_of_one() {
        var settings =
                config.file(
                                """
                                gates: planning
                                rebase: before
                                roles: { developer: "mine:large", critic: mine }
                                agents: { mine: { kind: command, run: [mine], env: KEY } }
                                """)
                        .settings();
        assertThat(settings.course().gates()).containsExactly("planning");
        assertThat(settings.course().rebase()).containsExactly(Settings.Rebase.BEFORE);
        assertThat(settings.team().chainOf("developer"))
                .containsExactly(new ChainLink("mine", Optional.of("large")));
        assertThat(settings.team().chainOf("critic"))
                .containsExactly(new ChainLink("mine", Optional.empty()));
        config.file("roles: { developer: mien }\nagents: { mine: { kind: claude } }\n");
        assertThat(config.problems())
                .containsExactly(
                        "foldline.yaml:1:21: the role developer names the agent 'mien', which is"
                                + " not defined; did you mean 'mine'?");
    }

    @Test
    void a_whole_file_is_read() {
        var settings =
                config.file(
                                """
                                workflow: feature
                                base: main
                                roles:
                                  developer: [mine, mine:large, metered]
                                  reviewer:
                                    - other
                                agents:
                                  mine: { kind: command, run: ["my-agent", "--prompt", "{prompt_file}"], env: [MY_KEY], model: small }
                                  other: { kind: scripted, script: play/it.jsonl }
                                checks:
                                  - mvn -q verify
                                  - ["make", "check all"]
                                gates: [plan, merge]
                                rebase: [before]
                                env: [HTTP_PROXY]
                                """)
                        .settings();
        assertThat(settings.course().base()).contains("main");
        assertThat(settings.course().rebase()).containsExactly(Rebase.BEFORE);
        assertThat(settings.checks())
                .containsExactly(
                        new ConfiguredCheck(new Shell("mvn -q verify")),
                        new ConfiguredCheck(new Arguments(List.of("make", "check all"))));
        assertThat(settings.team().chainOf(Role.PLANNER))
                .containsExactly(
                        new ChainLink("mine", Optional.empty()),
                        new ChainLink("mine", Optional.of("large")),
                        new ChainLink("metered", Optional.empty()));
        assertThat(settings.team().chainOf(Role.REVIEWER))
                .containsExactly(new ChainLink("other", Optional.empty()));
        assertThat(settings.team().agents().get("mine"))
                .isEqualTo(
                        new AgentSettings.Command(
                                new Arguments(List.of("my-agent", "--prompt", "{prompt_file}")),
                                List.of("MY_KEY"),
                                Optional.of("small")));
        assertThat(settings.team().agents().get("other"))
                .isEqualTo(
                        new AgentSettings.Scripted(config.repository().resolve("play/it.jsonl")));
    }

    @Test
    void each_source_wins_over_the_weaker_ones() {
        config.userFile("iterations: 1\nreviews: 1\nlimits: { loop: 11, cycles: 11 }\n");
        config.file("reviews: 22\nlimits: { loop: 22, cycles: 22 }\n");
        config.variable("FOLDLINE_LIMITS_LOOP", "33").variable("FOLDLINE_LIMITS_CYCLES", "33");
        config.set("limits.cycles=44");
        var settings = config.settings();
        assertThat(
                        List.of(
                                settings.course().iterations(),
                                settings.course().reviews(),
                                settings.limits().loop(),
                                settings.limits().cycles()))
                .containsExactly(1, 22, 33, 44);
        assertThat(config.origin("iterations")).contains("USER:1:1");
        assertThat(config.origin("reviews")).contains("foldline.yaml:1:1");
        assertThat(config.origin("limits.loop")).contains("environment FOLDLINE_LIMITS_LOOP");
        assertThat(config.origin("limits.cycles")).contains("flag --set limits.cycles");
        assertThat(config.origin("workflow")).contains("default");
    }

    @Test
    void a_file_redefines_an_agent_and_a_flag_changes_one_of_its_keys() {
        config.userFile(
                "agents: { mine: { kind: scripted, script: old }, kept: { kind: scripted, script:"
                        + " kept } }\n");
        config.file("agents: { mine: { kind: command, run: new } }\n");
        config.set("agents.mine.model=large");
        assertThat(config.settings().team().agents())
                .isEqualTo(
                        Map.of(
                                "mine",
                                        new AgentSettings.Command(
                                                new Shell("new"), List.of(), Optional.of("large")),
                                "kept",
                                        new AgentSettings.Scripted(
                                                config.userFile().resolveSibling("kept"))));
    }

    @Test
    void lists_are_set_by_commas_or_brackets_and_commands_are_taken_whole() {
        config.set("roles.developer=metered, unmetered")
                .set("checks=echo a, b")
                .flag(FlagValue.gate("planning,review"));
        config.variable("FOLDLINE_ENV", "[A, B]").flag(FlagValue.agent("reviewer=unmetered"));
        var settings = config.settings();
        assertThat(settings.team().chainOf(Role.DEVELOPER).stream().map(ChainLink::agent))
                .containsExactly("metered", "unmetered");
        assertThat(settings.team().chainOf(Role.REVIEWER).stream().map(ChainLink::agent))
                .containsExactly("unmetered");
        assertThat(settings.checks()).containsExactly(new ConfiguredCheck(new Shell("echo a, b")));
        assertThat(settings.course().gates()).containsExactly("planning", "review");
        assertThat(settings.team().env()).containsExactly("A", "B");
        assertThat(config.set("checks=[a, [b, \"c, d\"]]").settings().checks())
                .containsExactly(
                        new ConfiguredCheck(new Shell("a")),
                        new ConfiguredCheck(new Arguments(List.of("b", "c, d"))));
        assertThat(config.set("gates=[]").settings().course().gates()).isEmpty();
    }

    @Test
    void a_check_can_say_how_its_result_is_read() {
        config.file(
                """
                checks:
                  - make lint
                  - { name: unit, run: mvn -q test, report: '**/TEST-*.xml', rerun: 0 }
                  - run: [go, test, ./...]
                    failures: '^--- FAIL: (\\S+)'
                    known_failures: halt
                """);
        assertThat(config.settings().checks())
                .containsExactly(
                        new ConfiguredCheck(new Shell("make lint")),
                        new ConfiguredCheck(
                                Optional.of("unit"),
                                new Shell("mvn -q test"),
                                new ConfiguredForm(
                                        Optional.of("**/TEST-*.xml"),
                                        Optional.empty(),
                                        0,
                                        Optional.empty())),
                        new ConfiguredCheck(
                                Optional.empty(),
                                new Arguments(List.of("go", "test", "./...")),
                                new ConfiguredForm(
                                        Optional.empty(),
                                        Optional.of("^--- FAIL: (\\S+)"),
                                        1,
                                        Optional.of(KnownFailures.HALT))));
        assertThat(config.load().report().text(false))
                .contains(
                        "[make lint, {name: unit, run: mvn -q test, report: **/TEST-*.xml, rerun:"
                                + " 0}, {run: [go, test, ./...], failures: ^--- FAIL: (\\S+),"
                                + " known_failures: halt}]");
    }

    @Test
    void a_check_can_say_so_in_a_flag_too() {
        config.set("checks=[a, {run: b, report: r.xml}]");
        assertThat(config.settings().checks().getLast().form().report()).contains("r.xml");
    }

    @Test
    void an_agent_can_be_defined_by_flags_alone() {
        config.set("agents.mine.kind=command")
                .set("agents.mine.run=[my-agent, '{prompt_file}']")
                .set("roles.developer=mine");
        assertThat(config.settings().team().agents().get("mine"))
                .isEqualTo(
                        new AgentSettings.Command(
                                new Arguments(List.of("my-agent", "{prompt_file}")),
                                List.of(),
                                Optional.empty()));
    }

    @Test
    void every_key_without_a_chosen_name_can_be_set_by_a_variable() {
        config.variable("FOLDLINE_WORKFLOW", "feature")
                .variable("FOLDLINE_BASE", "main")
                .variable("FOLDLINE_BUDGET_WALL", "1h30m");
        config.variable("FOLDLINE_BUDGET_AGENT_CALLS", "7")
                .variable("FOLDLINE_ITERATIONS", "")
                .variable("FOLDLINE_RUN", "r1");
        var settings = config.settings();
        assertThat(settings.course().workflow()).isEqualTo("feature");
        assertThat(settings.budget())
                .isEqualTo(
                        new Budget(
                                Duration.ofMinutes(90),
                                7,
                                50,
                                Optional.empty(),
                                Optional.empty(),
                                Map.of()));
        assertThat(settings.course().iterations()).isEqualTo(5);
    }

    @Test
    void money_is_admitted_when_every_agent_reports_its_cost() {
        config.file("roles: { developer: [metered] }\nbudget: { usd: 4.50 }\n");
        assertThat(config.settings().budget().usd()).contains(new BigDecimal("4.50"));
    }

    @Test
    void a_group_with_all_its_keys_commented_out_is_no_mistake() {
        assertThat(config.file("limits:\n#  loop: 3\nroles:\n").problems()).isEmpty();
    }

    @Test
    void a_command_that_needs_an_agent_explains_how_to_configure_one() {
        assertThatThrownBy(() -> config.settings().team().chainNeededFor(Role.PLANNER))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> {
                            assertThat(error.exit()).isEqualTo(ExitCode.USAGE);
                            assertThat(error.place()).isEqualTo("roles.planner");
                            assertThat(error.hint()).contains("--agent developer=NAME");
                        });
    }
}
