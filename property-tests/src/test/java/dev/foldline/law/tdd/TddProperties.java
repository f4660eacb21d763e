package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.BranchName;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.CallClassifier;
import dev.foldline.core.projection.tdd.CallResponse;
import dev.foldline.core.projection.tdd.CallResponses;
import dev.foldline.core.projection.tdd.TddImport;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.law.Occurrences;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.TreeSet;

/**
 * What holds of every run of {@code tdd}, whatever its worker submits, tests say, reviews find and
 * git refuses, crashes included.
 */
class TddProperties {
    private static final int WORDS = 80;

    /** What must hold after a word. */
    @FunctionalInterface
    private interface ReplyCondition {
        void holds(RandomPulledRun run, RandomPulledRun.RecordedCall said, String where);
    }

    private static void always(RandomChoices luck, ReplyCondition promise) {
        var run = new RandomPulledRun(luck);
        for (int word = 0; word < WORDS && !run.isOver(); word++)
            promise.holds(run, run.says(), "word " + word);
    }

    private static Vector<String> done(RandomPulledRun run) {
        return run.state().items().done(Tdd.STEPS);
    }

    @Property
    void S0_30_steps_only_move_forward_and_one_at_a_time(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                (run, said, where) -> {
                    assertThat(done(run)).as(where).containsAll(said.done());
                    assertThat(done(run).size() - said.done().size())
                            .as(where)
                            .isBetween(0, said.kind() == CallKind.SUBMIT ? 1 : 0);
                });
    }

    /**
     * What the document shows as done is what was done: it has no other step, and nothing beside it
     * is told as open.
     */
    @Property
    void S0_44_the_document_shows_as_open_what_is_open(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        always(
                luck,
                (run, said, where) -> {
                    var shown = run.view().plan();
                    var open =
                            run.state().items().list(Tdd.STEPS).map(Item::id).removeAll(done(run));
                    assertThat(
                                    shown.itemsAsWritten()
                                            .filter(item -> !(item.status() instanceof Item.Done))
                                            .map(Item::id))
                            .as("%s: %s", where, shown.document().line())
                            .containsExactlyElementsOf(open);
                });
    }

    /**
     * Of a step's failures: what git or the squash check refuses besides counts for the recovery,
     * not for the tools.
     */
    @Property
    void S0_37_the_count_is_that_of_failures_since_the_last_success(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var counted = new TreeSet<Integer>();
        always(
                luck,
                (run, said, where) -> {
                    var status = run.account().status();
                    if (status == TddStatus.DEBUGGING)
                        assertThat(run.state().failures())
                                .as(where)
                                .isEqualTo(run.failed())
                                .isPositive();
                    if (status == TddStatus.EXECUTING_TDD)
                        assertThat(run.failed()).as(where).isZero();
                    counted.add(run.failed());
                });
        for (int count : new int[] {0, 1, 6, 10})
            Occurrences.require("count " + count, counted.contains(count), 1);
    }

    @Property
    void S0_40_S0_41_S0_44_a_tool_is_taken_exactly_from_its_count_on(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var reduced = new TreeSet<Integer>();
        var escalated = new TreeSet<Integer>();
        always(
                luck,
                (run, said, where) -> {
                    if (said.kind() != CallKind.TOOL) return;
                    var escalates = said.tool().equals(Tdd.ESCALATE);
                    int from = escalates && said.before().account().replans() == 0 ? 10 : 6;
                    var fits =
                            said.status() == TddStatus.DEBUGGING
                                    && said.failures() >= from
                                    && (!escalates
                                            || !said.arguments()
                                                    .get("markdown_report")
                                                    .get()
                                                    .isBlank());
                    assertThat(said.meaning() instanceof CallClassifier.Carried)
                            .as("%s: %s after %s failures", where, said.tool(), said.failures())
                            .isEqualTo(fits);
                    if (fits) (escalates ? escalated : reduced).add(said.failures());
                });
        Occurrences.require("reduced at 6", reduced.contains(6), 1);
        Occurrences.require("escalated", escalated.contains(6) || escalated.contains(10), 1);
    }

    @Property
    void every_call_is_answered_and_every_status_occurs(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) {
        var met = EnumSet.noneOf(TddStatus.class);
        always(
                luck,
                (run, said, where) -> {
                    met.add(run.account().status());
                    assertThat(run.account().lastError().isDefined())
                            .as("%s: %s", where, run.account().status())
                            .isEqualTo(
                                    run.state().isInstructedAgain()
                                            || !(run.state().slots().recovery()
                                                    instanceof Recovery.Idle)
                                            || run.account().status() == TddStatus.REPLANNING);
                    var answer = answered(run, said);
                    assertThat(answer.out() + answer.error()).as(where).isNotBlank();
                    assertThat(
                                    answer.end() == CallResponse.End.HALTED
                                            || answer.end() == CallResponse.End.ESCALATED)
                            .as("%s: %s", where, answer)
                            .isEqualTo(run.account().status() == TddStatus.HALTED);
                    assertThat(answer.out().contains("The step is complete."))
                            .as("%s: %s", where, answer)
                            .isEqualTo(done(run).size() > said.done().size());
                });
        for (var status : TddStatus.values())
            Occurrences.require("status " + status, met.contains(status), 1);
    }

    private static CallResponse answered(RandomPulledRun run, RandomPulledRun.RecordedCall said) {
        return switch (said.meaning()) {
            case CallClassifier.Answered(var answer) -> answer;
            case CallClassifier.MergeRetried _, CallClassifier.PlanReplaced _ ->
                    CallResponses.instruction(run.view());
            case CallClassifier.GivenUp _ ->
                    new CallResponse("given up", "", CallResponse.End.DELIVERED);
            case CallClassifier.Carried _, CallClassifier.Passed _ ->
                    CallResponses.to(run.account().last().get(), run.view());
        };
    }

    /** Else one of them would be done as soon as the other is. */
    @Test
    void tasks_of_the_same_name_have_steps_of_their_own() {
        var twice = Vector.of(ActivePr.finding("it"), ActivePr.finding("it"));
        var found = ActivePr.numbered(twice, Vector.empty());
        assertThat(found.flatMap(ActivePr.Task::items).map(item -> item.id()))
                .doesNotHaveDuplicates();
        assertThat(
                        ActivePr.numbered(
                                        twice,
                                        found.take(1)
                                                .flatMap(ActivePr.Task::items)
                                                .map(item -> item.id()))
                                .map(ActivePr.Task::key))
                .doesNotContain(found.head().key());
        var planned =
                new ActivePr(
                        JsonValue.Obj.EMPTY.with(
                                "tasks", new JsonValue.Arr(twice.map(task -> task))));
        assertThat(planned.itemsAsWritten().map(item -> item.id()))
                .hasSize(2)
                .doesNotHaveDuplicates();
    }

    @Property
    void S0_13_every_title_gives_a_branch_that_git_accepts(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var title = text(choices.source());
        var branch = BranchName.of(title);
        assertThat(Repository.isValidRefName("refs/heads/" + branch))
                .as("%s of '%s'", branch, title)
                .isTrue();
        assertThat(BranchName.of(title)).as("always the same").isEqualTo(branch);
        assertThat(BranchName.slug(BranchName.slug(title)))
                .as("of a slug is that slug")
                .isEqualTo(BranchName.slug(title));
        assertThat(
                        Vector.of(
                                        "feat: Implement New Feature",
                                        "fix(core)!: \u00c4pfel & Birnen",
                                        "Add it",
                                        "docs/readme",
                                        "???")
                                .map(BranchName::of)
                                .take(4))
                .containsExactly(
                        "feat/implement-new-feature",
                        "fix/apfel-birnen",
                        "feature/add-it",
                        "feature/docs-readme");
        assertThat(BranchName.of("???")).matches("feature/pr-[0-9a-f]{8}");
        assertThat(BranchName.of("feat: " + "word ".repeat(40)).length())
                .isLessThanOrEqualTo("feat/".length() + 60);
    }

    @Property
    void S0_03_any_text_survives_in_any_field_of_the_plan(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var step = texts(JsonValue.Obj.EMPTY, luck.fork("step"), "type", "description", "status");
        var task =
                texts(JsonValue.Obj.EMPTY, luck.fork("task"), "taskName", "description", "status")
                        .with("tdd_steps", new JsonValue.Arr(Vector.of(step)));
        var plan =
                texts(
                                JsonValue.Obj.EMPTY,
                                luck.fork("plan"),
                                "masterPlanPath",
                                "prTitle",
                                "summary",
                                "verificationPlan",
                                "x" + text(luck.fork("name")).replace("\ud800", ""))
                        .with(
                                "tasks",
                                new JsonValue.Arr(
                                        Vector.of(
                                                task,
                                                ActivePr.finding(text(luck.fork("finding"))))));
        assertThat(read(plan.document())).as("%s", plan.line()).isEqualTo(plan);
        assertThat(read(plan.line())).isEqualTo(plan);
    }

    /** Taken up from one file and written into the next. */
    @Property
    void S0_03_any_text_survives_in_any_field_of_the_state_file(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var luck = choices.source();
        var debugging =
                texts(
                        JsonValue.Obj.EMPTY
                                .with("status", "DEBUGGING")
                                .with("debug_attempt_counter", new JsonValue.Bare("3")),
                        luck,
                        "last_error",
                        "current_pr_branch",
                        "last_test_command",
                        "mine");
        assertThat(read(takenUp(debugging).document()).fields().toMap(each -> each))
                .isEqualTo(toldOf(debugging));
        var finished =
                texts(
                        JsonValue.Obj.EMPTY.with("status", "FINALIZE_COMPLETE"),
                        luck,
                        "last_commit_hash",
                        "current_pr_branch",
                        "last_test_command",
                        "mine");
        assertThat(read(takenUp(finished).document()).fields().toMap(each -> each))
                .isEqualTo(toldOf(finished));
    }

    /** What is empty is not there; a field that is not ours stays as it is. */
    private static io.vavr.collection.Map<String, JsonValue> toldOf(JsonValue.Obj state) {
        return state.fields()
                .filter(
                        each ->
                                each._1().equals("mine")
                                        || !each._2().equals(new JsonValue.Text("")))
                .toMap(each -> each);
    }

    private static JsonValue.Obj takenUp(JsonValue.Obj state) {
        var workflow = Tdd.workflow(Tdd.Options.DEFAULT, Policy.DEFAULT);
        var plan =
                new ActivePr(
                        JsonValue.Obj.EMPTY
                                .with("prTitle", "t")
                                .with(
                                        "tasks",
                                        new JsonValue.Arr(Vector.of(ActivePr.finding("it")))));
        var given =
                new InitialState(
                        LinkedHashMap.empty(),
                        Vector.empty(),
                        TddImport.initialStanding(workflow, state, plan));
        var account =
                TddTimeline.of(
                        new RunStarted("r", workflow, "task", Pipeline.RULES_VERSION, Instant.EPOCH)
                                .knowing(Option.of(given)));
        return new TddView(
                        account,
                        plan,
                        state,
                        account.lastError().map(TddTimeline.Trouble::words),
                        Option.none())
                .stateFile()
                .without("review_round");
    }

    private static JsonValue.Obj texts(JsonValue.Obj object, SeededRandom luck, String... names) {
        return Vector.of(names)
                .foldLeft(object, (all, name) -> all.with(name, text(luck.fork(name))));
    }

    private static JsonValue.Obj read(String document) {
        return JsonValues.read(document.getBytes(StandardCharsets.UTF_8))
                .map(JsonValue.Obj.class::cast)
                .getOrElseThrow(why -> new AssertionError(why + ": " + document));
    }

    private static String text(SeededRandom luck) {
        var strange =
                Vector.of(
                        "feat",
                        ": ",
                        "fix(",
                        ")",
                        "!:",
                        "\"",
                        "'",
                        "\\",
                        "\n",
                        "$HOME",
                        "42",
                        "\u0000",
                        "\u2028",
                        "\ud83d\ude00",
                        "\ud800",
                        "..",
                        "/",
                        "~^:",
                        ".lock",
                        "@{",
                        " ",
                        "A b",
                        "\u00e9");
        return Vector.range(0, luck.fork("length").below(8))
                .map(i -> strange.get(luck.fork("part", i).below(strange.size())))
                .mkString();
    }
}
