package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.error.ExitCode;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code foldline serve --repo}: which repositories are served, and which are refused. */
class ServeRepositoriesTest {
    @TempDir Path folder;
    private CliFixture here;
    private CliFixture other;

    @BeforeEach
    void two_repositories() throws Exception {
        here = CliFixture.ready(Files.createDirectories(folder.resolve("here")));
        other = CliFixture.ready(Files.createDirectories(folder.resolve("other")));
    }

    private String refused(String... repositories) {
        var words = new java.util.ArrayList<>(List.of("serve"));
        for (var each : repositories) words.addAll(List.of("--repo", each));
        var reported = here.foldline(words.toArray(String[]::new));
        assertThat(reported.exit()).as(reported.all()).isEqualTo(ExitCode.USAGE.value());
        return reported.err();
    }

    @Test
    void what_is_no_repository_or_twice_the_same_is_refused() throws Exception {
        assertThat(refused(".", "missing")).contains("missing");
        assertThat(refused(".", folder.toString())).contains("not a git repository");
        assertThat(refused(".", here.root.toString())).contains("is named twice");
        Files.createDirectory(here.root.resolve("sub"));
        assertThat(refused("sub", ".")).contains("is named twice");
        var link = Files.createSymbolicLink(folder.resolve("link"), here.root);
        assertThat(refused(".", "web=" + link)).contains("is named twice");
        here.git("worktree", "add", "-q", folder.resolve("tree").toString());
        assertThat(refused(".", folder.resolve("tree").toString()))
                .contains("are the same repository")
                .contains("name each repository once");
        assertThat(refused(".", "a/b=" + other.root)).contains("'a/b' is no name of a repository");
    }

    @Test
    void a_webhook_without_its_secret_is_refused_with_the_name_of_its_repository()
            throws Exception {
        other.git("remote", "add", "origin", "https://github.com/me/other.git");
        other.configured("forge: { kind: github, webhook_key: HOOK_SECRET }\n");
        here.environment.put("GITHUB_TOKEN", "of-the-tests-only");
        assertThat(refused("web=.", "api=" + other.root))
                .contains("api: the variable HOOK_SECRET has no secret")
                .contains("forge.webhook_key");
    }

    @Test
    void one_process_serves_repositories_with_equal_folder_names_and_refuses_another_server()
            throws Exception {
        try (var server =
                new ServerProcess(here, "--json", "--repo", ".", "--repo", other.root.toString())) {
            var reported = server.readDocument();
            assertThat(reported.get("repositories"))
                    .extracting(each -> each.get("name").asString())
                    .containsExactly("repo", "repo-2");
            assertThat(reported.at("/repositories/1/url").asString())
                    .isEqualTo(reported.get("url").asString() + "/r/repo-2/");
            assertThat(ServerProcess.call(reported, "GET", "/r/repo-2/api/runs").statusCode())
                    .isEqualTo(200);
            for (var leading :
                    List.of("/r/repo/../repo-2/api/runs", "/r/repo/%2E%2e/api", "/r/repo/./x"))
                assertThat(ServerProcess.call(reported, "GET", leading).statusCode())
                        .as(leading)
                        .isEqualTo(400);

            var second = other.foldline("serve", "--repo", ".", "--repo", here.root.toString());
            assertThat(second.exit()).isEqualTo(ExitCode.LOCKED.value());
            assertThat(second.err())
                    .contains(
                            "this repository is served already, at "
                                    + reported.get("url").asString())
                    .contains(other.root.toString());
            other.environment.putAll(here.environment);
            var link = other.foldline("serve", "--link");
            assertThat(link.out())
                    .as(link.all())
                    .startsWith(
                            "Open once in a browser: "
                                    + reported.get("url").asString()
                                    + "/login?token=");
            assertThat(server.terminated()).isEqualTo(ExitCode.TERMINATED.value());
        }
        assertThat(other.foldline("serve", "--link").err())
                .contains("no server serves this repository");
    }
}
