package dev.foldline.effects.environment;

import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.ForgeEffect.MarkReady;
import dev.foldline.core.effect.ForgeEffect.MergeRequest;
import dev.foldline.core.effect.ForgeEffect.OpenRequest;
import dev.foldline.core.effect.ForgeEffect.PushBranch;
import dev.foldline.core.effect.ForgeEffect.ReplyToRemarks;
import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.ForgeEvent.BranchPushed;
import dev.foldline.core.event.ForgeEvent.MergeRefused;
import dev.foldline.core.event.ForgeEvent.RepliesPosted;
import dev.foldline.core.event.ForgeEvent.RepliesRefused;
import dev.foldline.core.event.ForgeEvent.RequestMerged;
import dev.foldline.core.event.ForgeEvent.RequestOpened;
import dev.foldline.core.event.ForgeEvent.RequestReady;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.effects.artifact.Conclusion;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.Markers;
import dev.foldline.effects.git.BranchOutcome.State;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Pattern;

/** Carries out effects on the forge. Each is idempotent: it looks first for what it would make. */
record ForgeHandler(RunContext run, Forge forge) {
    private static final int TITLE_CHARS_MAX = 100;
    private static final int TASK_CHARS_MAX = 20_000;
    private static final int LINES_MAX = 50;
    private static final int LINE_CHARS_MAX = 1_000;
    private static final String HOW_TO_ASK =
            "To ask for changes, write a review or a comment: this run reads those of accounts that"
                    + " may write to the repository.";
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
    private static final Pattern BACKTICKS = Pattern.compile("`+");
    private static final Pattern REASON = Pattern.compile("fatal:|error:|!|remote: error");
    private static final String HEADS = "refs/heads/";

    Event perform(long ticket, ForgeEffect effect) {
        try {
            return switch (effect) {
                case PushBranch e -> push(ticket, e);
                case OpenRequest e -> open(ticket, e);
                case UpdateBranch e ->
                        new BaseMerger(run)
                                .merge(ticket, e, forge.remote(), forge.base(e.number()));
                case MarkReady e -> markReady(ticket, e);
                case MergeRequest e -> merge(ticket, e);
                case ReplyToRemarks e -> {
                    forge.reply(e.number(), e.replies().asJava(), e.resolve());
                    yield new RepliesPosted(ticket);
                }
            };
        } catch (IOException failure) {
            return failed(ticket, effect, String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return failed(ticket, Kind.FORGE, "interrupted");
        }
    }

    /** What completes the pull request has time: the run waits, and tries it again. */
    private Event failed(long ticket, ForgeEffect effect, String message) {
        return switch (effect) {
            case PushBranch _, OpenRequest _, UpdateBranch _ -> failed(ticket, Kind.FORGE, message);
            case MarkReady _ -> refused(ticket, "it is still a draft: " + message);
            case MergeRequest _ -> refused(ticket, message);
            case ReplyToRemarks _ -> new RepliesRefused(ticket, run.redaction().text(message));
        };
    }

    private MergeRefused refused(long ticket, String reason) {
        return new MergeRefused(
                ticket,
                run.redaction().text(reason),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /** Finds out whether a dead driver completed the effect. */
    Event look(long ticket, ForgeEffect effect) throws IOException {
        try {
            return switch (effect) {
                case PushBranch e -> {
                    var branch = branch(e.branch());
                    var tip = tip(branch);
                    yield remoteHead(branch).equals(Optional.of(tip))
                            ? new BranchPushed(ticket, tip)
                            : new NotDone(ticket);
                }
                case OpenRequest e -> {
                    var found = forge.find(branch(e.branch()), marker());
                    yield found.isPresent() && forge.isPrepared(found.get().number())
                            ? new RequestOpened(ticket, found.get())
                            : new NotDone(ticket);
                }
                case UpdateBranch e -> new BaseMerger(run).look(ticket, e);
                case MarkReady e ->
                        forge.standing(e.number()).isDraft()
                                ? new NotDone(ticket)
                                : new RequestReady(ticket);
                case MergeRequest e ->
                        forge.standing(e.number()).status() == Status.MERGED
                                ? new RequestMerged(ticket)
                                : new NotDone(ticket);
                // When it is repeated, each reply is searched for by its mark.
                case ReplyToRemarks _ -> new NotDone(ticket);
            };
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }

    private Event push(long ticket, PushBranch effect) throws IOException, InterruptedException {
        var branch = branch(effect.branch());
        var tip = tip(branch);
        var there = remoteHead(branch);
        if (there.equals(Optional.of(tip))) return new BranchPushed(ticket, tip);
        var deleted =
                there.isEmpty() && effect.known().isDefined()
                        ? forge.find(branch, marker())
                        : Optional.<Link>empty();
        if (deleted.isPresent())
            return unpushed(ticket, branch, deleted.get(), effect.known().get());
        boolean isOurs =
                there.isEmpty()
                        || effect.known().contains(there.get())
                        || isPartOf(there.get(), tip);
        if (!isOurs)
            return failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    "the branch "
                            + branch
                            + " on "
                            + forge.remote()
                            + " is at "
                            + there.get()
                            + ", which the run did not push; merge it into the local branch");
        var pushed =
                run.git()
                        .runAsUser(
                                "push",
                                "--no-verify",
                                "--force-with-lease=" + HEADS + branch + ":" + there.orElse(""),
                                forge.remote(),
                                HEADS + branch + ":" + HEADS + branch);
        return pushed.succeeded()
                ? new BranchPushed(ticket, tip)
                : failed(ticket, Kind.FORGE, "the push failed: " + reason(pushed.said()));
    }

    /**
     * A branch that someone deleted is not created again. If its request has ended, so does the
     * run.
     */
    private Event unpushed(long ticket, String branch, Link request, String known)
            throws IOException, InterruptedException {
        return forge.standing(request.number()).status() == Status.OPEN
                ? failed(
                        ticket,
                        Kind.NEEDS_PERSON,
                        "the branch "
                                + branch
                                + " was deleted on "
                                + forge.remote()
                                + ", but its pull request is open; push the branch again, or close"
                                + " the pull request")
                : new BranchPushed(ticket, known);
    }

    private boolean isPartOf(String commit, String tip) throws IOException {
        return run.git().resolve(commit + "^{commit}").isPresent()
                && run.git().isAncestor(commit, tip);
    }

    private Event open(long ticket, OpenRequest effect) throws IOException, InterruptedException {
        var branch = branch(effect.branch());
        var existing = forge.find(branch, marker());
        var link = existing.isPresent() ? existing.get() : forge.open(draft(branch, effect));
        forge.prepare(link.number());
        return new RequestOpened(ticket, link);
    }

    private Event markReady(long ticket, MarkReady effect)
            throws IOException, InterruptedException {
        if (forge.standing(effect.number()).isDraft()) forge.markReady(effect.number());
        return new RequestReady(ticket);
    }

    /** A refusal may follow a merge whose answer was lost. */
    private Event merge(long ticket, MergeRequest effect) throws IOException, InterruptedException {
        var before = forge.standing(effect.number());
        var refusal =
                switch (before.status()) {
                    case MERGED -> Optional.<String>empty();
                    case CLOSED -> Optional.of("the pull request is closed");
                    case OPEN, MOVED ->
                            before.head().equals(effect.head())
                                    ? forge.merge(effect.number(), effect.head(), effect.method())
                                    : Optional.of("the branch is at " + before.head());
                };
        return refusal.isEmpty() || forge.standing(effect.number()).status() == Status.MERGED
                ? new RequestMerged(ticket)
                : refused(ticket, refusal.get());
    }

    private Forge.Draft draft(String branch, OpenRequest effect) throws IOException {
        var task = run.blobs().text(effect.task()).strip();
        var redaction = run.redaction();
        return new Forge.Draft(
                branch,
                effect.base().map(ForgeHandler::withoutRemote).toJavaOptional(),
                redaction.text(title(effect, task)),
                redaction.text(body(effect, task)),
                effect.completion().exists(RequestCompletion::draft));
    }

    private static String title(OpenRequest effect, String task) {
        var line =
                task.lines()
                        .map(each -> each.replaceFirst("^#+\\s*", "").strip())
                        .filter(each -> !each.isEmpty())
                        .findFirst()
                        .orElseGet(
                                () -> effect.subjects().headOption().getOrElse("Work of Foldline"));
        return start(CONTROL.matcher(line).replaceAll(" ").strip(), TITLE_CHARS_MAX);
    }

    /** Returns the start of a text, without half a character at its end. */
    private static String start(String text, int charsMax) {
        if (text.length() <= charsMax) return text;
        boolean isCut = Character.isHighSurrogate(text.charAt(charsMax - 1));
        return text.substring(0, isCut ? charsMax - 1 : charsMax);
    }

    private String body(OpenRequest effect, String task) {
        var body = new StringBuilder(list(effect.notes()));
        if (effect.notes().nonEmpty()) body.append('\n');
        body.append(
                task.length() <= TASK_CHARS_MAX ? task : start(task, TASK_CHARS_MAX) + "\n[cut]");
        section(
                body,
                "What the agents say",
                Conclusion.of(effect.artifacts(), run.blobs())
                        .map(each -> each.artifact() + ": " + each.text()));
        section(body, "Results", effect.results());
        if (effect.subjects().nonEmpty()) body.append("\n\nCommits:\n");
        effect.subjects().forEach(subject -> body.append("\n- ").append(subject));
        return body.append("\n\n")
                .append(HOW_TO_ASK)
                .append("\n\n")
                .append(marker())
                .append('\n')
                .toString();
    }

    private static void section(StringBuilder body, String title, Vector<String> lines) {
        if (lines.nonEmpty())
            body.append("\n\n").append(title).append(":\n\n").append(list(lines).stripTrailing());
    }

    private static String list(Vector<String> lines) {
        int more = lines.size() - LINES_MAX;
        return lines.take(LINES_MAX)
                        .map(line -> "- " + code(start(line, LINE_CHARS_MAX)))
                        .mkString()
                + (more > 0 ? "- and " + more + " more\n" : "");
    }

    /**
     * A path or the name of a test must not hide what follows, mention accounts or close issues.
     */
    private static String code(String note) {
        var line = CONTROL.matcher(note).replaceAll(" ");
        var longest = BACKTICKS.matcher(line).results().mapToInt(run -> run.group().length()).max();
        var fence = "`".repeat(longest.orElse(0) + 1);
        var space = fence.length() > 1 ? " " : "";
        return fence + space + line + space + fence + "\n";
    }

    private String marker() {
        return Markers.ofRun(run.run());
    }

    private String branch(Option<String> ofRun) throws IOException {
        return ofRun.isDefined()
                ? ofRun.get()
                : run.git()
                        .head()
                        .branch()
                        .orElseThrow(() -> new IOException("no branch is checked out"));
    }

    private String tip(String branch) throws IOException {
        if (run.git().branch(branch) instanceof State.At(var at, _)) return at;
        throw new IOException("there is no branch " + branch);
    }

    private Optional<String> remoteHead(String branch) throws IOException {
        var listed = run.git().runAsUser("ls-remote", "--heads", forge.remote(), HEADS + branch);
        if (!listed.succeeded())
            throw new IOException(
                    "the remote " + forge.remote() + " is not reached: " + reason(listed.said()));
        return listed.out()
                .lines()
                .filter(line -> line.endsWith("\t" + HEADS + branch))
                .map(line -> line.substring(0, line.indexOf('\t')))
                .findFirst();
    }

    private static String withoutRemote(String base) {
        return base.startsWith("origin/") ? base.substring("origin/".length()) : base;
    }

    private static String reason(String said) {
        return said.lines()
                .map(String::strip)
                .filter(line -> REASON.matcher(line).lookingAt())
                .findFirst()
                .orElse(said.strip());
    }

    private static EffectFailed failed(long ticket, Kind kind, String message) {
        return new EffectFailed(ticket, Fault.of(kind, message));
    }
}
