package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.app.workflow.WorkflowView;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Workflows of tasks at one workplace, all merged into {@code main}, and what of them can be seen
 * in the end. A person is at work on a branch of their own in the repository, and looks at {@code
 * main} in a working tree beside it.
 */
record TaskWorkflowScenario(KillTestRepository place) {
    private static final List<String> TASKS = List.of("login", "cart", "coupons", "search");

    /** Two tasks of each workflow write the same file, so that one of them meets a conflict. */
    private static final String AGENT =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's:.*/::')
            sleep 0.$(($$ % 8 + 1))
            case $FOLDLINE_ROLE in
            resolver) sed -i '/^[<=>]\\{7\\}/d' *-same.txt ;;
            tester)   echo "$mine" > "$mine.test" ;;
            *)        echo "$mine" > "$mine.txt"
                      case $mine in *-c*) echo "$mine" > "${mine%%-*}-same.txt" ;; esac ;;
            esac
            echo "$FOLDLINE_ROLE has done its part"
            """;

    private static final String CONFIGURATION =
            """
            roles: { developer: [quick] }
            agents:
              quick: { kind: command, run: ["sh", "FOLDER/shop.sh"] }
            checks:
              - test -s README.md
            runtime: { workflows: 10, terminals: 6 }
            """;

    private static final Pattern TICKET = Pattern.compile("(?m)^Foldline-Ticket: (\\S+)$");

    static TaskWorkflowScenario in(Path folder) throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder);
        Files.writeString(place.folder().resolve("shop.sh"), AGENT);
        place.configure(CONFIGURATION);
        place.git("checkout", "-q", "-b", "mine");
        place.git("worktree", "add", "-q", "../main", "main");
        Files.writeString(place.repository().resolve("README.md"), "hello, as I would say it\n");
        Files.writeString(place.repository().resolve("notes.txt"), "not committed yet\n");
        return new TaskWorkflowScenario(place);
    }

    /** What a new workflow is made of. */
    static String definition(int number) {
        var text =
                new StringBuilder(
                        "name: w"
                                + number
                                + "\n"
                                + "target: main\n"
                                + "merge: { on_conflict: agent, agent: quick }\n"
                                + "tasks:\n");
        for (var task : TASKS)
            text.append("  - { name: ")
                    .append(task)
                    .append(", description: of w")
                    .append(number)
                    .append(
                            ", terminals: [ { role: developer, agent: quick }, { role: tester,"
                                    + " agent: quick } ] }\n");
        return text.toString();
    }

    /** How the workflows stand, by their ids. */
    Map<String, WorkflowStatus> workflows() throws IOException {
        var found = new TreeMap<String, WorkflowStatus>();
        for (RunDirectory run : place.runs().newestFirst())
            if (WorkflowLookup.isWorkflow(run))
                found.put(run.id().text(), WorkflowView.status(run, place.runs()));
        return found;
    }

    /** What a person has in the repository's own working tree. */
    List<String> checkout() throws IOException, InterruptedException {
        return List.of(
                place.git("rev-parse", "HEAD"),
                place.git("symbolic-ref", "HEAD"),
                place.git("status", "--porcelain"),
                place.git("diff", "HEAD"),
                Files.readString(place.repository().resolve("notes.txt")));
    }

    /** All is done, each thing once, and nothing is left. */
    void isDoneOnce() throws IOException, InterruptedException {
        assertThat(workflows().values()).containsOnly(WorkflowStatus.COMPLETED);
        var names = new ArrayList<String>();
        for (var id : workflows().keySet())
            names.add(isDoneOnce(place.runs().directory(new RunId(id))));
        assertThat(names).doesNotHaveDuplicates();
        assertThat(place.git("rev-list", "--count", "main"))
                .as("the first commit, and one for each task")
                .isEqualTo("" + (1 + names.size() * TASKS.size()));
        assertThat(
                        TICKET.matcher(place.git("log", "--all", "--format=%B"))
                                .results()
                                .map(found -> found.group(1)))
                .doesNotHaveDuplicates();
        assertThat(place.runs().newestFirst())
                .filteredOn(RunDirectory::hasStarted)
                .as("each workflow and each task is one run")
                .hasSize(names.size() * (1 + TASKS.size()));
        assertThat(place.runs().newestFirst())
                .filteredOn(run -> !run.hasStarted())
                .allSatisfy(this::isOfInterruptedRequest);
        assertThat(
                        place.git("worktree", "list", "--porcelain")
                                .lines()
                                .filter(line -> line.startsWith("worktree ")))
                .as("the two of a person")
                .hasSize(2);
        assertThat(place.git("-C", "../main", "status", "--porcelain")).isEmpty();
        assertThat(locks()).isEmpty();
        for (RunDirectory run : place.runs().newestFirst())
            assertThat(Reaper.markedFor(run.id().text())).isEmpty();
    }

    /** Who asked for a workflow received no answer, and nothing of it was done. */
    private void isOfInterruptedRequest(RunDirectory run) throws Exception {
        assertThat(run.parent()).as("a task begins again without a trace").doesNotExist();
        var refs = place.git("for-each-ref", "--format=%(refname)").lines().toList();
        assertThat(LostLog.of(run, refs)).isEmpty();
    }

    /**
     * @return what the workflow is called
     */
    private String isDoneOnce(RunDirectory workflow) throws IOException, InterruptedException {
        var view = WorkflowView.of(workflow, place.runs());
        var name = view.definition().get().name();
        assertThat(count(workflow, event -> event instanceof MergeLanded)).isEqualTo(TASKS.size());
        for (var task : view.tasks()) {
            var mine = name + "-" + task.item().id();
            assertThat(place.git("log", "--format=%s", "main").lines())
                    .filteredOn(
                            subject -> subject.equals("Merge " + task.item().id() + ": of " + name))
                    .as(mine)
                    .hasSize(1);
            assertThat(place.git("show", "main:" + mine + ".txt")).isEqualTo(mine);
            assertThat(place.git("show", "main:" + mine + ".test")).isEqualTo(mine);
            assertThat(
                            place.git("log", "--reverse", "--format=%B", "main..foldline/" + mine)
                                    .lines()
                                    .filter(line -> line.startsWith("terminal_id: ")))
                    .as("what the terminals of " + mine + " have committed")
                    .containsExactly("terminal_id: developer", "terminal_id: tester");
            assertThat(
                            count(
                                    place.runs().directory(task.run().get()),
                                    event -> event instanceof AgentFinished))
                    .as("calls for " + mine + " that were heard of")
                    .isEqualTo(2);
        }
        assertThat(place.git("show", "main:" + name + "-same.txt").lines())
                .containsExactlyInAnyOrder(name + "-cart", name + "-coupons");
        return name;
    }

    private static long count(RunDirectory run, Predicate<Event> which) throws IOException {
        var found = new ArrayList<Event>();
        RunHistory.open(run)
                .walk(
                        moment -> {
                            if (which.test(moment.event())) found.add(moment.event());
                            return true;
                        });
        return found.size();
    }

    /** Those of git; ours are held by the system, and the files stay. */
    private List<Path> locks() throws IOException {
        var ours = place.runs().root();
        try (var all = Files.walk(place.repository().resolve(".git"))) {
            return all.filter(file -> file.toString().endsWith(".lock") && !file.startsWith(ours))
                    .toList();
        }
    }
}
