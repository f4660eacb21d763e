package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The forge that hosts the repository. A request that fails is repeated a few times before it is
 * reported.
 */
public interface Forge {

    /** No forge is configured or recognized. */
    Forge NONE =
            new Forge() {
                @Override
                public String remote() {
                    return "origin";
                }

                @Override
                public Optional<Link> find(String branch, String marker) throws IOException {
                    throw missing();
                }

                @Override
                public Link open(Draft draft) throws IOException {
                    throw missing();
                }

                @Override
                public Snapshot observe(long number) throws IOException {
                    throw missing();
                }

                @Override
                public Standing standing(long number) throws IOException {
                    throw missing();
                }

                @Override
                public void markReady(long number) throws IOException {
                    throw missing();
                }

                @Override
                public Optional<String> merge(long number, String head, MergeMethod method)
                        throws IOException {
                    throw missing();
                }

                @Override
                public String base(long number) throws IOException {
                    throw missing();
                }

                @Override
                public List<String> failedOnBase(long number) throws IOException {
                    throw missing();
                }

                @Override
                public Issue issue(long number) throws IOException {
                    throw missing();
                }

                @Override
                public boolean isPrepared(long number) throws IOException {
                    throw missing();
                }

                @Override
                public void prepare(long number) throws IOException {
                    throw missing();
                }

                @Override
                public Optional<String> account() throws IOException {
                    throw missing();
                }

                @Override
                public void reply(long number, List<RemarkReply> replies, boolean resolves)
                        throws IOException {
                    throw missing();
                }

                private static IOException missing() {
                    return new IOException("no forge is known for this repository");
                }
            };

    /** Returns the forge that is reached like this. */
    static Forge of(ForgeAccess access) {
        return switch (access.kind()) {
            case GITHUB -> new GitHubForge(access);
            case GITLAB -> new GitLabForge(access);
            case GITEA -> new GiteaForge(access);
        };
    }

    /** Returns the name of the git remote. */
    String remote();

    /**
     * Returns the pull request of a branch: the open one, else the latest whose text contains the
     * marker.
     */
    Optional<Link> find(String branch, String marker) throws IOException, InterruptedException;

    /** Opens a pull request. */
    Link open(Draft draft) throws IOException, InterruptedException;

    /** Returns whether a pull request has the labels and reviewers that it should get. */
    boolean isPrepared(long number) throws IOException, InterruptedException;

    /** Adds the labels that are missing, and asks the reviewers that were not asked. */
    void prepare(long number) throws IOException, InterruptedException;

    /** Returns the current state of a pull request. */
    Snapshot observe(long number) throws IOException, InterruptedException;

    /** Returns only what a few fields of a pull request say. */
    Standing standing(long number) throws IOException, InterruptedException;

    /** Makes a draft a pull request that is ready for reviews. */
    void markReady(long number) throws IOException, InterruptedException;

    /**
     * Merges a pull request whose branch is at this head.
     *
     * @return why the forge does not merge it yet, in one line; none if it is merged
     */
    Optional<String> merge(long number, String head, MergeMethod method)
            throws IOException, InterruptedException;

    /**
     * Replies to remarks in the review threads of a pull request, to each once. A thread that is
     * resolved or gone gets no reply.
     *
     * @param resolves whether threads that led to a commit are resolved, if the forge can do that
     */
    void reply(long number, List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException;

    /** Returns the name of the branch that a pull request is to be merged into. */
    String base(long number) throws IOException, InterruptedException;

    /**
     * Returns the names of the jobs that have failed on the head of the branch that a pull request
     * is to be merged into, as items name them.
     */
    List<String> failedOnBase(long number) throws IOException, InterruptedException;

    /**
     * Returns an issue with the remarks of accounts that may write.
     *
     * @throws NoSuchIssue if there is none with this number
     */
    Issue issue(long number) throws IOException, InterruptedException;

    /** Returns the account of the token, if the forge says which one it is. */
    Optional<String> account() throws IOException, InterruptedException;

    /**
     * An issue.
     *
     * @param remarks comments of accounts that may write, oldest first
     */
    record Issue(
            long number,
            String title,
            String body,
            String url,
            boolean isOpen,
            List<Item> remarks) {
        public Issue {
            remarks = List.copyOf(remarks);
        }
    }

    /**
     * A pull request to open.
     *
     * @param base the branch to merge into; the repository's default branch if none
     * @param unready whether it is opened as a draft
     */
    record Draft(
            String branch, Optional<String> base, String title, String body, boolean unready) {}

    /**
     * The state of a pull request.
     *
     * @param head the head of its branch
     * @param items what asks for changes: failed checks, remarks of accounts that may write, and
     *     what is wrong between its head and its base
     * @param mergeable what the forge reports about a merge: if it changes, an attempt may have
     *     another result; none if the forge would refuse one
     */
    record Snapshot(
            String head,
            Status status,
            Checks checks,
            List<Item> items,
            Optional<String> mergeable) {
        public Snapshot {
            items = List.copyOf(items);
        }

        /** A pull request that has ended. */
        static Snapshot ended(Standing standing) {
            return new Snapshot(
                    standing.head(), standing.status(), Checks.NONE, List.of(), Optional.empty());
        }
    }

    /** The head of a pull request's branch, its status, and whether it is a draft. */
    record Standing(String head, Status status, boolean isDraft) {
        /**
         * @throws IOException if it is open without a head: the answer is no pull request
         */
        Standing checked() throws IOException {
            if (status != Status.OPEN || !head.isEmpty()) return this;
            throw new IOException("the forge's answer has no head of the pull request");
        }
    }

    /**
     * A failed check or a remark.
     *
     * @param id unique on the forge
     * @param text its full text, of unknown origin
     * @param author the account that wrote it; empty for a check
     * @param job the name of a failed check; none if it has none
     */
    record Item(
            String id,
            Source source,
            String title,
            String text,
            String author,
            Written written,
            Optional<String> job) {
        /** A remark, or what is wrong between a head and its base. */
        public Item(
                String id,
                Source source,
                String title,
                String text,
                String author,
                Written written) {
            this(id, source, title, text, author, written, Optional.empty());
        }

        /** A failed check. */
        static Item failed(String id, Optional<String> job, String title, String text) {
            return new Item(id, Source.CHECK, title, text, "", Written.UNKNOWN, job);
        }

        /**
         * A head that conflicts with its base, or is behind it.
         *
         * @param id unique for the head, and for the base as far as the forge names it
         */
        static Item ofBase(Source source, String id) {
            var what = source == Source.CONFLICT ? "conflicts with" : "is behind";
            return new Item(
                    source.name().toLowerCase(Locale.ROOT) + "-" + id,
                    source,
                    "the branch " + what + " its base",
                    "",
                    "",
                    Written.UNKNOWN);
        }
    }

    /**
     * When a remark was written, by the clock of the forge.
     *
     * @param created none if the forge does not say
     * @param changed the latest edit, or the creation; none if the forge does not say
     */
    record Written(Optional<Instant> created, Optional<Instant> changed) {
        /** The forge does not say. */
        public static final Written UNKNOWN = new Written(Optional.empty(), Optional.empty());

        private static final Duration PRECISION = Duration.ofSeconds(1);

        /** Some forges report whole seconds only, so the same second is not before. */
        boolean isBefore(Instant time) {
            return created.filter(at -> at.isBefore(time.truncatedTo(ChronoUnit.SECONDS)))
                    .isPresent();
        }

        /** Returns whether it is known that its text may have changed. */
        boolean isEdited() {
            return created.flatMap(from -> changed.map(to -> Duration.between(from, to)))
                    .filter(between -> between.compareTo(PRECISION) >= 0)
                    .isPresent();
        }
    }
}
