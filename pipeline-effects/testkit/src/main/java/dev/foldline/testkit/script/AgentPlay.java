package dev.foldline.testkit.script;

import dev.foldline.core.state.Fault;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One call of a scripted agent. Created by {@link Plays}.
 *
 * @param files files it writes into the working tree, by path; an empty text deletes
 * @param label the decision of its artifact; the workflow's first label if none
 * @param items ids of the work items it names
 * @param fault the fault after writing its files
 * @param lasts its duration on the virtual clock
 */
public record AgentPlay(
        Map<String, String> files,
        Option<String> label,
        List<String> items,
        Option<Fault> fault,
        Duration lasts) {

    /** Changes nothing, submits all requested artifacts, and takes a minute. */
    public static final AgentPlay NOTHING =
            new AgentPlay(Map.of(), Option.none(), List.of(), Option.none(), Duration.ofMinutes(1));

    public AgentPlay edits(String path, String content) {
        var more = new TreeMap<>(files);
        more.put(path, content);
        return new AgentPlay(Map.copyOf(more), label, items, fault, lasts);
    }

    public AgentPlay says(String decision) {
        return new AgentPlay(files, Option.of(decision), items, fault, lasts);
    }

    public AgentPlay plans(String... ids) {
        return new AgentPlay(files, label, List.of(ids), fault, lasts);
    }

    public AgentPlay fails(Fault.Kind kind) {
        return new AgentPlay(
                files, label, items, Option.of(Fault.of(kind, "scripted: " + kind)), lasts);
    }

    public AgentPlay taking(Duration time) {
        return new AgentPlay(files, label, items, fault, time);
    }
}
