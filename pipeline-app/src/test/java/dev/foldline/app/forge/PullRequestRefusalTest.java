package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Runs that could never open their pull request. */
class PullRequestRefusalTest {
    @TempDir Path folder;

    private static void refused(CliFixture place, String why) {
        var refused = place.foldline("run", "--pr", "Add work");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err()).contains("error: no pull request can be opened: " + why);
    }

    @Test
    void a_run_without_a_remote_an_address_or_a_token_is_not_started() throws Exception {
        var place = CliFixture.ready(folder);
        place.agent("echo called >> \"$HOME/called\"\n" + AgentScripts.HELPFUL);
        place.configured("forge: { repository: me/shop, api: \"http://127.0.0.1:9\" }\n");
        refused(place, "there is no git remote origin");
        place.git("remote", "add", "origin", folder.resolve("shop.git").toString());
        refused(place, "there is no token for 127.0.0.1");
        place.environment.put("GITHUB_TOKEN", FakeForge.TOKEN);
        place.configured("checks: []\n");
        refused(place, "the address of the git remote origin names no forge");
        assertThat(place.runs().newestFirst()).isEmpty();
        assertThat(Path.of(place.environment.get("HOME"), "called")).doesNotExist();
    }

    @Test
    void an_issue_without_a_remote_is_a_mistake_that_a_second_try_does_not_help() throws Exception {
        var refused = CliFixture.ready(folder).foldline("run", "--issue", "12");

        assertThat(refused.exit()).as(refused.all()).isEqualTo(2);
        assertThat(refused.err())
                .contains("error: issue #12 cannot be read: there is no git remote origin\n")
                .contains("try: add the remote, or set forge.remote, or describe the task");
    }
}
