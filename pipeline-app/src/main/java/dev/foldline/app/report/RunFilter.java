package dev.foldline.app.report;

import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.Locale;

/**
 * Selects runs of a list.
 *
 * @param state one of {@link #STATES}
 * @param workflow the name of the workflow
 * @param text appears in the title, the id or the last error, in upper or lower case
 * @param since only runs that started at this time or later
 * @param until only runs that started before this time
 */
public record RunFilter(
        Option<String> state,
        Option<String> workflow,
        Option<String> text,
        Option<Instant> since,
        Option<Instant> until) {

    /** The states a user asks for, and the reasons of a status that each covers. */
    private static final Map<String, Set<String>> REASONS =
            LinkedHashMap.of(
                    "running",
                    HashSet.of("running", "waiting_to_retry", "waiting_for_children"),
                    "needs-you",
                    HashSet.of(
                            "waiting_for_approval",
                            "waiting_for_work",
                            "halted",
                            "budget_reached",
                            "wall_clock_limit",
                            "log_cut",
                            "unreadable"),
                    "stopped",
                    HashSet.of("paused", "interrupted", "resumable", "unavailable", "terminated"),
                    "done",
                    HashSet.of(
                            "completed",
                            "nothing_left",
                            "pull_requests_reached",
                            "as_far_as_asked"),
                    "failed",
                    HashSet.of("failed", "rejected", "aborted"));

    /** The words for {@code state}. */
    public static final String[] STATES = REASONS.keySet().toJavaArray(String[]::new);

    /** Selects all runs. */
    public static final RunFilter ALL =
            new RunFilter(
                    Option.none(), Option.none(), Option.none(), Option.none(), Option.none());

    /** The state that covers the reason of a status. */
    public static Option<String> stateOf(String reason) {
        return REASONS.find(each -> each._2().contains(reason)).map(each -> each._1());
    }

    /** Returns whether it selects a run that started then, as far as that decides. */
    public boolean isWithin(Instant startedAt) {
        return since.forAll(time -> !startedAt.isBefore(time)) && until.forAll(startedAt::isBefore);
    }

    /** Returns whether it selects by anything that is not known before the log is read. */
    public boolean needsLog() {
        return state.isDefined() || workflow.isDefined() || text.isDefined();
    }

    /** Returns whether it selects the run of a line. */
    public boolean test(RunLine line) {
        return state.forAll(word -> REASONS.get(word).exists(all -> all.contains(line.reason())))
                && workflow.forAll(name -> line.workflow().contains(name))
                && text.map(each -> each.toLowerCase(Locale.ROOT))
                        .forAll(
                                each ->
                                        (line.id()
                                                        + "\n"
                                                        + line.title().getOrElse("")
                                                        + "\n"
                                                        + line.error().getOrElse(""))
                                                .toLowerCase(Locale.ROOT)
                                                .contains(each));
    }
}
