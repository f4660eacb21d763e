package dev.foldline.core.summary;

import static dev.foldline.core.summary.Amounts.count;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.PullRequest;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What a run that is done has made. */
final class ResultText {
    private ResultText() {}

    static String done(PipelineState state, String head) {
        var completion = Completion.of(state).getOrElse(Completion.WITH_COMMITS);
        return switch (completion) {
            case NO_COMMITS -> head + ", without any change: nothing was committed.";
            case WITH_COMMITS -> sentence(head, made(state));
            case REPORT_ONLY ->
                    sentence(
                            head
                                    + ", "
                                    + count(Completion.unasked(state).size(), "finding")
                                    + " about its change reported, not asked",
                            made(state));
        };
    }

    /** The first of the parts that have room. */
    private static String sentence(String head, Vector<String> parts) {
        var text = parts.isEmpty() ? head + "." : head + ": " + parts.mkString(", ") + ".";
        return parts.isEmpty() || text.length() <= SentenceText.LENGTH_MAX
                ? text
                : sentence(head, parts.init());
    }

    private static Vector<String> made(PipelineState state) {
        return tasks(state)
                .toVector()
                .appendAll(commits(state))
                .appendAll(size(state))
                .appendAll(state.ledger().findings().checkResult())
                .appendAll(request(state.ledger().repository().request()));
    }

    private static Option<String> tasks(PipelineState state) {
        int all = Completion.items(state).size();
        return Option.when(
                all > 0,
                () -> Completion.done(state).size() + " of " + count(all, "task") + " done");
    }

    private static Option<String> commits(PipelineState state) {
        int number = CommitSquash.onBranch(state.ledger()).size();
        return Option.when(number > 0, () -> count(number, "commit"));
    }

    private static Vector<String> size(PipelineState state) {
        return state.ledger()
                .findings()
                .change()
                .report()
                .filter(report -> report.files() > 0)
                .map(
                        report ->
                                Vector.of(
                                        count(report.files(), "file"),
                                        count(report.lines(), "line")))
                .getOrElse(Vector.empty());
    }

    private static Option<String> request(PullRequest request) {
        return request.link()
                .map(
                        link ->
                                "pull request #"
                                        + link.number()
                                        + switch (request.status()) {
                                            case OPEN, MOVED -> " is open";
                                            case MERGED -> " is merged";
                                            case CLOSED -> " is closed";
                                        });
    }
}
