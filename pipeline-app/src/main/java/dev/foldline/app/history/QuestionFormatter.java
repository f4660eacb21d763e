package dev.foldline.app.history;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Questions.Answer;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Vector;

import java.util.Map;

/** Questions of agents and their answers, as rows of a page and as documents. */
public final class QuestionFormatter {
    private static final int LINES_MAX = 20;
    private static final int PHRASE_CHARS_MAX = 300;

    private QuestionFormatter() {}

    /** Returns what a run waits for at a gate, in a few words. */
    public static String waiting(Gate gate) {
        return gate.question()
                .map(question -> "waits for an answer: " + line(question.text()))
                .getOrElse(() -> "waits for approval of " + gate.id());
    }

    /** Returns a text in one line, cut. */
    private static String line(String text) {
        var line = ValueFormatter.oneLine(text);
        return line.length() > PHRASE_CHARS_MAX
                ? line.substring(0, PHRASE_CHARS_MAX) + "..."
                : line;
    }

    /** Returns the command that answers a gate's question. */
    public static String answering(Gate gate, String run) {
        return "foldline approve "
                + gate.id()
                + " "
                + run
                + " --revision "
                + gate.revision()
                + " -m \"your answer\"";
    }

    /** Returns the question, its options, the recommendation, and what depends on the answer. */
    public static Vector<Tuple2<String, String>> rows(Question question) {
        var lines = question.text().lines().map(Printable::line).toList();
        var text =
                Vector.ofAll(lines)
                        .take(LINES_MAX)
                        .zipWithIndex((line, index) -> Tuple.of(index == 0 ? "asks" : "", line))
                        .appendAll(
                                lines.size() > LINES_MAX
                                        ? Vector.of(
                                                Tuple.of(
                                                        "",
                                                        "and "
                                                                + (lines.size() - LINES_MAX)
                                                                + " lines more"))
                                        : Vector.empty());
        var options =
                question.options()
                        .zipWithIndex(
                                (option, index) -> Tuple.of("option " + (index + 1), line(option)));
        return text.appendAll(options)
                .appendAll(question.recommendation().map(it -> Tuple.of("recommends", line(it))))
                .appendAll(question.dependent().map(it -> Tuple.of("depends", line(it))));
    }

    /**
     * Returns the answers that nobody gave: those taken from a recommendation or left to an agent.
     */
    public static Vector<Tuple2<String, String>> assumed(PipelineState state) {
        return state.agents()
                .questions()
                .answers()
                .flatMap(
                        answer ->
                                switch (answer.source()) {
                                    case USER -> Vector.<Tuple2<String, String>>empty();
                                    case RECOMMENDATION ->
                                            Vector.of(
                                                    Tuple.of(
                                                            "assumed",
                                                            line(answer.question())
                                                                    + " - "
                                                                    + line(answer.text())));
                                    case AGENT ->
                                            Vector.of(
                                                    Tuple.of(
                                                            "assumed",
                                                            line(answer.question())
                                                                    + " - left to the agent"));
                                });
    }

    /** Returns the document about a question. */
    public static Map<String, Object> document(Question question) {
        return JsonOutput.fields(
                "text",
                question.text(),
                "options",
                question.options(),
                "recommendation",
                question.recommendation(),
                "depends_on",
                question.dependent());
    }

    /** Returns the document about an answer. */
    public static Map<String, Object> document(Answer answer) {
        return JsonOutput.fields(
                "question", answer.question(), "answer", answer.text(), "source", answer.source());
    }
}
