package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentSignal.Quota.Standing;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Describes an agent's activity for display. */
public final class AgentActivity {
    private static final int CHARS_MAX = 200;

    private AgentActivity() {}

    /** Describes a line of any kind of agent; an unknown line is returned unchanged. */
    public static List<String> ofLine(String line) {
        if (!line.startsWith("{")) return List.of(line);
        return Stream.concat(Adapters.ALL.stream(), Stream.of(new ChatFormat(), new Acp()))
                .map(format -> format.line(line))
                .filter(
                        signals ->
                                signals.stream().noneMatch(AgentSignal.Unparsed.class::isInstance))
                .findFirst()
                .map(signals -> signals.stream().flatMap(AgentActivity::of).toList())
                .orElse(List.of(line));
    }

    /** Describes a signal; uninteresting ones are omitted. */
    public static Stream<String> of(AgentSignal signal) {
        return switch (signal) {
            case AgentSignal.Started started ->
                    started
                            .model()
                            .map(model -> "conversation " + started.session() + ", " + model)
                            .stream();
            case AgentSignal.Text(var text) -> text.lines();
            case AgentSignal.TextDelta(var text) -> text.lines();
            case AgentSignal.ToolCall call ->
                    Stream.of("> " + call.name() + " " + cut(call.input()));
            case AgentSignal.ToolResult result ->
                    result.ok() ? Stream.empty() : Stream.of("! " + cut(result.summary()));
            case AgentSignal.SubAgent(_, var inner) -> of(inner).map(line -> "  " + line);
            case AgentSignal.Retrying again ->
                    Stream.of(
                            "tries to reach its provider again"
                                    + (again.attemptsMax() > 0
                                            ? ", " + again.attempt() + " of " + again.attemptsMax()
                                            : "")
                                    + (again.status().isPresent()
                                            ? " (status " + again.status().getAsInt() + ")"
                                            : ""));
            case AgentSignal.Quota quota ->
                    quota.standing() == Standing.ALLOWED
                            ? Stream.empty()
                            : Stream.of(
                                    "quota "
                                            + quota.window()
                                            + (quota.standing() == Standing.WARNING
                                                    ? " is nearly used up"
                                                    : " is used up")
                                            + until(quota));
            case AgentSignal.Warning(var text) -> Stream.of("warning: " + cut(text));
            case AgentSignal.Failed failed -> Stream.of("failed: " + cut(failed.message()));
            case AgentSignal.Unparsed(var raw) -> Stream.of(cut(raw));
            case AgentSignal.Thinking _,
                    AgentSignal.Usage _,
                    AgentSignal.TurnStarted _,
                    AgentSignal.TurnEnded _,
                    AgentSignal.BackgroundTasks _ ->
                    Stream.empty();
        };
    }

    private static String until(AgentSignal.Quota quota) {
        return Optional.of(quota)
                .flatMap(AgentSignal.Quota::resetsAt)
                .map(time -> " until " + time)
                .orElse("");
    }

    private static String cut(String text) {
        var line = text.replace('\n', ' ').strip();
        return line.length() <= CHARS_MAX ? line : line.substring(0, CHARS_MAX) + "...";
    }
}
