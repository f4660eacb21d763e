package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A repository and the agents that work on it. What an agent does follows from the last commit
 * alone, so one that is called again after a crash does the same again.
 *
 * @param folder holds the repository, a home and the agents' script
 */
record KillTestRepository(Path folder) {
    /** A plan, a piece of work, a review that asks for one more file, and its commit. */
    private static final String AGENT =
            """
            while [ "$1" = developer ] && [ -e "$(dirname "$0")/held-up" ]; do sleep 0.05; done
            n=$(git rev-list --count HEAD)
            mkdir -p .foldline
            case $1 in
            planner)   echo '{"summary":"piece '$n'","steps":[{"title":"write it"}]}' > .foldline/plan.json ;;
            developer) echo "piece $n" > piece-$n.txt; mkdir -p parts; echo "part $n" > parts/$n ;;
            analyst)   echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
            committer) echo '{"subject":"Write piece '$n'"}' > .foldline/commit_message.json ;;
            reviewer)  if [ -e asked-for.txt ]; then echo '{"issues":[]}'; else echo '{"issues":[{"message":"write asked-for.txt"}]}'; fi \\
                           > .foldline/issues.json ;;
            fixer)     echo yes > asked-for.txt; echo '{"status":"completed","summary":"written"}' > .foldline/fix_result.json ;;
            esac
            echo "$1 has done its part"
            """;

    /** A feature in one go; asked again it does the same again. */
    private static final String FEATURE =
            """
            asked() { grep -q "Write .\\.foldline/$1.json" "$FOLDLINE_PROMPT_FILE"; }
            if asked spec; then echo '{"name":"Work","summary":"add work"}' > .foldline/spec.json
            elif asked requirements; then echo '{"summary":"s","requirements":[{"id":"R1","text":"there is work","criteria":["a file"]}]}' > .foldline/requirements.json
            elif asked research; then echo '{"summary":"nothing needed"}' > .foldline/research.json
            elif asked feature_plan; then echo '{"summary":"s","phases":[{"id":"p1","title":"all"}],"tasks":[{"id":"t1","phase":"p1","title":"write"}]}' > .foldline/feature_plan.json
            elif asked development_result; then echo work > work.txt
              echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json
              echo '{"subject":"Do the work"}' > .foldline/commit_message.json
            elif asked merge_message; then echo '{"subject":"Add the feature"}' > .foldline/merge_message.json
            fi
            echo "it has worked"
            """;

    /** Somebody's commit to the base, the same one whenever and however often. */
    private static final String MEANWHILE =
            "git update-ref refs/heads/main THEIRS FIRST 2>/dev/null || test -f README.md\n";

    static KillTestRepository in(Path folder) throws IOException, InterruptedException {
        return in(folder, BranchScenario.PLAIN);
    }

    static KillTestRepository in(Path folder, BranchScenario course)
            throws IOException, InterruptedException {
        var place = new KillTestRepository(Files.createDirectories(folder).toRealPath());
        Files.createDirectories(place.home());
        Files.createDirectories(place.repository());
        Files.writeString(place.folder.resolve("agent.sh"), AGENT);
        Files.writeString(place.folder.resolve("feature.sh"), FEATURE);
        Files.writeString(
                place.folder.resolve("script.json"),
                """
                {"turns": [
                  {"role": "developer", "says": "developing", "runs": ["sh", "FOLDER/agent.sh", "developer"]},
                  {"role": "fixer", "says": "fixing", "runs": ["sh", "FOLDER/agent.sh", "fixer"]}]}
                """
                        .replace("FOLDER", place.folder.toString()));
        place.git("init", "-q", "-b", "main");
        place.git("config", "user.name", "Somebody");
        place.git("config", "user.email", "somebody@example.org");
        place.git("config", "gc.auto", "0");
        Files.writeString(place.repository().resolve("README.md"), "hello\n");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "first");
        place.prepareMeanwhile();
        place.configure(course.configuration());
        Files.createDirectories(place.runs().root().resolve("runs"));
        return place;
    }

    private void prepareMeanwhile() throws IOException, InterruptedException {
        Files.writeString(repository().resolve("theirs.txt"), "theirs\n");
        git("add", "-A");
        git("commit", "-q", "-m", "theirs");
        Files.writeString(
                folder.resolve("meanwhile.sh"),
                MEANWHILE
                        .replace("THEIRS", git("rev-parse", "HEAD"))
                        .replace("FIRST", git("rev-parse", "HEAD^")));
        git("reset", "-q", "--hard", "HEAD^");
    }

    /** What the agents do, as a script. */
    String agent() throws IOException {
        return Files.readString(folder.resolve("agent.sh"));
    }

    /** From now on the developer waits at its beginning until it is let go on. */
    void holdUp() throws IOException {
        Files.createFile(folder.resolve("held-up"));
    }

    void letGoOn() throws IOException {
        Files.delete(folder.resolve("held-up"));
    }

    /** Another configuration; {@code FOLDER} in it is this workplace. */
    KillTestRepository configure(String yaml) throws IOException {
        Files.writeString(
                repository().resolve("foldline.yaml"), yaml.replace("FOLDER", folder.toString()));
        return this;
    }

    Path repository() {
        return folder.resolve("repository");
    }

    Path home() {
        return folder.resolve("home");
    }

    Runs runs() {
        return Runs.of(repository().resolve(".git"));
    }

    /** The one run there is. */
    RunDirectory run() throws IOException {
        return runs().newestFirst().getFirst();
    }

    /** The processes that carry the run's marker now. */
    List<Reaper.Marked> children() throws IOException {
        return runs().newestFirst().isEmpty() ? List.of() : Reaper.markedFor(run().id().text());
    }

    /** Lock files of git that are there, and locks of ours that somebody holds. */
    List<String> locks() throws IOException {
        var locks = new ArrayList<String>();
        try (var all = Files.walk(repository().resolve(".git"))) {
            all.filter(file -> file.toString().endsWith(".lock"))
                    .forEach(file -> locks.add(file.toString()));
        }
        RunLock.holder(run().lock()).ifPresent(holder -> locks.add("the run's, by " + holder));
        RunLock.holder(runs().root().resolve("driver"))
                .ifPresent(holder -> locks.add("the working tree's, by " + holder));
        return locks;
    }

    Map<String, String> environment() {
        return Map.of(
                "PATH",
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin"),
                "HOME",
                home().toString(),
                "GIT_CONFIG_NOSYSTEM",
                "1");
    }

    String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var builder =
                new ProcessBuilder(command)
                        .directory(repository().toFile())
                        .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment());
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + ": " + output).isZero();
        return output.strip();
    }
}
