package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Allowance;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.Usage;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.PriceList.Price;
import dev.foldline.effects.agent.cli.Adapters;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** When a call should not go on, by what it tells. */
class AgentStreamMonitorTest {
    private static final int SEEDS = Integer.getInteger("foldline.tries", 600);

    private static AgentStreamMonitor monitor(String agent, Allowance allowance) {
        return new AgentStreamMonitor(
                Adapters.of(agent).orElseThrow(),
                7,
                Option.of(allowance),
                PriorUsage.NOTHING,
                line -> {},
                started -> {});
    }

    private static String step(int number, long microUsd, String reason) {
        return String.format(
                Locale.ROOT,
                "{\"type\":\"step_finish\",\"sessionID\":\"s\",\"part\":{\"id\":\"p%d\",\"reason\":\"%s\",\"cost\":%.6f,\"tokens\":{\"input\":1,\"output\":1}}}",
                number,
                reason,
                microUsd / 1e6);
    }

    /**
     * Who spends what it likes, as often as it likes; what a call may spend is what the core leaves
     * it.
     */
    private record RandomSpender(String agent, Budget budget, Random luck) {
        /**
         * The run's meter when its budget is reached, and what the latest step or the whole latest
         * call has cost.
         */
        private record SpentAtLimit(Usage spent, long step, long call) {}

        SpentAtLimit run() {
            var reached = new SpentAtLimit(Usage.nothing(Policy.DEFAULT.withBudget(budget)), 0, 0);
            while (reached.spent().reached("phase").isEmpty()) {
                var hearing = monitor(agent, reached.spent().allowance("phase").get());
                long step = call(hearing);
                var spend = hearing.spend(Duration.ofMillis(1));
                reached =
                        new SpentAtLimit(
                                reached.spent().charged("phase", Meter.of(spend).called()),
                                step,
                                spend.tokens().get());
            }
            return reached;
        }

        /** What its last step has cost. */
        private long call(AgentStreamMonitor hearing) {
            long all = 0;
            long last = 0;
            int steps = 1 + luck.nextInt(30);
            for (int number = 1; number <= steps && hearing.stop().isEmpty(); number++) {
                last = luck.nextInt(10) == 0 ? luck.nextInt(5_000_000) : luck.nextInt(50_000);
                all += last;
                if (luck.nextInt(5) == 0) hearing.line("{\"type\":\"assistant\",\"torn");
                hearing.line(step(number, last, number == steps));
            }
            if (hearing.stop().isEmpty()) end(all).forEach(hearing::line);
            return last;
        }

        private String step(int number, long tokens, boolean isLast) {
            return switch (agent) {
                case "opencode" ->
                        AgentStreamMonitorTest.step(
                                number,
                                tokens,
                                isLast && luck.nextBoolean() ? "stop" : "tool-calls");
                case "claude" ->
                        "{\"type\":\"assistant\",\"message\":{\"id\":\"m"
                                + number
                                + "\",\"content\":[],\"usage\":{\"input_tokens\":"
                                + tokens
                                + "}}}";
                default ->
                        "{\"type\":\"item.completed\",\"item\":{\"id\":\"i\",\"type\":\"agent_message\",\"text\":\""
                                + number
                                + "\"}}";
            };
        }

        private List<String> end(long all) {
            return switch (agent) {
                case "opencode" -> List.of();
                case "claude" ->
                        List.of(
                                "{\"type\":\"result\",\"is_error\":false,\"usage\":{\"input_tokens\":"
                                        + all
                                        + "},\"total_cost_usd\":"
                                        + all / 1e6
                                        + "}");
                default ->
                        List.of(
                                "{\"type\":\"turn.completed\",\"usage\":{\"input_tokens\":"
                                        + all
                                        + ",\"output_tokens\":0}}");
            };
        }
    }

    private static final String DONE =
            "{\"type\":\"result\",\"status\":\"success\",\"stats\":{\"total_tokens\":1300,"
                    + "\"input_tokens\":1000,\"output_tokens\":100,\"cached\":400}}";

    private static Spend spend(String model, PriorUsage before) {
        var hearing =
                new AgentStreamMonitor(
                        Adapters.of("gemini").orElseThrow(),
                        7,
                        Option.none(),
                        before,
                        line -> {},
                        started -> {});
        hearing.estimateBy(Option.of(new Price("small", 1_000_000, 500_000, 3_000_000, "")));
        hearing.line("{\"type\":\"init\",\"session_id\":\"s\",\"model\":\"" + model + "\"}");
        hearing.line(DONE);
        return hearing.spend(Duration.ofMillis(5));
    }

    @Test
    void a_call_that_reports_tokens_only_is_estimated_by_the_price_of_its_model() {
        assertThat(spend("small", PriorUsage.NOTHING))
                .as("600 new, 400 cached, and 300 written with the reasoning")
                .isEqualTo(new Spend(5, Option.of(1_300L), Option.none(), Option.of(1_700L)));
        assertThat(spend("small-2026-01-31", PriorUsage.NOTHING).estimated()).contains(1_700L);
        assertThat(spend("small-lite", PriorUsage.NOTHING).estimated())
                .as("another model")
                .isEmpty();
        assertThat(spend("small", new PriorUsage(1_000, Option.of(1_000L))).estimated())
                .as("the conversation so far is paid")
                .contains(700L);
        assertThat(spend("small", new PriorUsage(1_000, Option.none())).estimated())
                .as("a part of unknown price")
                .isEmpty();
        assertThat(spend("small", new PriorUsage(9_000, Option.of(9_000L))).estimated())
                .as("the count starts again")
                .contains(1_700L);
    }

    @Test
    void expensive_runs_exceed_their_budget_by_at_most_the_current_step() {
        for (long seed = 0; seed < SEEDS; seed++) {
            var luck = new Random(seed);
            long allowed = 1L + luck.nextInt(5_000_000);
            var tokens =
                    new Budget(Option.none(), Option.none(), Option.none(), Option.of(allowed));
            var money = new Budget(Option.none(), Option.none(), Option.of(allowed), Option.none());
            var claude = new RandomSpender("claude", tokens, luck).run();
            assertThat(claude.spent().meter().tokens().total() - claude.step())
                    .as("claude, seed %d: without its last step", seed)
                    .isLessThan(allowed);
            var opencode = new RandomSpender("opencode", money, luck).run();
            assertThat(opencode.spent().meter().microUsd().total() - opencode.step())
                    .as("opencode, seed %d: without its last step", seed)
                    .isLessThan(allowed);
            var codex = new RandomSpender("codex", tokens, luck).run();
            assertThat(codex.spent().meter().tokens().total() - codex.call())
                    .as("codex, seed %d: without its last call", seed)
                    .isLessThan(allowed);
        }
    }

    @Test
    void an_allowance_is_used_up_when_nothing_of_it_is_left() {
        var hearing = monitor("opencode", new Allowance(Option.none(), Option.of(100L)));
        hearing.line(step(1, 99, "tool-calls"));
        assertThat(hearing.stop()).isEmpty();
        hearing.line(step(2, 1, "tool-calls"));
        assertThat(hearing.stop()).contains(AgentStreamMonitor.Stop.ALLOWANCE_SPENT);
    }

    @Test
    void a_step_that_ends_the_call_ends_it_regardless_of_its_cost() {
        var hearing = monitor("opencode", new Allowance(Option.none(), Option.of(100L)));
        hearing.line(step(1, 500, "stop"));
        assertThat(hearing.stop()).isEmpty();
    }

    @Test
    void the_caller_that_ends_a_call_is_notified_even_if_the_call_was_over_before() {
        var hearing = monitor("opencode", new Allowance(Option.none(), Option.of(100L)));
        hearing.line(step(1, 500, "tool-calls"));
        var ended = new int[1];
        hearing.onStop(() -> ended[0]++);
        assertThat(ended[0]).isEqualTo(1);
    }

    @Test
    void a_call_without_a_line_has_not_reached_its_provider() {
        var silent = monitor("claude", new Allowance(Option.none(), Option.none()));
        assertThat(silent.spend(Duration.ofMillis(5)))
                .isEqualTo(new Spend(5, Option.of(0L), Option.of(0L)));
        silent.line("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"s\"}");
        assertThat(silent.spend(Duration.ofMillis(5)).microUsd()).as("nobody knows").isEmpty();
    }

    @Test
    void a_call_refused_before_its_first_output_has_spent_nothing_and_a_later_one_has() {
        var hearing = monitor("codex", new Allowance(Option.none(), Option.none()));
        hearing.line("{\"type\":\"thread.started\",\"thread_id\":\"t\"}");
        hearing.line("{\"type\":\"turn.failed\",\"error\":{\"message\":\"usage limit\"}}");
        assertThat(hearing.spend(Duration.ofMillis(5), Kind.RATE_LIMIT).tokens()).contains(0L);
        assertThat(hearing.spend(Duration.ofMillis(5), Kind.AGENT_FAILED).tokens()).isEmpty();
        hearing.line(
                "{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"done\"}}");
        assertThat(hearing.spend(Duration.ofMillis(5), Kind.RATE_LIMIT).tokens()).isEmpty();
    }

    private static void tool(AgentStreamMonitor hearing, String input, String answer) {
        hearing.line(
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Bash\",\"input\":{\"command\":\""
                        + input
                        + "\"}}]}}");
        if (!answer.isEmpty())
            hearing.line(
                    "{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t\",\"content\":\""
                            + answer
                            + "\",\"is_error\":true}]}}");
    }

    @Test
    void an_agent_that_gets_the_same_answer_again_and_again_is_not_at_work_though_it_computes() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        for (int run = 1; run <= 3; run++) tool(hearing, "npm test", run + " failed");
        assertThat(hearing.isAtWork(() -> true)).as("twice the same is nothing yet").isTrue();
        tool(hearing, "npm test", "4 failed");
        assertThat(hearing.isAtWork(() -> true)).isFalse();
        tool(hearing, "npm test", "");
        assertThat(hearing.isAtWork(() -> false)).as("nor while the tool runs once more").isFalse();
        tool(hearing, "npm install", "added");
        assertThat(hearing.isAtWork(() -> true)).as("it does something else").isTrue();
    }

    @Test
    void an_agent_that_polls_a_build_runs_until_its_idle_deadline() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        for (int poll = 0; poll < 1_000; poll++) tool(hearing, "cat build.log", "still building");
        assertThat(hearing.stop()).isEmpty();
        assertThat(hearing.isAtWork(() -> true)).as("asked at that deadline").isFalse();
    }

    @Test
    void the_parts_of_a_piece_of_work_are_each_something_new_though_all_answer_alike() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        for (int part = 1; part <= 20; part++) tool(hearing, "make part-" + part, "ok");
        assertThat(hearing.isAtWork(() -> true)).isTrue();
    }

    @Test
    void a_silent_tool_is_awaited_three_times_as_long() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        tool(hearing, "gh run watch", "");
        assertThat(hearing.isAtWork(() -> false)).isTrue();
        assertThat(hearing.isAtWork(() -> false)).isTrue();
        assertThat(hearing.isAtWork(() -> false)).isFalse();
        tool(hearing, "gh run watch again", "");
        assertThat(hearing.isAtWork(() -> false)).as("each tool anew").isTrue();
        tool(hearing, "ls", "a.txt");
        assertThat(hearing.isAtWork(() -> false)).as("none is at work").isFalse();
    }

    @Test
    void tries_to_reach_the_provider_count_only_in_a_row() {
        var hearing = monitor("codex", new Allowance(Option.none(), Option.none()));
        for (int round = 0; round < 5; round++) {
            for (int attempt = 1; attempt <= 5; attempt++)
                hearing.line(
                        "{\"type\":\"error\",\"message\":\"Reconnecting... " + attempt + "/5\"}");
            hearing.line(
                    "{\"type\":\"item.completed\",\"item\":{\"id\":\"1\",\"type\":\"agent_message\",\"text\":\"back\"}}");
        }
        assertThat(hearing.stop()).isEmpty();
        for (int attempt = 1; attempt <= 13; attempt++)
            hearing.line("{\"type\":\"error\",\"message\":\"Reconnecting... 1/5\"}");
        assertThat(hearing.stop()).contains(AgentStreamMonitor.Stop.RETRYING);
    }

    @Test
    void twelve_tries_in_a_row_are_allowed() {
        var hearing = monitor("codex", new Allowance(Option.none(), Option.none()));
        for (int attempt = 1; attempt <= 12; attempt++)
            hearing.line("{\"type\":\"error\",\"message\":\"Reconnecting... 1/5\"}");
        assertThat(hearing.stop()).isEmpty();
    }

    @Test
    void an_agent_that_repeats_the_same_calls_is_not_at_work() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        for (int round = 0; round < 3; round++) {
            for (var word : new String[] {"a", "b", "c", "d", "e", "f", "g"})
                tool(hearing, "make " + word, "no " + word);
        }
        assertThat(hearing.isAtWork(() -> true)).isFalse();
    }

    @Test
    void no_tool_is_waited_for_behind_the_end_of_a_turn() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        tool(hearing, "gh run watch", "");
        hearing.line("{\"type\":\"result\",\"is_error\":false,\"usage\":{}}");
        assertThat(hearing.isAtWork(() -> false)).isFalse();
    }

    @Test
    void the_tools_of_a_sub_agent_are_waited_for_and_its_parts_are_each_something_new() {
        var hearing = monitor("claude", new Allowance(Option.none(), Option.none()));
        for (int part = 1; part <= 20; part++)
            assertThat(ofSubAgent(hearing, "make part-" + part)).as("part %d", part).isTrue();
        assertThat(ofSubAgent(hearing, "make part-20")).isFalse();
        assertThat(hearing.isAtWork(() -> false)).as("it has not answered").isTrue();
    }

    private static boolean ofSubAgent(AgentStreamMonitor hearing, String input) {
        return hearing.line(
                "{\"type\":\"assistant\",\"parent_tool_use_id\":\"t0\",\"message\":{\"id\":\"m\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Bash\",\"input\":{\"command\":\""
                        + input
                        + "\"}}]}}");
    }

    @Test
    void a_count_below_the_previous_report_started_again() {
        assertThat(new PriorUsage(100).of(Option.of(130L))).contains(30L);
        assertThat(new PriorUsage(100).of(Option.of(100L))).contains(0L);
        assertThat(new PriorUsage(100).of(Option.of(99L))).contains(99L);
        assertThat(new PriorUsage(100).of(Option.none())).isEmpty();
    }

    /** Old versions of command lines hang from their start, busy or not. */
    @Test
    void an_agent_without_output_is_not_at_work_regardless_of_its_computation() {
        var hearing = monitor("opencode", new Allowance(Option.none(), Option.none()));
        assertThat(hearing.isAtWork(() -> true)).isFalse();
        hearing.line("{\"type\":\"brand.new\"}");
        assertThat(hearing.isAtWork(() -> true))
                .as("nor who says what nobody understands")
                .isFalse();
        hearing.line("{\"type\":\"step_start\",\"sessionID\":\"s\"}");
        assertThat(hearing.isAtWork(() -> true)).isTrue();
    }
}
