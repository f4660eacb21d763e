package dev.foldline.app.command.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Cli.Answer;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** An answer that comes after another one answers nothing by accident. */
class LateAnswerTest {
    private static final String COUNTS = "the answer that counts is \"German\"";

    @TempDir Path folder;

    /** A run whose first question is answered, with these questions after it. */
    private RunFixture answered(String... more) throws Exception {
        Repository.withOneCommit(folder);
        var questions = Vector.of("Which language?").appendAll(Vector.of(more)).map(Question::of);
        var run = RunFixture.begin(folder, 1, 1);
        run.trouble(
                effect ->
                        effect instanceof InvokeAgent
                                        && run.state().agents().questions().asked() == 0
                                ? Optional.of(asking(run, questions))
                                : Optional.empty());
        run.until(each -> each.slots().gate() instanceof GateSlot.Open);
        return answer(run).until(each -> each.slots().gate() instanceof GateSlot.Open);
    }

    private static AgentFinished asking(RunFixture run, Vector<Question> questions) {
        return new AgentFinished(
                run.ticket(),
                Option.none(),
                Spend.millis(500),
                Option.none(),
                run.now(),
                Option.none(),
                Vector.empty(),
                Option.none(),
                questions);
    }

    private static RunFixture answer(RunFixture run) throws IOException {
        if (!(run.state().slots().gate() instanceof GateSlot.Open(Gate gate)))
            throw new AssertionError("nothing is asked");
        return run.append(
                new GateApproved(1, gate.id(), gate.instance(), gate.revision(), "German", false));
    }

    @Test
    void a_late_answer_is_refused_with_the_one_that_counts() throws Exception {
        var run = answered().id();
        for (var late :
                new Answer[] {
                    foldline("approve", "question", "-m", "English"),
                    foldline("approve", "question", run, "-m", "English"),
                    foldline("reject", "question", run, "-m", "English")
                }) {
            assertThat(late.exit()).as(late.err()).isEqualTo(1);
            assertThat(late.err()).contains("Gate question is resolved already: " + COUNTS);
        }
    }

    @Test
    void the_next_question_is_answered_by_its_revision_only() throws Exception {
        var run = answered("Which tone?").id();
        for (var late :
                new Answer[] {
                    foldline("approve", "question", "-m", "English"),
                    foldline("approve", "question", run, "--revision", "1", "-m", "English"),
                    foldline("reject", "question", run, "-m", "English")
                }) {
            assertThat(late.exit()).as(late.err()).isEqualTo(1);
            assertThat(late.err())
                    .contains(
                            COUNTS,
                            "Which tone?",
                            "foldline approve question "
                                    + run
                                    + " --revision 2 -m \"your answer\"");
        }
        var answer =
                foldline(
                        "approve",
                        "question",
                        run,
                        "--revision",
                        "2",
                        "-m",
                        "formal",
                        "--as-it-is");
        assertThat(answer.exit()).as(answer.err()).isZero();
    }

    private Answer foldline(String... words) {
        return Cli.in(folder).run(words);
    }
}
