package dev.foldline.app.history;

import dev.foldline.app.repository.LocalContentFormatter;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Spend;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.workflow.Step;

import io.vavr.Tuple;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.Locale;

/** Formats an event for display. */
public final class EventFormatter {
    private EventFormatter() {}

    public static String of(Event event) {
        return ValueFormatter.oneLine(
                switch (event) {
                    case RunEvent e -> run(e);
                    case AgentEvent e -> agent(e);
                    case FileEvent e -> file(e);
                    case CheckEvent e -> check(e);
                    case GitEvent e -> git(e);
                    case ChangeEvent e -> ChangeFormatter.of(e);
                    case ForgeEvent e -> ForgeFormatter.of(e);
                    case ChildEvent e -> child(e);
                    case InputEvent e -> input(e);
                });
    }

    /** The same, with who asked for it. */
    public static String of(ReplayStep moment) {
        return (moment.event() instanceof CheckEvent.CheckPassed passed
                        ? passed(passed, moment.before().orElse(moment.after()))
                                + took(passed.spend())
                        : of(moment.event(), Option.ofOptional(moment.message())))
                + moment.by().map(author -> ", by " + of(author)).orElse("");
    }

    /** Who asked, and how. */
    public static String of(Author author) {
        return ValueFormatter.oneLine(
                author.user() + " (" + author.channel().name().toLowerCase(Locale.ROOT) + ")");
    }

    /** Formats an event with the source that requested it. */
    public static String of(Event event, Option<String> message) {
        return event instanceof InputEvent.Paused paused && Termination.isNamedBy(message)
                ? paused("because its driver was shut down", paused)
                : of(event);
    }

    private static String paused(String why, InputEvent.Paused event) {
        return "paused "
                + why
                + (event.urgency() == dev.foldline.core.state.Lifecycle.Urgency.NOW
                        ? ", at once"
                        : "");
    }

    private static String run(RunEvent event) {
        return switch (event) {
            case RunEvent.RunStarted e ->
                    "run started: "
                            + e.workflow().name()
                            + " "
                            + e.workflow().version()
                            + e.given()
                                    .flatMap(InitialState::origin)
                                    .map(
                                            origin ->
                                                    ", forked from "
                                                            + origin.run()
                                                            + ":"
                                                            + origin.seq())
                                    .getOrElse("");
            case RunEvent.DriverStarted e ->
                    e.epoch() == 1 ? "driver started" : "driver restarted (" + e.epoch() + ")";
            case RunEvent.CallGuarded _ -> "recorded what the agent must not change";
            case RunEvent.EffectStarted e -> "begin: " + EffectFormatter.of(e.effect());
            case RunEvent.NotDone _ -> "it was not done";
            case RunEvent.EffectCancelled e ->
                    "it was cancelled" + ValueFormatter.beside(e.reverted(), e.notes());
            case RunEvent.EffectFailed e -> "failed: " + ValueFormatter.of(e.fault());
            case RunEvent.PhaseEntered _ -> "phase entered";
            case RunEvent.GateOpened e ->
                    "gate opened: " + e.gate().id() + ", revision " + e.gate().revision();
            case RunEvent.RecoveryRecorded _ -> "recovered from the failure";
            case RunEvent.WaitElapsed _ -> "the wait is over";
        };
    }

    private static String agent(AgentEvent event) {
        return switch (event) {
            case AgentEvent.AgentFinished e ->
                    "agent finished"
                            + took(e.spend())
                            + ValueFormatter.beside(e.reverted(), e.notes());
            case AgentEvent.AgentFailed e ->
                    "agent failed: "
                            + ValueFormatter.of(e.fault())
                            + took(e.spend())
                            + ValueFormatter.beside(e.reverted(), e.notes());
            case AgentEvent.ModelSwitched e ->
                    e.terminal()
                            + " will work with "
                            + e.agent()
                            + e.model().map(model -> ", model " + model).getOrElse("")
                            + ", "
                            + e.program();
            case AgentEvent.SessionStarted e ->
                    "session "
                            + e.session()
                            + e.model().map(model -> ", " + model).getOrElse("")
                            + e.version().map(version -> ", version " + version).getOrElse("");
        };
    }

    private static String file(FileEvent event) {
        return switch (event) {
            case FileEvent.ArtifactsCleaned _ -> "stale artifacts removed";
            case FileEvent.PromptRendered e -> "prompt written: " + ValueFormatter.hash(e.prompt());
            case FileEvent.ArtifactAccepted e ->
                    e.artifact() + " accepted" + (e.label().isEmpty() ? "" : ": " + e.label());
            case FileEvent.ArtifactRefused e -> e.artifact() + " refused: " + e.why();
        };
    }

    /** Formats a check with the expected result: a test that was to fail has failed. */
    public static String passed(CheckEvent.CheckPassed event, PipelineState before) {
        var isRed =
                before.currentStep()
                        .exists(
                                step ->
                                        step instanceof Step.Check(_, var expectation)
                                                && expectation == Step.Expectation.FAIL);
        return event.check() + (isRed ? " failed, as expected" : " passed");
    }

    private static String check(CheckEvent event) {
        return switch (event) {
            case CheckEvent.CheckPassed e -> e.check() + " passed" + took(e.spend());
            case CheckEvent.CheckFailed e ->
                    e.check() + " failed: " + e.summary() + took(e.spend());
        };
    }

    private static String reset(GitEvent.TreeReset event) {
        return "tree is at "
                + ValueFormatter.hash(event.head())
                + " again"
                + event.committed()
                        .map(
                                commit ->
                                        "; committed "
                                                + ValueFormatter.hash(commit.hash())
                                                + " "
                                                + commit.subject()
                                                + " before")
                        .getOrElse("")
                + (event.saved().isEmpty()
                        ? ""
                        : "; uncommitted work is kept in " + event.saved().mkString(", "));
    }

    private static String committed(GitEvent.WorkCommitted event) {
        return "committed "
                + ValueFormatter.hash(event.commit())
                + " "
                + event.subject()
                + LocalContentFormatter.leftOut(event.local());
    }

    private static String skipped(GitEvent.CommitSkipped event) {
        return "nothing committed: " + event.why() + LocalContentFormatter.leftOut(event.local());
    }

    private static String git(GitEvent event) {
        return switch (event) {
            case GitEvent.BranchOpened e ->
                    "on branch "
                            + e.branch().getOrElse("(detached)")
                            + " at "
                            + ValueFormatter.hash(e.base());
            case GitEvent.TreeInspected e when e.label().isEmpty() ->
                    "branch is at " + e.head().map(ValueFormatter::hash).getOrElse("where it was");
            case GitEvent.TreeInspected e -> "tree is " + e.label();
            case GitEvent.TreeReset e -> reset(e);
            case GitEvent.WorkCommitted e -> committed(e);
            case GitEvent.WorkObserved e ->
                    "the terminal says "
                            + e.label()
                            + e.remark()
                                    .map(
                                            said ->
                                                    (e.unread().isDefined() ? "; " : ": ")
                                                            + said.text())
                                    .getOrElse("")
                            + (e.commits().isEmpty()
                                    ? ""
                                    : "; it has committed "
                                            + e.commits()
                                                    .map(
                                                            commit ->
                                                                    ValueFormatter.hash(
                                                                            commit.hash()))
                                                    .mkString(", "));
            case GitEvent.CommitSkipped e -> skipped(e);
            case GitEvent.TreeMoved _ -> "the tree is not what was checked; nothing committed";
            case GitEvent.BranchRebased e -> "rebased to " + ValueFormatter.hash(e.head());
            case GitEvent.MergePrepared e ->
                    "merge into "
                            + e.candidate().target()
                            + " prepared: "
                            + ValueFormatter.hash(e.candidate().commit());
            case GitEvent.MergeLanded e ->
                    e.target() + " is at the merge " + ValueFormatter.hash(e.commit());
            case GitEvent.MergeOvertaken e -> "not merged: " + e.why();
            case GitEvent.WorktreeReleased e ->
                    e.why()
                                    .map(why -> "a worktree stays: " + why)
                                    .getOrElse("its worktree was removed")
                            + (e.savedRefs().isEmpty()
                                    ? ""
                                    : "; uncommitted work is kept in "
                                            + e.savedRefs().mkString(", "));
            case GitEvent.WorkSaved e ->
                    e.commit()
                            .map(
                                    commit ->
                                            "uncommitted work kept in "
                                                    + ValueFormatter.hash(commit))
                            .getOrElse("nothing to keep");
        };
    }

    private static String child(ChildEvent event) {
        return switch (event) {
            case ChildEvent.ChildSpawned e -> "run started: " + e.child();
        };
    }

    private static String input(InputEvent event) {
        return switch (event) {
            case InputEvent.Paused e -> paused("by the user", e);
            case InputEvent.Resumed _ -> "resumed by the user";
            case InputEvent.WaitSkipped _ -> "the wait was skipped";
            case InputEvent.Aborted e -> "given up: " + e.why();
            case InputEvent.Frozen e -> "frozen at " + e.gateId() + ": " + e.reason();
            case InputEvent.GateApproved e ->
                    e.gateId() + " approved" + (e.feedback().isBlank() ? "" : ": " + e.feedback());
            case InputEvent.GateRejected e -> e.gateId() + " rejected: " + e.feedback();
            case InputEvent.ArtifactReplaced e -> replaced(e);
            case InputEvent.RetryGranted e -> retried(e);
            case InputEvent.BudgetRaised _ -> "budget raised";
            case InputEvent.UntilSet e ->
                    e.phase()
                            .map(phase -> "to pause before " + phase)
                            .getOrElse("to pause before no phase");
            case InputEvent.Called e ->
                    "called: "
                            + ValueFormatter.of(e.kind())
                            + (e.tool().isEmpty() ? "" : " " + e.tool())
                            + e.arguments()
                                    .get(Ledger.WITHDRAWAL)
                                    .map(reason -> "; the test that failed is withdrawn: " + reason)
                                    .getOrElse("");
            case InputEvent.ChildReported e ->
                    e.item()
                            + " is "
                            + e.report().task().word()
                            + e.report()
                                    .terminals()
                                    .map(each -> each._1() + " " + each._2().word())
                                    .mkString(": ", ", ", "");
            case InputEvent.ChildEnded e ->
                    e.item()
                            + (e.report().isCompleted()
                                    ? " completed"
                                    : " failed: " + e.report().why());
            case InputEvent.CommitsSeen e -> commits(e.sighting().commits());
            case InputEvent.WorkDeclaredDone e ->
                    e.terminal()
                            + " was declared done"
                            + e.commit()
                                    .map(hash -> " by the commit " + ValueFormatter.hash(hash))
                                    .getOrElse("");
            case InputEvent.PullRequestSeen e -> ForgeFormatter.of(e);
            case InputEvent.ItemsAdded e ->
                    "added "
                            + e.added()
                                    .lists()
                                    .values()
                                    .flatMap(list -> list.map(Item::id))
                                    .distinct()
                                    .mkString(", ");
        };
    }

    private static String replaced(InputEvent.ArtifactReplaced e) {
        return e.replacement().artifact()
                + " replaced at the gate "
                + e.gateId()
                + ", now revision "
                + (e.revision() + 1);
    }

    private static String retried(InputEvent.RetryGranted e) {
        return "the user asked for a retry"
                + e.preApproved()
                        .map(phase -> ", and approved the next result of " + phase)
                        .getOrElse("")
                + e.checks()
                        .map(
                                (name, lines) ->
                                        Tuple.of(
                                                name,
                                                lines.map(line -> line.text().replace('\n', ' '))
                                                        .mkString("; ")))
                        .map(each -> "; " + each._1() + " is now: " + each._2())
                        .mkString();
    }

    private static String commits(Vector<Seen> commits) {
        var words =
                commits.map(
                        each ->
                                ValueFormatter.hash(each.commit())
                                        + " "
                                        + each.message().lines().findFirst().orElse("")
                                        + " ("
                                        + each.branch()
                                        + ")");
        return switch (commits.size()) {
            case 0 -> "checked the branches";
            case 1 -> "new commit " + words.head();
            default -> commits.size() + " new commits, the latest " + words.last();
        };
    }

    private static String took(Spend spend) {
        var usd =
                spend.money()
                        .map(
                                micro ->
                                        ", $"
                                                + ValueFormatter.money(micro)
                                                + (spend.microUsd().isEmpty() ? " estimated" : ""))
                        .getOrElse("");
        return spend.millis() == 0
                ? usd
                : " (" + ValueFormatter.duration(spend.millis()) + usd + ")";
    }
}
