package dev.foldline.effects.sandbox;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.sandbox.HostileAttempt.Setting;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent could reach on a user's machine: a repository with worktrees, a home with
 * credentials, temporary files, sockets and a service. Everything is made for the test.
 */
final class SandboxTestHost implements AutoCloseable {
    private static final String SECRET = "a key\n";

    private final Path main;
    private final Path own;
    private final Path other;
    private final Path home;
    private final Path state;
    private final Path planted = Files.createTempDirectory(Path.of("/tmp"), "foldline-planted-");
    private final Path shared = Files.createTempFile(Path.of("/dev/shm"), "foldline-planted-", "");
    private final Map<Path, String> before = new HashMap<>();
    private final ServerSocket service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final ServerSocketChannel agent =
            ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                    .bind(UnixDomainSocketAddress.of(planted.resolve("agent.sock")));
    private final String abstractName = "foldline-test-" + planted.getFileName();
    private final Process listener;

    private SandboxTestHost(Path folder) throws IOException, InterruptedException {
        Path top = Files.createDirectories(folder).toRealPath();
        main = Files.createDirectories(top.resolve("main"));
        own = top.resolve("own");
        other = top.resolve("other");
        home = Files.createDirectories(top.resolve("home"));
        state = home.resolve(".local/state/foldline");
        listener = listener();
        homeFiles();
        repository();
        for (Path file : List.of(planted.resolve("secret"), shared)) plant(file, SECRET);
    }

    static SandboxTestHost in(Path folder) throws IOException, InterruptedException {
        return new SandboxTestHost(folder);
    }

    private void homeFiles() throws IOException {
        for (var name :
                List.of(
                        ".ssh/id_ed25519",
                        ".aws/credentials",
                        ".netrc",
                        ".config/gh/hosts.yml",
                        ".gnupg/key",
                        ".docker/config.json",
                        ".codex/auth.json",
                        ".bash_history")) plant(home.resolve(name), SECRET);
        plant(home.resolve(".bashrc"), "\n");
        plant(home.resolve("notes.txt"), "text\n");
        plant(home.resolve(".m2/settings.xml"), "\n");
        plant(state.resolve("worktrees/other/a.txt"), "a\n");
        plant(home.resolve(".gitconfig"), "[user]\n name = Tester\n email = tester@example.org\n");
    }

    private void repository() throws IOException, InterruptedException {
        git(main, "init", "-q", "-b", "main");
        plant(main.resolve("a.txt"), "a\n");
        Files.writeString(main.resolve("foldline.yaml"), "checks: []\n");
        git(main, "add", "-A");
        git(main, "commit", "-q", "-m", "first");
        git(main, "branch", "doomed");
        git(main, "branch", "other");
        git(main, "worktree", "add", "-q", "-b", "foldline/own", own.toString());
        git(main, "worktree", "add", "-q", "-b", "foldline/other", other.toString());
        git(main, "pack-refs", "--all");
        plant(main.resolve(".git/foldline/runs/r/events.jsonl"), "{}\n");
        Files.createDirectories(main.resolve(".git/foldline/runs/r/inbox"));
        plant(main.resolve(".git/hooks/post-commit"), "#!/bin/sh\n");
        for (var name : List.of(".git/config", ".git/info/exclude", ".git/packed-refs"))
            before.put(main.resolve(name), Files.readString(main.resolve(name)));
        before.put(other.resolve("a.txt"), "a\n");
        before.put(own.resolve("foldline.yaml"), "checks: []\n");
    }

    private void plant(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        before.put(file, text);
    }

    private void git(Path tree, String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command).directory(tree.toFile()).inheritIO();
        builder.environment().put("HOME", home.toString());
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        if (builder.start().waitFor() != 0) throw new IOException("git " + List.of(words));
    }

    /** Java has no abstract sockets. */
    private Process listener() throws IOException {
        var process =
                new ProcessBuilder(
                                "perl",
                                "-MSocket",
                                "-e",
                                "socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, pack('S a*', AF_UNIX,"
                                    + " \"\\0$ARGV[0]\")) or die; listen(S, 50); print \"ready\\n"
                                    + "\"; close STDOUT; <STDIN>",
                                abstractName)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.getInputStream().read() < 0) throw new IOException("perl does not listen");
        return process;
    }

    Path home() {
        return home;
    }

    Path tree(Setting setting) {
        return setting == Setting.MAIN ? main : own;
    }

    SandboxSite site(Setting setting) throws IOException {
        var common = main.resolve(".git");
        var place =
                setting == Setting.MAIN
                        ? new Place(main, common, common)
                        : new Place(own, common.resolve("worktrees/own"), common);
        return SandboxSiteReader.read(
                place, branch(place), common.resolve("hooks"), environment(setting));
    }

    private static Optional<String> branch(Place place) throws IOException {
        var head = Files.readString(place.gitFolder().resolve("HEAD")).strip();
        return Optional.of(head)
                .filter(text -> text.startsWith("ref: refs/heads/"))
                .map(text -> text.substring("ref: refs/heads/".length()));
    }

    Map<String, String> environment(Setting setting) {
        var environment = new HashMap<>(Sandboxes.environment(home));
        environment.put("TREE", tree(setting).toString());
        environment.put("MAIN", main.toString());
        environment.put("OTHER", other.toString());
        environment.put("COMMON", main.resolve(".git").toString());
        environment.put("GIT", main.resolve(".git/worktrees/own").toString());
        environment.put("STATE", state.toString());
        environment.put("PLANTED", planted.toString());
        environment.put("SHARED", shared.toString());
        environment.put("DRIVER", Long.toString(ProcessHandle.current().pid()));
        environment.put("PORT", Integer.toString(service.getLocalPort()));
        environment.put("ABSTRACT", abstractName);
        return environment;
    }

    /** What was planted and is different now. */
    List<Path> changed() throws IOException {
        var changed = new ArrayList<Path>();
        for (var file : before.entrySet())
            if (!Files.exists(file.getKey())
                    || !new String(Files.readAllBytes(file.getKey()), StandardCharsets.UTF_8)
                            .equals(file.getValue())) changed.add(file.getKey());
        return changed;
    }

    @Override
    public void close() throws IOException {
        service.close();
        agent.close();
        listener.destroy();
        for (var name : List.of("secret", "agent.sock"))
            Files.deleteIfExists(planted.resolve(name));
        Files.deleteIfExists(planted);
        Files.deleteIfExists(shared);
    }
}
