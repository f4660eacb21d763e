package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Printable;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.LogRepair;
import dev.foldline.app.run.UnloggedCommits;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The action of {@code foldline log repair}: truncates a damaged log after its last good line, if
 * the user confirms.
 */
record LogRepairAction(Console console) {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.log-repair/1";

    int of(String reference) throws IOException {
        CallerCheck.refuseAgents();
        var checkout = Checkout.at(console.directory());
        var found = checkout.run(reference);
        console.about(found.path());
        if (Files.notExists(found.events())) throw LostLog.absent(found);
        if (!(RunLock.take(found.lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            throw new UserError(
                    "another driver owns run " + found.id(),
                    found.lock().toString(),
                    "foldline watch " + found.id(),
                    ExitCode.LOCKED);
        try (lock) {
            var repair = LogRepair.of(found);
            return repair.isEmpty() ? whole(found) : repaired(repair.get(), checkout);
        }
    }

    private int whole(RunDirectory found) {
        if (console.isJson())
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "run",
                            found.id().text(),
                            "repaired",
                            false));
        else console.print("The log of run " + found.id() + " is intact; nothing to repair.\n");
        return ExitCode.DONE.value();
    }

    private int repaired(LogRepair repair, Checkout checkout) throws IOException {
        var id = repair.run().id().text();
        console.note(consequences(repair));
        console.agree(
                "Truncate the log of run " + id + " to event " + repair.last().seq() + "?",
                "foldline log repair " + id);
        var aside = repair.perform(checkout.runs().blobs());
        var found = unlogged(repair);
        if (console.isJson()) console.print(document(repair, aside, found));
        else
            console.print(
                    "The log of run "
                            + id
                            + " now ends at event "
                            + repair.last().seq()
                            + ". The removed data is in "
                            + aside
                            + "\n"
                            + found.commits().map(LogRepairAction::text).orElse("")
                            + "Continue with: "
                            + String.join(" && ", found.next())
                            + "\n");
        return ExitCode.DONE.value();
    }

    /**
     * @param next commands that continue the run
     */
    private record Found(Optional<UnloggedCommits> commits, List<String> next) {}

    private Found unlogged(LogRepair repair) throws IOException {
        var state = repair.last().state();
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var commits = UnloggedCommits.of(here, repair.run(), state);
            return new Found(
                    commits,
                    commits.isPresent()
                            ? commits.get().remedies(here, repair.run(), state)
                            : RunSummary.of(state, repair.run().id().text(), false).next().stream()
                                    .limit(1)
                                    .toList());
        }
    }

    private static String text(UnloggedCommits unlogged) {
        var text = new StringBuilder("Its branch has commits that are not in the log:\n");
        for (var commit : unlogged.commits())
            text.append("  ")
                    .append(ValueFormatter.hash(commit.hash()))
                    .append(' ')
                    .append(Printable.line(commit.subject()))
                    .append('\n');
        return text.append(
                        "The run does not continue on top of them: the commands below first remove"
                                + " them from its branch.\n")
                .toString();
    }

    /** What is wrong, what is lost, and what that means. */
    private static String consequences(LogRepair repair) throws IOException {
        long last = repair.last().seq();
        var lost =
                repair.lastKnownEvent()
                        .map(
                                known ->
                                        known > last
                                                ? "events " + (last + 1) + " to " + known
                                                : "how the events up to "
                                                        + known
                                                        + " were once written")
                        .orElse(
                                "everything after event "
                                        + last
                                        + (repair.rest() > 0
                                                ? " (" + repair.rest() + " bytes, kept aside)"
                                                : ""));
        return "run "
                + repair.run().id()
                + ": "
                + repair.damage().message()
                + "\n"
                + "  lost      "
                + lost
                + "\n"
                + "  continues after event "
                + last
                + ": "
                + ValueFormatter.place(repair.last().state())
                + "\n"
                + "  may be repeated: agent calls and checks, and commits, merges and pushes made"
                + " after event "
                + last
                + ". They still exist, but the run does not know them: check git log before you"
                + " resume.";
    }

    private static Map<String, Object> document(LogRepair repair, Path aside, Found found) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                true,
                "exit",
                0,
                "run",
                repair.run().id().text(),
                "repaired",
                true,
                "damage",
                repair.damage().message(),
                "seq",
                repair.last().seq(),
                "known",
                repair.lastKnownEvent(),
                "aside",
                aside.toString(),
                "unlogged",
                found.commits().stream()
                        .flatMap(each -> each.commits().stream())
                        .map(CommitInfo::hash)
                        .toList(),
                "next",
                found.next());
    }
}
