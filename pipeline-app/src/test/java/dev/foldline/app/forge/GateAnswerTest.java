package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.effects.forge.AnswerRules;
import dev.foldline.effects.forge.AuthoredAnswer;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.Forge.Written;
import dev.foldline.effects.forge.GateAnswer;
import dev.foldline.effects.forge.RequestNews;
import dev.foldline.effects.forge.RequestObserver;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Which comments answer a gate. */
class GateAnswerTest {
    private static final String HEAD = "0123456789abcdef0123456789abcdef01234567";

    /** When the gate opened: forges report whole seconds. */
    private static final Instant OPENED = Instant.parse("2026-11-02T10:00:00.5Z");

    @TempDir Path folder;

    /** A forge with these remarks on a pull request at {@link #HEAD}. */
    private record ForgeWithRemarks(List<Item> items, Optional<String> account) implements Forge {
        @Override
        public String remote() {
            return "origin";
        }

        @Override
        public Optional<Link> find(String branch, String marker) {
            return Optional.empty();
        }

        @Override
        public Link open(Draft draft) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Snapshot observe(long number) {
            return new Snapshot(HEAD, Status.OPEN, Checks.NONE, items, Optional.empty());
        }

        @Override
        public Standing standing(long number) {
            return new Standing(HEAD, Status.OPEN, false);
        }

        @Override
        public void markReady(long number) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<String> merge(long number, String head, MergeMethod method) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isPrepared(long number) {
            return true;
        }

        @Override
        public void prepare(long number) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void reply(long number, List<RemarkReply> replies, boolean resolves) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String base(long number) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public List<String> failedOnBase(long number) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public Issue issue(long number) {
            throw new UnsupportedOperationException();
        }
    }

    private static Forge.Item comment(String id, String author, String text) {
        return comment(id, author, text, Written.UNKNOWN);
    }

    private static Forge.Item comment(String id, String author, String text, Written written) {
        return new Forge.Item(id, Source.COMMENT, "A comment of " + author, text, author, written);
    }

    private RequestNews news(
            Optional<String> account,
            Vector<String> approvers,
            boolean hasGate,
            Forge.Item... items)
            throws Exception {
        var known =
                PullRequest.NONE
                        .pushed("old" + HEAD)
                        .pushed(HEAD)
                        .opened(new Link(1, ""), RequestCompletion.BY_USERS);
        return new RequestObserver(
                        new ForgeWithRemarks(List.of(items), account),
                        new Blobs(folder),
                        new AnswerRules(approvers),
                        Duration.ZERO,
                        () -> OPENED)
                .news(known, Option.when(hasGate, () -> () -> OPENED))
                .get();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/foldline approve 0123456 | approval",
                "/foldline approve " + HEAD + " | approval",
                "/foldline reject because it is wrong | rejection",
                "/foldline approve | remark",
                "/foldline approve 012345 | remark",
                "/foldline approve HEAD | remark",
                "/foldline approve main | remark",
                "/foldline approve 0123456 and merge | remark",
                "/foldline approve 0123456 0123456 | remark",
                "/foldline  approve 0123456 | remark",
                "/Foldline approve 0123456 | remark",
                "please /foldline approve 0123456 | remark",
                "> /foldline approve 0123456 | remark",
                "`/foldline approve 0123456` | remark",
                "/foldline approve 0123456Z | remark",
                "/foldline reject | remark",
                "/foldline reject because | remark",
                "/foldline reject it | remark",
                "/foldline raise 100 | remark",
                "/foldline approve --as-it-is | remark",
                "approve 0123456 | remark",
            })
    void an_answer_is_a_whole_comment_of_one_form(String text, String kind) throws Exception {
        var news = news(Optional.of("runner"), Vector.empty(), true, comment("c1", "me", text));
        assertThat(
                        news.answer()
                                .map(
                                        each ->
                                                each.answer() instanceof GateAnswer.Approval
                                                        ? "approval"
                                                        : "rejection")
                                .getOrElse("remark"))
                .isEqualTo(kind);
        assertThat(news.seen().observation().findings().map(each -> each.source()))
                .containsExactly(kind.equals("remark") ? Source.COMMENT : Source.ANSWER);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "me | runner | true | 0123456 | counts",
                "me | runner | false | 0123456 | no gate is open",
                "me | runner | true | 9999999 | it does not name the current head",
                "me | runner | true | old0123 | a remark",
                "runner | runner | true | 0123456 | the account of the token cannot answer",
                "RUNNER | runner | true | 0123456 | the account of the token cannot answer",
                "github-actions[bot] | | true | 0123456 | the account of the token cannot answer",
                "me | | true | 0123456 | counts",
            })
    void an_approval_counts_from_an_account_for_the_current_head(
            String author, String account, boolean hasGate, String head, String result)
            throws Exception {
        var news =
                news(
                        Optional.ofNullable(account),
                        Vector.empty(),
                        hasGate,
                        comment("c1", author, "/foldline approve " + head));
        assertThat(news.answer().isDefined()).isEqualTo(result.equals("counts"));
        if (!result.equals("counts") && !result.equals("a remark"))
            assertThat(news.seen().observation().findings().head().title())
                    .endsWith(", which does not count: " + result);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-11-02T10:00:00Z | 2026-11-02T10:00:00Z | counts",
                "2026-11-02T10:00:00.1Z | 2026-11-02T10:00:00.9Z | counts",
                "2026-11-02T11:00:00Z | | counts",
                " | | counts",
                " | 2026-11-02T10:00:00Z | counts",
                "2026-11-02T09:59:59Z | 2026-11-02T09:59:59Z | it was written before the gate"
                        + " opened or changed",
                "2026-11-02T09:00:00Z | | it was written before the gate opened or changed",
                "2026-11-02T09:00:00Z | 2026-11-02T11:00:00Z | it was edited",
                "2026-11-02T11:00:00Z | 2026-11-02T11:00:01Z | it was edited",
            })
    void an_answer_counts_as_it_was_written_after_the_gate_opened(
            Instant created, Instant changed, String result) throws Exception {
        var written = new Written(Optional.ofNullable(created), Optional.ofNullable(changed));
        for (var answer : List.of("approve " + HEAD, "reject because it is wrong")) {
            var news =
                    news(
                            Optional.of("runner"),
                            Vector.empty(),
                            true,
                            comment("c1", "me", "/foldline " + answer, written));
            assertThat(news.answer().isDefined()).isEqualTo(result.equals("counts"));
            if (!result.equals("counts"))
                assertThat(news.seen().observation().findings().head().title())
                        .endsWith(", which does not count: " + result);
        }
    }

    @Test
    void a_rejection_beside_an_approval_wins() throws Exception {
        var news =
                news(
                        Optional.of("runner"),
                        Vector.empty(),
                        true,
                        comment("c1", "me", "/foldline approve " + HEAD),
                        comment("c2", "other", "/foldline reject because\nno\ntests"));
        assertThat(news.answer())
                .isEqualTo(
                        Option.of(
                                new AuthoredAnswer(
                                        new GateAnswer.Rejection("no\ntests"), "other", "c2")));
    }

    @Test
    void only_listed_accounts_answer_if_there_is_a_list() throws Exception {
        for (var author : List.of("boss", "BOSS", "me"))
            assertThat(
                            news(
                                            Optional.of("runner"),
                                            Vector.of("Boss"),
                                            true,
                                            comment("c1", author, "/foldline approve " + HEAD))
                                    .answer()
                                    .isDefined())
                    .as(author)
                    .isEqualTo(author.equalsIgnoreCase("boss"));
    }

    @Test
    void no_order_is_an_answer() throws Exception {
        for (var order : PromptInjections.ALL) {
            var news = news(Optional.of("runner"), Vector.empty(), true, comment("c", "me", order));
            assertThat(news.answer()).as(order).isEmpty();
        }
    }
}
