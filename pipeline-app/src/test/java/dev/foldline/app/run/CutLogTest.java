package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.RunFixture;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLog;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.guard.GuardFixture;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.table.StateTables;
import dev.foldline.effects.table.TableFault;
import dev.foldline.effects.table.TableRebuilder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A log that has lost its last lines is whole in itself: what lies beside it tells, and it is not
 * appended to.
 */
class CutLogTest {
    private static final int CUTS = Thorough.ALL ? 50 : 12;

    @TempDir Path folder;

    private RunDirectory run =
            new RunDirectory(new RunId("r234567abcdefghij"), Path.of("none yet"));
    private byte[] whole = {};
    private byte[] head = {};
    private byte[] snapshot = {};
    private final List<Event> events = new ArrayList<>();
    private final List<Integer> ends = new ArrayList<>();

    /** How the run stands whose log is cut. */
    enum RunCondition {
        FINISHED,
        HALTED
    }

    /** What alone is left beside the log. */
    enum RemainingFile {
        HEAD_FILE,
        SNAPSHOT,
        TABLE,
        GUARD,
        OUTPUT,
        NOTHING
    }

    @BeforeEach
    void a_repository() throws IOException {
        Files.createDirectories(folder.resolve(".git"));
    }

    private void run(RunCondition ending) throws IOException {
        var fixture = RunFixture.begin(folder, 7, 3);
        run = fixture.directory();
        switch (ending) {
            case FINISHED -> fixture.toTheEnd();
            case HALTED ->
                    fixture.agentsFail(Fault.of(Fault.Kind.NEEDS_PERSON, "somebody has to look"))
                            .toTheEnd();
        }
        assertThat(fixture.state().slots().recovery() instanceof Recovery.Halted)
                .isEqualTo(ending == RunCondition.HALTED);
        fixture.snapshot();
        whole = Files.readAllBytes(run.events());
        head = Files.readAllBytes(HeadFile.of(run.events()));
        snapshot = Files.readAllBytes(run.snapshot());
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line(var line)) {
                events.add(
                        line.event(
                                (json, from, length) ->
                                        Wire.event(line.version(), json, from, length)));
                ends.add((int) reader.position().offset());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(RunCondition.class)
    void a_log_cut_at_any_event_is_not_driven_if_any_record_knows_of_a_lost_line(
            RunCondition ending) throws IOException {
        run(ending);
        for (var left : RemainingFile.values()) {
            for (int kept = Math.max(1, events.size() - CUTS); kept < events.size(); kept++)
                cutLog(left, kept);
        }
    }

    private void cutLog(RemainingFile left, int kept) throws IOException {
        Files.write(run.events(), whole);
        boolean isKnown = leave(left, kept);
        var cut = Arrays.copyOf(whole, ends.get(kept - 1));
        Files.write(run.events(), cut);
        var refused =
                catchThrowableOfType(
                        UserError.class,
                        () -> RunLog.open(run, Redaction.OF_SHAPES).orElseThrow().close());
        if (!isKnown) {
            assertThat(refused).as("%s, %d of %d events", left, kept, events.size()).isNull();
            return;
        }
        assertThat(refused).as("%s, %d of %d events", left, kept, events.size()).isNotNull();
        assertThat(refused.exit()).isEqualTo(ExitCode.DIVERGED);
        assertThat(refused.message())
                .contains("the log ends at event " + kept)
                .contains(
                        switch (left) {
                            case GUARD, OUTPUT -> "ticket " + lost(kept).orElseThrow();
                            case HEAD_FILE, SNAPSHOT, TABLE, NOTHING -> "event " + events.size();
                        });
        assertThat(refused.hint()).isEqualTo("foldline log repair " + run.id());
        assertThat(Files.readAllBytes(run.events())).as("nothing is written to it").isEqualTo(cut);
    }

    /** Leaves this alone beside the log. @return whether it knows of a line that is cut off */
    private boolean leave(RemainingFile left, int kept) throws IOException {
        for (var file :
                List.of(
                        HeadFile.of(run.events()),
                        run.snapshot(),
                        run.tables(),
                        StoredGuard.file(run))) Files.deleteIfExists(file);
        try (var outputs = Files.list(run.output())) {
            for (var output : outputs.toList()) Files.delete(output);
        }
        return switch (left) {
            case HEAD_FILE -> written(HeadFile.of(run.events()), head);
            case SNAPSHOT -> written(run.snapshot(), snapshot);
            case TABLE -> isReported();
            case GUARD -> lost(kept).map(ticket -> guarded(ticket, kept)).orElse(false);
            case OUTPUT ->
                    lost(kept)
                            .map(
                                    ticket ->
                                            written(
                                                    run.output()
                                                            .resolve("agent-" + ticket + ".out"),
                                                    "said\n"))
                            .orElse(false);
            case NOTHING -> false;
        };
    }

    /** The ticket of the last call of an agent that was begun behind the cut. */
    private Optional<Long> lost(int kept) {
        return events.subList(kept, events.size()).reversed().stream()
                .flatMap(
                        event ->
                                event instanceof EffectStarted(var ticket, InvokeAgent _)
                                        ? Stream.of(ticket)
                                        : Stream.empty())
                .findFirst();
    }

    /**
     * The guard of the next call may be there because its driver was killed before it logged the
     * call.
     */
    private boolean guarded(long ticket, int kept) {
        try {
            GuardFixture.write(run, ticket);
            return ticket > RunHistory.open(run).at(kept).state().header().ticket();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static boolean written(Path file, String text) {
        return written(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean written(Path file, byte[] content) {
        try {
            Files.write(file, content);
            return true;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private boolean isReported() throws IOException {
        try (var tables = StateTables.open(run.tables())) {
            assertThat(TableRebuilder.repair(tables, Runs.of(folder.resolve(".git")))).isEmpty();
            return true;
        } catch (TableFault fault) {
            throw new AssertionError(fault);
        }
    }

    @Test
    void a_table_that_knows_more_than_the_log_is_not_rebuilt_from_it() throws Exception {
        run(RunCondition.FINISHED);
        isReported();
        Files.write(run.events(), Arrays.copyOf(whole, ends.get(ends.size() - 4)));
        try (var tables = StateTables.open(run.tables())) {
            assertThat(TableRebuilder.repair(tables, Runs.of(folder.resolve(".git"))))
                    .singleElement()
                    .satisfies(
                            unread ->
                                    assertThat(unread.why())
                                            .contains(
                                                    "ends at event " + (events.size() - 3),
                                                    "event " + events.size(),
                                                    "state.sqlite"));
            assertThat(tables.runs())
                    .singleElement()
                    .satisfies(row -> assertThat(row.status()).isEqualTo("completed"));
        }
    }
}
