package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.state.Lifecycle.Urgency;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

class StateDifferenceTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run = RunFixture.begin(Repository.withOneCommit(folder), 1, 1);
    }

    @Test
    void equal_states_do_not_differ() {
        assertThat(StateDifference.between("", run.state(), run.state())).isEmpty();
    }

    @Test
    void a_change_of_case_is_one_difference() throws IOException {
        var before = run.state();
        assertThat(
                        StateDifference.between(
                                "", before, run.append(new Paused(1, Urgency.NOW)).state()))
                .containsExactly(
                        new StateDifference(
                                "header.last_input", Optional.of("0"), Optional.of("1")),
                        new StateDifference(
                                "lifecycle",
                                Optional.of("running"),
                                Optional.of("paused(urgency: now)")));
    }

    @Test
    void a_value_that_did_not_exist_is_absent() throws IOException {
        var before = run.state();
        assertThat(StateDifference.between("", before, run.untilRunning(InvokeAgent.class).state()))
                .contains(
                        new StateDifference(
                                "ledger.repository.branch",
                                Optional.empty(),
                                Optional.of("foldline/add-login")))
                .contains(
                        new StateDifference(
                                "ledger.executions.iterate/planning",
                                Optional.empty(),
                                Optional.of("1")));
    }

    @Test
    void items_of_a_list_are_compared_one_by_one() throws IOException {
        var before = run.until(state -> state.ledger().commits().size() == 1).state();
        run.until(state -> state.ledger().commits().size() == 2);
        assertThat(StateDifference.between("", before, run.state()))
                .filteredOn(each -> each.path().startsWith("ledger.commits"))
                .extracting(StateDifference::path)
                .containsExactly("ledger.commits[1]");
    }

    @Test
    void each_difference_knows_its_slice() throws IOException {
        var before = run.state();
        assertThat(StateDifference.between("", before, run.toTheEnd().state()))
                .extracting(StateDifference::slice)
                .containsOnly("header", "lifecycle", "cursor", "agents", "ledger", "usage");
    }
}
