package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.process.Reaper;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Nothing that a killed engine has left running survives the next {@code resume} or {@code doctor
 * --fix}, however it hides.
 */
@EnabledOnOs(OS.LINUX)
class LeftProcessesTest {
    private static final String TASK = "Write pieces";

    /**
     * One that ignores requests, a child, a daemon that left twice, one without its environment,
     * and one that closed its output.
     */
    private static final String HIDING =
            """
            pids=$(dirname "$0")/pids
            live='while :; do sleep 0.1; done'
            sh -c 'trap "" TERM HUP; echo $$ >"$0/stubborn"; '"$live" "$pids" &
            sh -c 'echo $$ >"$0/child"; '"$live" "$pids" &
            setsid sh -c 'setsid sh -c "echo \\$\\$ >\\"\\$0/daemon\\"; '"$live"'" "$0" >/dev/null 2>&1 &' "$pids" &
            env -i PATH="$PATH" sh -c 'echo $$ >"$0/bare"; '"$live" "$pids" &
            sh -c 'exec >&- 2>&-; trap "" TERM; echo $$ >"$0/mute"; '"$live" "$pids" &
            wait
            """;

    /** A hook that takes its time, the first time it is asked. */
    private static final String SLOW_HOOK =
            """
            #!/bin/sh
            mkdir "FOLDER/asked" 2>/dev/null || exit 0
            echo $$ >"FOLDER/pids/hook"
            while :; do sleep 0.1; done
            """;

    @TempDir Path folder;
    private final List<ProcessHandle> hidden = new ArrayList<>();
    private String run = "none yet";

    /** All of them have ended before the folder is deleted in which they may write. */
    @AfterEach
    void end_what_was_left() {
        var left = new ArrayList<>(hidden);
        Reaper.marked().stream()
                .filter(marked -> marked.marker().run().equals(run))
                .forEach(marked -> left.add(marked.process()));
        left.forEach(ProcessHandle::destroyForcibly);
        left.forEach(process -> process.onExit().join());
    }

    @Test
    @Thorough
    void doctor_names_left_processes_and_ends_them_with_fix() throws Exception {
        var place = workplace();
        abandon(place, HIDING, 5);
        try (var doctor = ApplicationProcess.start(place, "doctor")) {
            assertThat(doctor.end()).as(doctor.output()).isEqualTo(1);
            assertThat(doctor.output())
                    .contains("its driver is dead and left processes running")
                    .contains("foldline doctor --fix");
        }
        assertThat(hidden).allMatch(ProcessHandle::isAlive);
        try (var doctor = ApplicationProcess.start(place, "doctor", "--fix")) {
            assertThat(doctor.end()).as(doctor.output()).isZero();
            assertThat(doctor.output()).contains("killed processes of its dead driver");
        }
        assertThat(alive()).isEmpty();
    }

    @Test
    void another_run_is_not_started_beside_left_processes() throws Exception {
        var place = workplace();
        abandon(place, HIDING, 5);
        try (var another = ApplicationProcess.start(place, "run", "Something else")) {
            assertThat(another.end()).as(another.output()).isEqualTo(8);
            assertThat(another.output())
                    .contains("is dead, but process ")
                    .contains("foldline doctor --fix");
        }
        assertThat(place.runs().newestFirst()).hasSize(1);
    }

    @Thorough
    @Test
    void resuming_ends_left_processes_before_it_continues() throws Exception {
        var place = workplace();
        var agent = place.agent();
        abandon(place, HIDING, 5);
        goesOn(place, agent);
        assertThat(alive()).isEmpty();
    }

    @Test
    @Thorough
    void resuming_ends_them_also_where_the_log_is_damaged() throws Exception {
        var place = workplace();
        abandon(place, HIDING, 5);
        var log = place.run().events();
        var text = Files.readString(log);
        Files.writeString(log, text.substring(text.indexOf('\n') + 1));
        try (var engine = ApplicationProcess.start(place, "resume")) {
            assertThat(engine.end()).as(engine.output()).isEqualTo(7);
            assertThat(engine.output()).contains("try: restore " + run + " from a backup");
        }
        assertThat(alive()).isEmpty();
    }

    @Test
    @Thorough
    void a_check_is_ended_like_an_agent() throws Exception {
        var place = workplace();
        var agent = place.agent();
        var configuration = Files.readString(place.repository().resolve("foldline.yaml"));
        place.configure(configuration.replace("test -s piece-1.txt", "sh FOLDER/check.sh"));
        Files.writeString(place.folder().resolve("check.sh"), HIDING);
        abandon(place, agent, 5);
        Files.writeString(place.folder().resolve("check.sh"), "true");
        goesOn(place, agent);
        assertThat(alive()).isEmpty();
    }

    @Test
    void a_commit_whose_hook_outlives_the_engine_is_not_made_beside_it() throws Exception {
        var place = workplace();
        slowHook(place);
        abandon(place, place.agent(), 1);
        isCommittedOnce(place);
    }

    @Test
    @Thorough
    void a_commit_that_was_killed_in_its_hook_is_made_once() throws Exception {
        var place = workplace();
        slowHook(place);
        abandon(place, place.agent(), 1);
        place.children().forEach(git -> git.process().destroyForcibly());
        isCommittedOnce(place);
    }

    private static void slowHook(KillTestRepository place) throws IOException {
        var hook =
                Files.writeString(
                        place.repository().resolve(".git/hooks/pre-commit"),
                        SLOW_HOOK.replace("FOLDER", place.folder().toString()));
        assertThat(hook.toFile().setExecutable(true)).isTrue();
    }

    private void isCommittedOnce(KillTestRepository place)
            throws IOException, InterruptedException {
        goesOn(place, place.agent());
        assertThat(alive()).isEmpty();
        assertThat(FinalRunState.of(place).tickets()).hasSize(2).doesNotHaveDuplicates();
        assertThat(place.locks()).isEmpty();
    }

    private KillTestRepository workplace() throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder);
        Files.createDirectories(place.folder().resolve("pids"));
        return place;
    }

    /** Runs until so many processes have hidden, and kills the engine. */
    private void abandon(KillTestRepository place, String agent, int count)
            throws IOException, InterruptedException {
        var script = place.folder().resolve("agent.sh");
        // Only the developer hides; the others do their part.
        if (agent.equals(HIDING))
            Files.writeString(
                    script,
                    "if [ \"$1\" = developer ]; then\n"
                            + HIDING
                            + "fi\n"
                            + Files.readString(script));
        try (var engine = ApplicationProcess.start(place, "run", TASK)) {
            while (pids(place).size() < count && engine.isAlive()) Thread.sleep(5);
            engine.kill();
            run = place.run().id().text();
            for (long pid : pids(place)) ProcessHandle.of(pid).ifPresent(hidden::add);
            assertThat(hidden).as(engine.output()).hasSize(count).allMatch(ProcessHandle::isAlive);
        }
    }

    private static List<Long> pids(KillTestRepository place) throws IOException {
        try (var files = Files.list(place.folder().resolve("pids"))) {
            var pids = new ArrayList<Long>();
            for (Path file : files.toList()) {
                var text = Files.readString(file).strip();
                if (!text.isEmpty()) pids.add(Long.parseLong(text));
            }
            return pids;
        }
    }

    private static void goesOn(KillTestRepository place, String agent)
            throws IOException, InterruptedException {
        Files.writeString(place.folder().resolve("agent.sh"), agent);
        try (var engine = ApplicationProcess.start(place, "resume")) {
            assertThat(engine.end()).as(engine.output()).isZero();
        }
        assertThat(Reaper.markedFor(place.run().id().text())).isEmpty();
    }

    /** A process that is dead and not yet buried, its parent being gone, is not alive. */
    private List<String> alive() {
        var alive = new ArrayList<String>();
        for (ProcessHandle one : hidden) {
            var stat = stat(one);
            if (one.isAlive() && !stat.isEmpty() && !stat.contains(") Z ")) alive.add(stat);
        }
        return alive;
    }

    /** Empty of one that is gone. */
    private static String stat(ProcessHandle one) {
        try {
            return Files.readString(Path.of("/proc/" + one.pid() + "/stat"));
        } catch (IOException gone) {
            return "";
        }
    }
}
