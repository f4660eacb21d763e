package dev.foldline.app.provenance;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.command.Author;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.InputEvent.ArtifactReplaced;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Findings.Evidence;
import dev.foldline.core.state.Ledger.Commit;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a commit of a run came about, as the run's log tells it.
 *
 * @param seq the number of the event that recorded the commit
 * @param place where the run was, for example {@code iterate 2/5, commit, step 1/3}
 * @param calls the calls of agents since the run's previous commit
 * @param checks the checks that had passed on the commit's tree
 * @param approvals the gates that users approved since the run's previous commit, and the artifacts
 *     that they replaced
 */
public record Provenance(
        String run,
        String workflow,
        long seq,
        String place,
        Commit commit,
        Vector<Call> calls,
        Vector<String> checks,
        Vector<Approval> approvals) {
    private static final String SCHEMA = "foldline.provenance/1";

    /**
     * A call of an agent.
     *
     * @param model none if the agent did not name it
     * @param prompt SHA-256 of the prompt, in hexadecimal
     */
    public record Call(String role, String agent, Option<String> model, String prompt) {}

    /**
     * What a user approved or replaced.
     *
     * @param artifact the artifact that was replaced; none for an approval
     * @param by none if the log does not tell
     */
    public record Approval(
            String gate, long revision, Option<String> artifact, Option<String> by, String at) {}

    /** Returns the provenance of a commit; none if the run did not make it. */
    public static Option<Provenance> of(RunHistory history, String hash) throws IOException {
        return all(history).find(each -> each.commit().hash().equals(hash));
    }

    /** Returns the provenance of each commit of a run, oldest first. */
    static Vector<Provenance> all(RunHistory history) throws IOException {
        var collector = new Collector(history.name());
        history.walk(collector::visit);
        return Vector.ofAll(collector.found);
    }

    /** Goes along a log. */
    private static final class Collector {
        private final String run;
        private final List<Provenance> found = new ArrayList<>();
        private Vector<Call> calls = Vector.empty();
        private Vector<Approval> approvals = Vector.empty();

        Collector(String run) {
            this.run = run;
        }

        boolean visit(ReplayStep step) {
            if (step.before().filter(step.after()::equals).isPresent()) return true;
            switch (step.event()) {
                case EffectStarted(_, InvokeAgent call) ->
                        calls =
                                calls.append(
                                        new Call(
                                                call.role(),
                                                call.agent(),
                                                Option.none(),
                                                call.prompt()));
                case SessionStarted session when calls.nonEmpty() ->
                        calls =
                                calls.update(
                                        calls.size() - 1,
                                        call ->
                                                new Call(
                                                        call.role(),
                                                        call.agent(),
                                                        session.model(),
                                                        call.prompt()));
                case GateApproved e -> approve(step, e.gateId(), e.revision(), Option.none());
                case ArtifactReplaced e ->
                        approve(
                                step,
                                e.gateId(),
                                e.revision() + 1,
                                Option.of(e.replacement().artifact()));
                default -> {}
            }
            commits(step).forEach(commit -> collect(step, commit));
            return true;
        }

        private void approve(ReplayStep step, String gate, long revision, Option<String> artifact) {
            approvals =
                    approvals.append(
                            new Approval(
                                    gate,
                                    revision,
                                    artifact,
                                    Option.ofOptional(step.by()).map(Provenance::name),
                                    step.at().toString()));
        }

        private static Vector<Commit> commits(ReplayStep step) {
            var after = step.after().ledger().commits();
            return after.drop(
                    step.before().map(state -> state.ledger().commits().size()).orElse(0));
        }

        private void collect(ReplayStep step, Commit commit) {
            var state = step.before().orElse(step.after());
            found.add(
                    new Provenance(
                            run,
                            state.workflow().name(),
                            step.seq(),
                            ValueFormatter.place(state),
                            commit,
                            calls,
                            state.ledger()
                                    .findings()
                                    .checks()
                                    .filterValues(new Evidence.Passed(commit.tree())::equals)
                                    .keySet()
                                    .toVector()
                                    .sorted(),
                            approvals));
            calls = Vector.empty();
            approvals = Vector.empty();
        }
    }

    private static String name(Author author) {
        return author.user()
                + " ("
                + author.channel().name().toLowerCase(java.util.Locale.ROOT)
                + ")";
    }

    /** Returns the text of a note, and what programs read: one JSON object. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "run",
                run,
                "workflow",
                workflow,
                "seq",
                seq,
                "place",
                place,
                "commit",
                commit.hash(),
                "tree",
                commit.tree(),
                "calls",
                calls.map(
                        call ->
                                JsonOutput.fields(
                                        "role",
                                        call.role(),
                                        "agent",
                                        call.agent(),
                                        "model",
                                        call.model(),
                                        "prompt",
                                        call.prompt())),
                "checks",
                checks,
                "approvals",
                approvals.map(
                        each ->
                                JsonOutput.fields(
                                        "gate",
                                        each.gate(),
                                        "revision",
                                        each.revision(),
                                        "artifact",
                                        each.artifact(),
                                        "by",
                                        each.by(),
                                        "at",
                                        each.at())));
    }

    /** Returns the text of the commit's note. */
    String note() {
        return JsonOutput.pretty(document()) + "\n";
    }

    /** Whether a note says the same. */
    boolean agreesWith(Optional<String> text) {
        return text.filter(each -> each.strip().equals(note().strip())).isPresent();
    }
}
