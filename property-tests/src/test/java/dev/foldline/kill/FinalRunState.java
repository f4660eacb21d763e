package dev.foldline.kill;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.state.Usage.Repeats;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What can be seen of a run once it has ended, rid of what two undisturbed runs differ in: names
 * drawn by lot, hashes, times.
 *
 * @param files the working tree, by path
 * @param commits tree and subject of each commit of the run, the oldest first
 * @param tickets the trailers of these commits
 * @param base tree and subject of what the base branch has
 * @param branches all branches, and how many refs of ours there are
 * @param trees the branches that are checked out somewhere
 * @param state the folded state, less what a crash may change
 * @param agentCalls how many calls of agents were begun
 */
record FinalRunState(
        TreeMap<String, String> files,
        List<String> commits,
        List<String> tickets,
        List<String> base,
        List<String> branches,
        List<String> trees,
        String state,
        long agentCalls) {
    private static final Pattern TICKET = Pattern.compile("(?m)^Foldline-Ticket: (\\S+)$");

    private static final Pattern HASH = Pattern.compile("\\b[0-9a-f]{40}\\b");

    static FinalRunState of(KillTestRepository place) throws IOException, InterruptedException {
        var history = RunHistory.open(place.run());
        var state = history.latest().state();
        var calls = new ArrayList<Long>();
        history.walk(
                moment -> {
                    if (moment.event()
                            instanceof
                            EffectStarted(
                                    var ticket,
                                    dev.foldline.core.effect.AgentEffect.InvokeAgent _))
                        calls.add(ticket);
                    return true;
                });
        var branch = state.ledger().repository().branch().getOrElse("HEAD");
        return new FinalRunState(
                files(place.repository()),
                ours(place, "%T %s", branch).lines().toList(),
                TICKET.matcher(ours(place, "%B", branch))
                        .results()
                        .map(found -> found.group(1))
                        .toList(),
                place.git("log", "--first-parent", "--format=%T %s", "main").lines().toList(),
                place.git("for-each-ref", "--format=%(refname)")
                        .replace(place.run().id().text(), "RUN")
                        .lines()
                        .map(FinalRunState::unnumbered)
                        .filter(once("refs/foldline/merge/"))
                        .toList(),
                place.git("worktree", "list", "--porcelain")
                        .lines()
                        .filter(line -> line.startsWith("branch "))
                        .toList(),
                named(Wire.toJson(comparable(state)), place, state),
                calls.size());
    }

    private static String ours(KillTestRepository place, String format, String branch)
            throws IOException, InterruptedException {
        return place.git(
                "log",
                "--reverse",
                "--topo-order",
                "--grep=^Foldline-Ticket: ",
                "--format=" + format,
                branch,
                "main");
    }

    /** In how far this is not what an undisturbed run leaves; empty if it is. */
    String difference(FinalRunState calm) {
        var found = new ArrayList<String>();
        if (!commits.equals(calm.commits))
            found.add("commits " + commits + " instead of " + calm.commits);
        if (!base.equals(calm.base)) found.add("base " + base + " instead of " + calm.base);
        if (!branches.equals(calm.branches))
            found.add("refs " + branches + " instead of " + calm.branches);
        if (!trees.equals(calm.trees))
            found.add("working trees of " + trees + " instead of " + calm.trees);
        if (!files.equals(calm.files)) found.add("files " + files + " instead of " + calm.files);
        if (!state.equals(calm.state)) found.add("state " + state + "\n  instead of " + calm.state);
        return String.join("\n  ", found);
    }

    /**
     * Saved work and a merge have refs named by their tickets, which a crash may move; a merge that
     * was overtaken by it leaves one more.
     */
    private static String unnumbered(String ref) {
        return ref.replaceFirst("(refs/foldline/saved/RUN)/\\d+", "$1")
                .replaceFirst("(refs/foldline/merge/RUN)/\\d+", "$1");
    }

    private static Predicate<String> once(String prefix) {
        var seen = new HashSet<String>();
        return ref -> !ref.startsWith(prefix) || seen.add(ref);
    }

    private static TreeMap<String, String> files(Path root) throws IOException {
        var files = new TreeMap<String, String>();
        try (var all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                var name = root.relativize(file).toString();
                if (!name.startsWith(".git/")
                        && !name.startsWith(".foldline/")
                        && !name.equals("foldline.yaml")) files.put(name, Files.readString(file));
            }
        }
        return files;
    }

    /** Law 9: equal apart from spend, numbers, tickets, times and the history of looking. */
    private static PipelineState comparable(PipelineState state) {
        var tally = state.usage().tally();
        var spent =
                state.usage()
                        .withTally(new Tally(1, tally.outputs(), 0, tally.continuations()))
                        .withRewinds(0)
                        .withRewindsAtReset(0)
                        .withMeter(Meter.ZERO)
                        .withByPhase(LinkedHashMap.empty())
                        .withRepeats(Repeats.NONE);
        var seen =
                state.withHeader(
                                state.header()
                                        .withTicket(0)
                                        .withEpoch(0)
                                        .withNow(Instant.EPOCH)
                                        .withLastInput(0))
                        .withUsage(spent)
                        .withLedger(
                                state.ledger()
                                        .withLastFault(Option.none())
                                        .withPrompt(Option.none()));
        return state.slots().retry() instanceof Retry.Running ? seen.withRetry(Retry.IDLE) : seen;
    }

    /** What was drawn by lot or depends on the time, by a name of its own. */
    private static String named(String json, KillTestRepository place, PipelineState state)
            throws IOException, InterruptedException {
        var commits = new HashSet<>(place.git("rev-list", "--all", "--reflog").lines().toList());
        var names = new HashMap<String, String>();
        return HASH.matcher(
                        json.replace(state.header().run(), "RUN")
                                .replace(place.folder().toString(), "FOLDER"))
                .replaceAll(
                        found ->
                                commits.contains(found.group())
                                        ? names.computeIfAbsent(
                                                found.group(), _ -> "COMMIT-" + (names.size() + 1))
                                        : found.group());
    }
}
