package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;
import dev.foldline.app.config.key.Group;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.PullRequestDelivery.Update;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.ThreadResponse;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.Preparation;

import io.vavr.control.Option;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The forge that hosts the repository, and whether runs deliver their work there. */
public record ForgeKeys(
        @Doc(
                        "Whether a run of ralph or of a workflow file ends with a pull request:"
                                + " it pushes its branch, opens the request, fixes what the forge's"
                                + " checks and reviewers find, and waits for the merge.")
                @ConfigKey(standard = "never")
                Deliver deliver,
        @Group("") Response response,
        @Doc("Git remote of the forge.") @ConfigKey(form = Form.REMOTE, standard = "origin")
                String remote,
        @Doc(
                        "Product that hosts the repository; gitea is also for Forgejo. auto: as the"
                                + " remote's host is named, else GitHub.")
                @ConfigKey(standard = "auto")
                Kind kind,
        @Doc("Owner and name of the repository on the forge (default: from the remote's address).")
                @ConfigKey(form = Form.REPOSITORY)
                Optional<String> repository,
        @Doc("Address of the forge's API (default: from the remote's address).")
                @ConfigKey(form = Form.ADDRESS)
                Optional<String> api,
        @Doc("Labels that a pull request gets when it is opened.")
                @ConfigKey(form = Form.LABEL, range = "0..50")
                List<String> labels,
        @Doc("Accounts that are asked for a review when a pull request is opened.")
                @ConfigKey(form = Form.ACCOUNT, range = "0..50")
                List<String> reviewers,
        @Doc(
                        "Accounts that may answer a gate by a comment on the pull request (default:"
                                + " all that may write). The account of the token never may.")
                @ConfigKey(form = Form.ACCOUNT, range = "0..200")
                List<String> approvers,
        @Group("") News news) {

    /** How the forge's news arrive. */
    public record News(
            @Doc(
                            "With --wait, serve --queue or forge.webhook_key: pause between two"
                                    + " questions to the forge.")
                    @ConfigKey(range = "1s..24h", standard = "1m")
                    Duration poll,
            @Doc(
                            "Environment variable with the secret of the forge's webhook. With it,"
                                    + " foldline serve accepts deliveries at /webhooks/forge, and"
                                    + " continues the runs that wait for their pull requests.")
                    @ConfigKey(form = Form.VARIABLE)
                    Optional<String> webhookKey) {}

    /** Returns the pause between two questions to the forge. */
    public Duration poll() {
        return news.poll();
    }

    /** Returns the variable with the secret of the webhook, if there is one. */
    public Optional<String> webhookKey() {
        return news.webhookKey();
    }

    /** Returns what a pull request gets when it is opened. */
    public Preparation preparation() {
        return new Preparation(labels, reviewers);
    }

    /** How a run responds to what happens to its pull request. */
    public record Response(
            @Doc("How many times a run fixes failed checks of its pull request before it halts.")
                    @ConfigKey(range = "0..50", standard = "3")
                    int checkRounds,
            @Doc(
                            "How many times a run fixes what reviewers of its pull request ask for"
                                    + " before it halts.")
                    @ConfigKey(range = "0..50", standard = "3")
                    int reviewRounds,
            @Doc(
                            "How many times a run merges the base into the branch of its pull"
                                    + " request before it halts.")
                    @ConfigKey(range = "0..50", standard = "3")
                    int updateRounds,
            @Doc(
                            "How many days after its last push a run waits for its pull request"
                                    + " before it halts.")
                    @ConfigKey(range = "1..365", standard = "30")
                    int waitDays,
            @Doc(
                            "When a run merges the base into the branch of its pull request: when"
                                + " they conflict; behind: also when the forge wants the branch to"
                                + " have all commits of its base.")
                    @ConfigKey(standard = "conflict")
                    Update update,
            @Doc(
                            "How a run merges its pull request itself, when all checks of the forge"
                                    + " have passed and the forge allows it; never: you merge."
                                    + " Without any check on the forge it never merges.")
                    @ConfigKey(standard = "never")
                    Merge merge,
            @Doc(
                            "Whether a pull request is opened as a draft, which the run marks as"
                                    + " ready when all checks of the forge have passed. Without any"
                                    + " check on the forge it stays a draft.")
                    @ConfigKey(standard = "false")
                    boolean draft,
            @Doc(
                            "What a run does in the review threads whose remarks it was sent back"
                                    + " for, after it has pushed: it replies once to each remark"
                                    + " with the commit; resolve: it also resolves the thread.")
                    @ConfigKey(standard = "reply")
                    Threads threads,
            @Doc(
                            "How long after a push checks that have passed still count as pending:"
                                    + " the forge may not have started the others.")
                    @ConfigKey(range = "0s..1h", standard = "2m")
                    Duration settle) {

        /** Returns what a run does itself to complete its pull request. */
        public RequestCompletion completion() {
            return new RequestCompletion(draft, merge.method(), threads.response());
        }

        /** Returns when the user is asked instead. */
        public DeliveryBounds bounds() {
            return new DeliveryBounds(checkRounds, reviewRounds, updateRounds, waitDays);
        }
    }

    /** How a run merges its pull request. */
    public enum Merge {
        NEVER,
        MERGE,
        SQUASH,
        REBASE;

        private Option<MergeMethod> method() {
            return switch (this) {
                case NEVER -> Option.none();
                case MERGE -> Option.of(MergeMethod.MERGE);
                case SQUASH -> Option.of(MergeMethod.SQUASH);
                case REBASE -> Option.of(MergeMethod.REBASE);
            };
        }
    }

    /** What a run does in review threads. */
    public enum Threads {
        NEVER,
        REPLY,
        RESOLVE;

        private Option<ThreadResponse> response() {
            return switch (this) {
                case NEVER -> Option.none();
                case REPLY -> Option.of(ThreadResponse.REPLY);
                case RESOLVE -> Option.of(ThreadResponse.RESOLVE);
            };
        }
    }

    /** How a run delivers its work. */
    public enum Deliver {
        NEVER,
        PULL_REQUEST
    }

    /** The product that hosts the repository. */
    public enum Kind {
        AUTO,
        GITHUB,
        GITLAB,
        GITEA;

        /** Returns the kind of the forge on this host. */
        public ForgeKind on(String host) {
            return switch (this) {
                case AUTO -> ForgeKind.ofHost(host);
                case GITHUB -> ForgeKind.GITHUB;
                case GITLAB -> ForgeKind.GITLAB;
                case GITEA -> ForgeKind.GITEA;
            };
        }
    }

    public boolean delivers() {
        return deliver == Deliver.PULL_REQUEST;
    }
}
