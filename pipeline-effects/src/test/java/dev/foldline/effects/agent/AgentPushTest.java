package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.sandbox.SandboxOverride;
import dev.foldline.effects.sandbox.SandboxPolicy;
import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.Sandboxes;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What git lets an agent publish during its call. */
class AgentPushTest {
    private static final String REFUSAL = "Foldline does not let agents push";

    @TempDir Path folder;

    private static Event call(RunContext context, SandboxPolicy sandbox, String script)
            throws IOException {
        var agent =
                new AgentDefinition.Program(
                        new CommandLine.Shell(script), List.of(), Optional.empty());
        var effect =
                new InvokeAgent(
                        AgentCalls.PLACE,
                        "developer",
                        "mine",
                        context.blobs().put("x"),
                        Option.none(),
                        Vector.empty(),
                        AgentCalls.PATIENT,
                        Option.none(),
                        Option.none(),
                        Option.none());
        return new AgentHandler(
                        context,
                        new AgentRegistry(Map.of("mine", agent)).with(sandbox),
                        new ProcessRunner(),
                        line -> {},
                        started -> {})
                .call(7, effect, new Cancellation());
    }

    private static String said(HandlerFixture at, RunContext context, String script)
            throws IOException {
        var event = call(context, SandboxPolicy.NONE, script);
        assertThat(event).isInstanceOf(AgentFinished.class);
        return at.text(((AgentFinished) event).transcript().get());
    }

    private static String tried(String push) {
        return push + " 2>&1 && echo pushed; ";
    }

    private static String refs(HandlerFixture at, String remote) throws IOException {
        return at.git("--git-dir", at.outside.resolve(remote).toString(), "for-each-ref");
    }

    @ParameterizedTest
    @ValueSource(strings = {"work", "it's [a-z]* \\ \"=work\".git"})
    void an_agent_pushes_to_no_remote_of_the_repository(String name) throws IOException {
        try (var at = HandlerFixture.in(folder, name).withRemote()) {
            at.git("clone", "-q", "--bare", ".", at.outside.resolve("mirror.git").toString());
            at.git("remote", "add", "mirror", "https://mirror.example.org/a");
            at.git("remote", "set-url", "--push", "mirror", "../outside/mirror.git");
            at.git("remote", "add", "rewritten", "example:remote.git");
            at.git(
                    "remote",
                    "add",
                    "signed",
                    "https://ada:" + "s3cret-".repeat(2) + "@example.org/a");
            at.git("config", "url." + at.outside + "/.pushInsteadOf", "example:");
            at.git("config", "credential.helper", "!echo asked; echo password=");
            var linked = at.outside.resolve("tree");
            at.git("worktree", "add", "-q", "-b", "foldline/run", linked.toString());
            var before = List.of(refs(at, "remote.git"), refs(at, "mirror.git"));
            var script =
                    tried("git push origin HEAD:refs/heads/one")
                            + tried("git push '" + at.outside + "/remote.git' HEAD:refs/heads/two")
                            + tried("git push mirror HEAD:refs/heads/three")
                            + tried("git push rewritten HEAD:refs/heads/four")
                            + "git fetch origin && echo fetched; printf 'protocol=https\\n\\n' | "
                            + "GIT_TERMINAL_PROMPT=0 git credential fill; true";
            for (var context : List.of(at.contextAnew(), at.contextIn(linked))) {
                var said = said(at, context, script);
                assertThat(said).contains("fetched").doesNotContain("pushed", "asked");
                assertThat(said.lines().filter(line -> line.contains(REFUSAL))).hasSize(4);
            }
            assertThat(List.of(refs(at, "remote.git"), refs(at, "mirror.git"))).isEqualTo(before);
            assertThat(at.read(".git/foldline/" + PushRestriction.FILE))
                    .contains("\"https://ada:\"")
                    .doesNotContain("s3cret");
            at.git("push", "-q", "origin", "HEAD:refs/heads/the-users");
        }
    }

    @Test
    void an_agent_pushes_in_repositories_of_its_own() throws IOException {
        try (var at = HandlerFixture.in(folder).withRemote()) {
            var own = at.outside + "/own";
            var said =
                    said(
                            at,
                            at.contextAnew(),
                            "set -e; git init -q --bare '"
                                    + own
                                    + ".git'; git clone -q '"
                                    + own
                                    + ".git' '"
                                    + own
                                    + "' 2>&1; cd '"
                                    + own
                                    + "'; git -c user.name=x -c user.email=x@x commit -q"
                                    + " --allow-empty -m x; git push -q origin HEAD:main 2>&1;"
                                    + " git config credential.helper '!echo password=asked #';"
                                    + " printf 'protocol=https\\nhost=h\\nusername=u\\n\\n' |"
                                    + " git credential fill");
            assertThat(said).contains("password=asked");
            assertThat(refs(at, "own.git")).contains("refs/heads/main");
        }
    }

    @Test
    void an_agent_in_a_sandbox_pushes_nothing_either() throws IOException {
        Sandboxes.program();
        try (var at = HandlerFixture.in(folder).withRemote()) {
            var policy =
                    new SandboxPolicy(
                            true,
                            Sandboxes.profile(Network.ON),
                            Map.of(),
                            Map.of(),
                            SandboxOverride.NOTHING,
                            List.of());
            var event =
                    call(
                            at.contextAnew(),
                            policy,
                            "echo x >>.git/foldline/"
                                    + PushRestriction.FILE
                                    + "; git remote -v; ls -A .git/foldline");
            assertThat(event).isInstanceOf(AgentFinished.class);
            assertThat(at.text(((AgentFinished) event).transcript().get()))
                    .contains(REFUSAL, PushRestriction.FILE)
                    .doesNotContain("runs");
        }
    }
}
