package dev.foldline.app.history;

import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How the events of two runs differ at the same place, apart from times, costs, tickets and the
 * names of commits, which differ from run to run.
 *
 * @param sameEffect whether both runs continue in the same way
 * @param inputs what came from outside and differs, in words
 */
public record EventDifference(boolean sameEffect, List<String> inputs) {
    private static final Set<String> VARYING =
            Set.of(
                    "ticket",
                    "at",
                    "run",
                    "session",
                    "resumes",
                    "transcript",
                    "spend",
                    "commit",
                    "head",
                    "base",
                    "branch",
                    "candidate",
                    "commits",
                    "hash",
                    "epoch",
                    "n",
                    "output",
                    "seen",
                    "settings",
                    "reverted",
                    "notes",
                    "saved",
                    "until",
                    "not_before");

    /** Parts of the policy, which is compared at the start. */
    private static final Set<String> POLICY =
            Set.of("deadlines", "deadline_millis", "commands", "branching", "protected_paths");

    private static final Map<String, String> INPUTS =
            Map.ofEntries(
                    Map.entry("prompt", "prompt"),
                    Map.entry("tree", "tree"),
                    Map.entry("before", "tree"),
                    Map.entry("after", "tree"),
                    Map.entry("content", "artifact"),
                    Map.entry("items", "artifact"),
                    Map.entry("submitted", "artifact"),
                    Map.entry("model", "agent version"),
                    Map.entry("version", "agent version"),
                    Map.entry("summary", "output of a check"),
                    Map.entry("fingerprint", "output of a check"),
                    Map.entry("subject", "commit message"),
                    Map.entry("feedback", "text of a user"),
                    Map.entry("why", "text of a user"),
                    Map.entry("reason", "text of a user"));

    public EventDifference {
        inputs = List.copyOf(inputs);
    }

    static EventDifference between(Event left, Event right) {
        if (left.getClass() != right.getClass()) return new EventDifference(false, List.of());
        boolean same = true;
        var inputs = new ArrayList<String>();
        for (var change : StateDifference.between("", left, right)) {
            var names = List.of(change.path().split("\\.|\\[\\d+\\]\\.?"));
            if (names.stream().anyMatch(name -> VARYING.contains(name) || POLICY.contains(name)))
                continue;
            var input = names.stream().filter(INPUTS::containsKey).map(INPUTS::get).findFirst();
            same &= input.isPresent();
            input.ifPresent(inputs::add);
        }
        return new EventDifference(same, inputs);
    }

    /** Returns the first input that differs. */
    Optional<String> input() {
        return inputs.stream().findFirst();
    }

    /** Returns whether the event is the same with and without a crash between two effects. */
    static boolean isComparable(Event event) {
        return !(event instanceof RunEvent.DriverStarted || event instanceof RunEvent.CallGuarded);
    }

    /** Returns what decides with this event, in words. */
    static String subject(Event event) {
        return switch (event) {
            case RunEvent.EffectFailed _ -> "a failure";
            case RunEvent _ -> "the decision";
            case AgentEvent _ -> "the agent";
            case FileEvent _ -> "an artifact";
            case CheckEvent _ -> "the verdict of a check";
            case GitEvent _ -> "the tree";
            case ChangeEvent _ -> "what the change touches";
            case ForgeEvent _ -> "the forge";
            case ChildEvent _ -> "a child run";
            case InputEvent _ -> "the input of a user";
        };
    }
}
