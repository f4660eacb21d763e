package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {
    @TempDir
    Path folder;

    @Test
    void a_workflow_is_tried_in_calm_and_in_troubled_worlds_and_the_points_are_counted() throws Exception {
        Repository.withOneCommit(folder);
        var answer = Cli.in(folder).run("verify", "--crash-points", "20", "--workflow", "ralph", "--seed", "3");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("calm").contains("troubled 3").endsWith("80 crash points tried, 0 violations\n");
    }

    @Test
    void a_run_is_played_again_from_its_log() throws Exception {
        Repository.withOneCommit(folder);
        RunFixture.begin(folder, 1, 1).toTheEnd();
        var answer = Cli.in(folder).run("verify", "--crash-points", "20", "--json");
        assertThat(answer.exit()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("\"schema\": \"foldline.verify/1\"").contains("\"tried\": 20").contains("\"violations\": []")
                .contains("followed for");
    }

    @Test
    void a_number_that_is_none_is_a_mistake_of_use() throws Exception {
        Repository.withOneCommit(folder);
        assertThat(Cli.in(folder).run("verify", "--crash-points", "some").exit()).isEqualTo(2);
    }
}
