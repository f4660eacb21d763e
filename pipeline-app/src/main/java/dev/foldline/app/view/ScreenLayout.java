package dev.foldline.app.view;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.Printable;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Stage;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands at the foot of the terminal: a function of the state and of what else is known, one
 * line for each question.
 */
record ScreenLayout(Marks marks, String hint) {

    /** The few signs that are not letters. */
    enum Marks {
        UNICODE("\u2713", "\u25b8", "\u2500", "\u00b7", "\u2026"),
        ASCII("*", ">", "-", "|", "...");

        private final String done;
        private final String here;
        private final String rule;
        private final String dot;
        private final String cut;

        Marks(String done, String here, String rule, String dot, String cut) {
            this.done = done;
            this.here = here;
            this.rule = rule;
            this.dot = dot;
            this.cut = cut;
        }

        /** Letters only, where the terminal's encoding has nothing else. */
        static Marks in(Charset encoding) {
            return encoding.canEncode()
                            && encoding.newEncoder()
                                    .canEncode(UNICODE.done + UNICODE.here + UNICODE.rule)
                    ? UNICODE
                    : ASCII;
        }
    }

    /** Lines of at most {@code width} columns, the most important first. */
    List<AttributedString> lines(PipelineState state, Progress progress, int width) {
        return List.of(
                header(state, progress, width),
                track(state, width),
                fit(trouble(state), width),
                fit(work(state, progress), width),
                fit(results(state), width),
                fit(spent(state), width),
                fit(
                        line(LineStyle.FAINT, progress.notice().map(Printable::line).orElse(hint)),
                        width));
    }

    private AttributedString header(PipelineState state, Progress progress, int width) {
        var elapsed = " " + Progress.clock(progress.elapsed()) + " " + marks.rule;
        var title =
                new AttributedStringBuilder()
                        .append(marks.rule + " ")
                        .append(Printable.line(state.header().run()), LineStyle.STRONG.style())
                        .append(
                                dot()
                                        + Printable.line(state.workflow().name())
                                        + dot()
                                        + Printable.line(
                                                state.ledger()
                                                        .repository()
                                                        .branch()
                                                        .getOrElse(progress.root()))
                                        + " ")
                        .toAttributedString();
        int room = width - elapsed.length();
        if (room < marks.rule.length() + 4) return fit(title, width);
        var left = fit(title, room);
        return new AttributedStringBuilder()
                .append(left)
                .append(marks.rule.repeat(room - left.columnLength()))
                .append(elapsed)
                .toAttributedString();
    }

    /**
     * All stages, of the current one its phases too; where there is no room, what lies behind is
     * left out first.
     */
    private AttributedString track(PipelineState state, int width) {
        var stages = state.workflow().stages();
        int here =
                state.lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)
                        ? stages.size()
                        : state.at().stage();
        var shown = new ArrayList<AttributedString>();
        for (int index = 0; index < stages.size(); index++) {
            var stage = stages.get(index);
            if (WorkflowOutline.turns(state, stage) == 0 && index != here) continue;
            shown.add(
                    index < here
                            ? line(LineStyle.FAINT, stage.id() + " " + marks.done)
                            : index > here ? ahead(state, stage) : current(state, stage));
        }
        var gap = new AttributedString("  ");
        var whole = AttributedString.join(gap, shown);
        while (whole.columnLength() > width
                && shown.size() > 1
                && shown.size() > stages.size() - here) {
            shown.removeFirst();
            whole = AttributedString.join(gap, shown);
        }
        return fit(whole, width);
    }

    private AttributedString ahead(PipelineState state, Stage stage) {
        int turns = WorkflowOutline.turns(state, stage);
        return line(LineStyle.FAINT, stage.id() + (turns > 1 ? " x" + turns : ""));
    }

    private AttributedString current(PipelineState state, Stage stage) {
        var text =
                new AttributedStringBuilder()
                        .append(
                                WorkflowOutline.turn(state, stage, state.at().turn()),
                                LineStyle.STRONG.style())
                        .append(":");
        for (int index = 0; index < stage.phases().size(); index++) {
            var phase = stage.phases().get(index);
            if (index == state.at().phase())
                text.append(" ").append(marks.here + phase.id(), LineStyle.STRONG.style());
            else if (isUsual(phase))
                text.append(
                        index < state.at().phase()
                                ? line(LineStyle.FAINT, " " + phase.id() + " " + marks.done)
                                : line(LineStyle.PLAIN, " " + phase.id()));
        }
        return text.toAttributedString();
    }

    private static boolean isUsual(Phase phase) {
        return !(phase.entry() instanceof PhaseEntry.WhenRouted);
    }

    private AttributedString trouble(PipelineState state) {
        if (state.lifecycle() instanceof Lifecycle.Ended(var outcome))
            return line(LineStyle.STRONG, Printable.line(StatusLine.outcome(outcome)));
        var parts = StatusLine.trouble(state, ValueFormatter::of);
        return parts.isEmpty()
                ? line(LineStyle.PLAIN, "attempt 1")
                : line(LineStyle.CAREFUL, Printable.line(String.join(dot(), parts)));
    }

    private AttributedString work(PipelineState state, Progress progress) {
        var doing = Printable.line(CurrentActivity.of(state));
        if (doing.isEmpty()) return AttributedString.EMPTY;
        var text = new AttributedStringBuilder().append(doing, LineStyle.STRONG.style());
        if (state.slots().inFlight() instanceof InFlight.Idle) return text.toAttributedString();
        text.append(" " + Progress.clock(progress.worked()));
        progress.output()
                .map(said -> Printable.line(said.line()))
                .filter(said -> !said.isEmpty())
                .ifPresent(said -> text.append(dot()).append(said));
        return text.toAttributedString();
    }

    private AttributedString results(PipelineState state) {
        var parts = new ArrayList<String>();
        for (var check : state.policy().checks().keySet())
            parts.add(
                    Printable.line(check)
                            + (state.ledger().isProven(check)
                                    ? " passed"
                                    : " not passed on this tree"));
        var commits = CommitSquash.onBranch(state.ledger());
        parts.add(
                commits.isEmpty()
                        ? "no commits yet"
                        : ValueFormatter.commits(state.ledger())
                                + ", last "
                                + ValueFormatter.hash(commits.last().hash())
                                + " "
                                + Printable.line(commits.last().subject()));
        return line(LineStyle.PLAIN, String.join(dot(), parts));
    }

    private AttributedString spent(PipelineState state) {
        return line(
                state.usage().reached(state.effectKey().phase()).nonEmpty()
                        ? LineStyle.CAREFUL
                        : LineStyle.PLAIN,
                Meters.of(state.usage(), state.effectKey().phase(), dot())
                        + dot()
                        + "effects "
                        + (state.header().ticket() - 1)
                        + " of at most "
                        + EffectBound.effects(state.workflow()));
    }

    private String dot() {
        return " " + marks.dot + " ";
    }

    private static AttributedString line(LineStyle tone, String text) {
        return new AttributedString(text, tone.style());
    }

    private AttributedString fit(AttributedString line, int width) {
        if (line.columnLength() <= width) return line;
        if (width <= marks.cut.length()) return line.columnSubSequence(0, Math.max(0, width));
        return new AttributedStringBuilder()
                .append(line.columnSubSequence(0, width - marks.cut.length()))
                .append(marks.cut)
                .toAttributedString();
    }
}
