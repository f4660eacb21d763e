package dev.foldline.effects.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.GitEffect.OpenBranch;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.event.InputEvent.Resumed;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.event.RunEvent.WaitElapsed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching.NewBranch;
import dev.foldline.core.workflow.Policy.Branching.Stay;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.effects.json.CommandReply.CommandAccepted;
import dev.foldline.effects.json.CommandReply.CommandRejected;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

class WireTest {
    private static final Instant AT = Instant.parse("2026-11-21T22:00:00.123Z");
    private static final String PLACE =
            "{\"stage\":\"s\",\"turn\":0,\"phase\":\"p\",\"step\":0,\"revision\":1,\"attempt\":1}";

    @Test
    void an_event_is_one_line_that_starts_with_its_type() {
        var effect =
                new SaveWork(
                        new EffectKey("end", 0, "end", 0, 1, 1),
                        Option.of(new Outcome.Failed(Fault.of(Fault.Kind.AGENT_SETUP, "a\n\"b\""))),
                        Vector.of("notes.txt"));
        assertThat(Wire.toJson(new EffectStarted(7, effect)))
                .isEqualTo(
                        """
                        {"type":"effect_started","ticket":7,"effect":{"type":"save_work",\
                        "key":{"stage":"end","turn":0,"phase":"end","step":0,"revision":1,"attempt":1},\
                        "outcome":{"type":"failed","fault":{"kind":"agent_setup","message":"a\\n\\"b\\""}},"protected_paths":["notes.txt"]}}\
                        """);
    }

    @Test
    void an_absent_option_is_left_out_and_an_empty_list_is_not() {
        assertThat(Wire.toJson(new BranchOpened(1, Option.none(), "b", "t", Vector.empty())))
                .isEqualTo(
                        "{\"type\":\"branch_opened\",\"ticket\":1,\"base\":\"b\",\"tree\":\"t\",\"protected_paths\":[],\"local\":[]}");
    }

    @Test
    void a_map_keeps_the_order_of_its_keys() {
        var called =
                new Called(1, "r", CallKind.SUBMIT, "", LinkedHashMap.of("z", "1", "a", "2"), AT);
        assertThat(Wire.toJson(called))
                .contains(
                        "\"arguments\":{\"z\":\"1\",\"a\":\"2\"},\"at\":\"2026-11-21T22:00:00.123Z\"");
    }

    @Test
    void a_run_s_first_event_and_state_come_back_equal() {
        var started =
                new RunStarted(
                        "r0", Ralph.workflow(Ralph.Options.DEFAULT, Policy.DEFAULT), "task", 1, AT);
        assertThat(Wire.event(Wire.toJson(started))).isEqualTo(started);
        var state = Pipeline.start(started);
        assertThat(Wire.state(Wire.toJson(state))).isEqualTo(state);
        assertThat(Wire.workflow(Wire.toJson(started.workflow()))).isEqualTo(started.workflow());
    }

    @Test
    void computed_values_are_not_written() {
        var state =
                Pipeline.start(
                        new RunStarted(
                                "r0",
                                Ralph.workflow(Ralph.Options.DEFAULT, Policy.DEFAULT),
                                "task",
                                1,
                                AT));
        assertThat(Wire.toJson(state))
                .doesNotContain("at_end", "is_free", "remedy", "phase_key", "budget_reached");
    }

    @Test
    void commands_and_their_answers_have_names_of_their_own() {
        assertThat(Wire.toJson(new Command.Pause(Urgency.WHEN_DONE)))
                .isEqualTo("{\"type\":\"pause\",\"urgency\":\"when_done\"}");
        assertThat(Wire.command("{\"type\":\"resume\"}")).isEqualTo(new Command.Resume());
        var rejection = new Rejection(Rejection.Code.GATE_MOVED, "look again");
        assertThat(Wire.toJson(rejection))
                .isEqualTo("{\"code\":\"gate_moved\",\"message\":\"look again\"}");
        assertThat(Wire.rejection(Wire.toJson(rejection))).isEqualTo(rejection);
    }

    @Test
    void a_reply_to_a_command_starts_with_its_type() {
        var pause = new InputEvent.Paused(7, Urgency.WHEN_DONE);
        var rejection =
                new Rejection(Rejection.Code.GATE_MOVED, "the \"code\": and \"message\": moved");
        var accepted = new CommandAccepted(pause);
        var rejected = new CommandRejected(rejection);
        assertThat(Wire.toJson(accepted)).startsWith("{\"type\":\"command_accepted\",\"event\":{");
        assertThat(Wire.toJson(rejected))
                .startsWith("{\"type\":\"command_rejected\",\"rejection\":{");
        assertThat(Wire.commandReply(Wire.toJson(accepted))).isEqualTo(accepted);
        assertThat(Wire.commandReply(Wire.toJson(rejected))).isEqualTo(rejected);
    }

    @Test
    void a_reply_of_an_earlier_version_is_read_and_other_text_is_refused() {
        var aborted = new InputEvent.Aborted(7, "the \"code\": and \"message\": moved");
        var rejection = new Rejection(Rejection.Code.GATE_MOVED, "look again");
        assertThat(Wire.commandReply(Wire.toJson(aborted))).isEqualTo(new CommandAccepted(aborted));
        assertThat(Wire.commandReply(Wire.toJson(rejection)))
                .isEqualTo(new CommandRejected(rejection));
        for (var other : List.of("", "done", "[]", "{}", "{\"type\":\"command_accepted\"}"))
            assertThatThrownBy(() -> Wire.commandReply(other)).isInstanceOf(WireFault.class);
    }

    @Test
    void a_command_of_an_inbox_may_name_its_author() {
        var author = new Author("ann", Author.Channel.MCP, Vector.of("7 sh"));
        var authored = new AuthoredCommand(new Command.Resume(), Option.some(author));
        assertThat(Wire.toJson(authored))
                .isEqualTo(
                        "{\"command\":{\"type\":\"resume\"},\"by\":{\"user\":\"ann\",\"channel\":\"mcp\",\"processes\":[\"7"
                            + " sh\"]}}");
        assertThat(Wire.authoredCommand(Wire.toJson(authored))).isEqualTo(authored);
        assertThat(Wire.authoredCommand("{\"type\":\"resume\"}"))
                .isEqualTo(new AuthoredCommand(new Command.Resume(), Option.none()));
        assertThat(Wire.author(Wire.toJson(author))).contains(author);
        assertThat(Wire.author("{\"user\":\"ann\"}")).isEmpty();
    }

    @Test
    void missing_options_lists_and_maps_are_read_as_empty() {
        assertThat(
                        Wire.event(
                                "{\"type\":\"branch_opened\",\"ticket\":1,\"base\":\"b\",\"tree\":\"t\"}"))
                .isEqualTo(new BranchOpened(1, Option.none(), "b", "t", Vector.empty()));
        assertThat(
                        Wire.event(
                                "{\"type\":\"branch_opened\",\"ticket\":1,\"branch\":null,\"base\":\"b\",\"tree\":\"t\",\"protected_paths\":null}"))
                .isEqualTo(new BranchOpened(1, Option.none(), "b", "t", Vector.empty()));
        assertThat(
                        Wire.event(
                                "{\"type\":\"called\",\"n\":1,\"request_id\":\"r\",\"kind\":\"get\",\"tool\":\"\",\"at\":\""
                                        + AT
                                        + "\"}"))
                .isEqualTo(new Called(1, "r", CallKind.GET, "", LinkedHashMap.empty(), AT));
    }

    @Test
    void a_branch_of_a_log_that_knew_no_base_has_none() {
        assertThat(
                        Wire.effect(
                                "{\"type\":\"open_branch\",\"key\":"
                                        + PLACE
                                        + ",\"branching\":{\"type\":\"new_branch\",\"name\":\"b\"}}"))
                .isInstanceOfSatisfying(
                        OpenBranch.class,
                        e -> assertThat(e.branching()).isEqualTo(new NewBranch("b")));
        assertThat(
                        Wire.effect(
                                "{\"type\":\"open_branch\",\"key\":"
                                        + PLACE
                                        + ",\"branching\":{\"type\":\"stay\"}}"))
                .isInstanceOfSatisfying(
                        OpenBranch.class, e -> assertThat(e.branching()).isEqualTo(new Stay()));
        assertThat(
                        Wire.effect(
                                "{\"type\":\"rebase_branch\",\"key\":"
                                        + PLACE
                                        + ",\"branch\":\"b\",\"head\":\"h\",\"protected_paths\":[]}"))
                .isInstanceOfSatisfying(RebaseBranch.class, e -> assertThat(e.base()).isEmpty());
    }

    @Test
    void unknown_properties_are_ignored() {
        assertThat(
                        Wire.event(
                                "{\"later\":{\"type\":\"x\",\"n\":[1,{}]},\"n\":4,\"type\":\"resumed\",\"more\":null}"))
                .isEqualTo(new Resumed(4));
    }

    @Test
    void an_unknown_type_is_refused_by_its_name() {
        assertThatThrownBy(() -> Wire.event("{\"type\":\"run_vanished\",\"n\":1}"))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("unknown type \"run_vanished\"")
                .hasMessageContaining("run_started");
        assertThatThrownBy(
                        () ->
                                Wire.event(
                                        "{\"type\":\"effect_started\",\"ticket\":1,\"effect\":{\"type\":\"destroy\"}}"))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("unknown type \"destroy\"")
                .hasMessageContaining("at effect");
        assertThatThrownBy(() -> Wire.event("{\"n\":1}"))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("no type");
    }

    /** Each is told with the place where it went wrong. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"type":"resumed"}                                                            | n
                    {"type":"resumed","n":"1"}                                                    | n
                    {"type":"resumed","n":1.5}                                                    | n
                    {"type":"resumed","n":null}                                                   | n
                    {"type":"resumed","n":9223372036854775808}                                    | n
                    {"type":"aborted","n":1,"why":5}                                              | why
                    {"type":"aborted","n":1,"why":true}                                           | why
                    {"type":"aborted","n":1,"why":null}                                           | why
                    {"type":"paused","n":1,"urgency":"NOW"}                                       | urgency
                    {"type":"paused","n":1,"urgency":0}                                           | urgency
                    {"type":"wait_elapsed","ticket":1,"at":"2026-13-01T00:00:00Z"}                | at
                    {"type":"wait_elapsed","ticket":1,"at":"2026-11-21"}                          | at
                    {"type":"wait_elapsed","ticket":1,"at":"2026-02-30T00:00:00Z"}                | at
                    {"type":"wait_elapsed","ticket":1,"at":"2026-11-21T22:00:00.1234567890Z"}     | at
                    {"type":"wait_elapsed","ticket":1,"at":"2026-11-21T22:00:0/Z"}                | at
                    {"type":7,"n":1}                                                              | type
                    {"type":"artifact_accepted","items":[{"status":{"n":1,"type":"gone"}}]}       | items[0].status
                    {"type":"wait_elapsed","ticket":1,"at":1795298400}                            | at
                    {"type":"branch_opened","ticket":1,"base":"b","tree":"t","protected_paths":["a",null]}   | protected_paths[1]
                    {"type":"branch_opened","ticket":1,"base":"b","tree":"t","protected_paths":["a",{}]}     | protected_paths[1]
                    {"type":"branch_opened","ticket":1,"base":"b","tree":"t","protected_paths":"a"}          | protected_paths
                    {"type":"branch_opened","ticket":1,"base":"b","tree":"t","branch":["a"]}      | branch
                    {"type":"called","n":1,"kind":"get","tool":"","arguments":{"a":7}}            | arguments.a
                    {"type":"effect_failed","ticket":1,"fault":{"kind":"bad_luck","message":""}}  | fault.kind
                    """)
    void json_that_would_not_have_been_written_is_refused_with_its_location(
            String json, String place) {
        assertThatThrownBy(() -> Wire.event(json))
                .isInstanceOf(WireFault.class)
                .hasMessageStartingWith("cannot read an event: ")
                .hasMessageContaining("(at " + place + ")");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "7",
                "\"resumed\"",
                "{",
                "{\"type\":\"resumed\",\"n\":1",
                "{\"type\":\"resumed\",\"n\":1} {}",
                "{'n':1}"
            })
    void text_that_is_not_exactly_one_json_object_is_refused(String text) {
        assertThatThrownBy(() -> Wire.event(text))
                .isInstanceOf(WireFault.class)
                .hasMessageStartingWith("cannot read an event: ");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Wire.event(Wire.VERSION, bytes, 0, bytes.length))
                .isInstanceOf(WireFault.class);
    }

    @Test
    void a_syntax_error_is_reported_with_its_column() {
        assertThatThrownBy(() -> Wire.event("{\"type\":\"resumed\",\"n\":tru}"))
                .isInstanceOf(WireFault.class)
                .hasMessageContaining("column 23");
    }

    @Test
    void a_late_type_property_is_found() {
        assertThat(
                        Wire.event(
                                "{\"ticket\":1,\"effect\":{\"key\":{\"stage\":\"s\",\"turn\":0,\"phase\":\"p\",\"step\":1,\"revision\":1,\"attempt\":1},"
                                    + "\"type\":\"save_work\"},\"type\":\"effect_started\"}"))
                .isEqualTo(
                        new EffectStarted(
                                1,
                                new SaveWork(
                                        new EffectKey("s", 0, "p", 1, 1, 1),
                                        Option.none(),
                                        Vector.empty())));
    }

    /** A message that was cut in the middle of a character must not change when it goes to disk. */
    @Test
    void half_a_character_survives_the_disk() {
        var failed =
                new EffectFailed(
                        1, Fault.of(Fault.Kind.AGENT_FAILED, "cut \ud83e \ud83e\udd16 \udd16"));
        byte[] bytes = Wire.bytes(Wire.toJson(failed));
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .contains("cut \\ud83e \ud83e\udd16 \\udd16");
        assertThat(Wire.event(Wire.VERSION, bytes, 0, bytes.length)).isEqualTo(failed);
    }

    @Test
    void half_a_character_in_a_key_is_a_bug() {
        var called =
                new Called(1, "r", CallKind.TOOL, "t", LinkedHashMap.of("cut \ud83e", "x"), AT);
        assertThatThrownBy(() -> Wire.toJson(called)).isInstanceOf(PipelineBug.class);
    }

    @Test
    void an_event_is_read_at_its_position_in_its_line() {
        byte[] line =
                "{\"v\":1,\"event\":{\"type\":\"session_started\",\"ticket\":3,\"session\":\"s\"},\"crc\":\"0\"}"
                        .getBytes(StandardCharsets.UTF_8);
        int from = 15;
        int length = line.length - from - ",\"crc\":\"0\"}".length();
        assertThat(Wire.event(1, line, from, length)).isEqualTo(new SessionStarted(3, "s"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-21T22:00:00Z",
                "2026-11-21T22:00:00.1Z",
                "2026-11-21T22:00:00.123Z",
                "2026-11-21T22:00:00.000000001Z",
                "1970-01-01T00:00:00Z",
                "0000-02-29T23:59:59.999999999Z",
                "-1000000000-01-01T00:00:00Z",
                "+1000000000-12-31T23:59:59.999999999Z"
            })
    void a_time_is_exact(String text) {
        var elapsed = new WaitElapsed(1, Instant.parse(text));
        Event back = Wire.event("{\"type\":\"wait_elapsed\",\"ticket\":1,\"at\":\"" + text + "\"}");
        assertThat(back).isEqualTo(elapsed);
        assertThat(Wire.event(Wire.toJson(elapsed))).isEqualTo(elapsed);
    }

    @Test
    void a_retry_of_an_older_log_approves_nothing_beforehand() {
        assertThat(Wire.event("{\"type\":\"retry_granted\",\"n\":3}"))
                .isEqualTo(new InputEvent.RetryGranted(3, Option.none()));
    }
}
