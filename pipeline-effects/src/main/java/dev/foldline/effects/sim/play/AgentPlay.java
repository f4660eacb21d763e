package dev.foldline.effects.sim.play;

import dev.foldline.core.state.Fault;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a scripted agent does when it is called once. Made by {@link Plays}.
 *
 * @param files what it writes into the working tree, by path; an empty text deletes
 * @param label what the artifact it hands in decides; the first the workflow knows, if none
 * @param items ids of the work items it names
 * @param fault what it fails of, after writing its files
 * @param lasts how long it takes on the virtual clock
 */
public record AgentPlay(
        Map<String, String> files, Option<String> label, List<String> items, Option<Fault> fault, Duration lasts) {

    /** Changes nothing, hands in whatever is asked of it, takes a minute. */
    public static final AgentPlay NOTHING = new AgentPlay(Map.of(), Option.none(), List.of(), Option.none(), Duration.ofMinutes(1));

    public AgentPlay edits(String path, String content) {
        var more = new TreeMap<>(files);
        more.put(path, content);
        return new AgentPlay(Map.copyOf(more), label, items, fault, lasts);
    }

    public AgentPlay says(String decision) { return new AgentPlay(files, Option.of(decision), items, fault, lasts); }

    public AgentPlay plans(String... ids) { return new AgentPlay(files, label, List.of(ids), fault, lasts); }

    public AgentPlay fails(Fault.Kind kind) {
        return new AgentPlay(files, label, items, Option.of(Fault.of(kind, "scripted: " + kind)), lasts);
    }

    public AgentPlay taking(Duration time) { return new AgentPlay(files, label, items, fault, time); }
}
