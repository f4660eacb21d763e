package dev.foldline.effects.sandbox;

import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.SandboxRule.Access;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The command of bubblewrap for rules, to be followed by a program and its arguments. */
final class BubblewrapCommand {
    /**
     * The own namespaces. No capability is left, and bubblewrap sets that none can be gained. The
     * call ends with its parent.
     */
    private static final List<String> NAMESPACES =
            List.of(
                    "--unshare-user",
                    "--unshare-pid",
                    "--unshare-ipc",
                    "--unshare-uts",
                    "--unshare-cgroup-try",
                    "--cap-drop",
                    "ALL",
                    "--die-with-parent");

    /** Settings of the kernel, which an administrator could write even without capabilities. */
    private static final List<String> KERNEL_SETTINGS =
            List.of("/proc/sys", "/proc/sysrq-trigger", "/proc/mtrr", "/proc/fs", "/proc/acpi");

    private BubblewrapCommand() {}

    /** What a rule needs to know of the file system. */
    interface Files {
        /** Returns the path without symbolic links, or none if nothing is there. */
        Optional<Path> real(Path path);

        boolean isFolder(Path path);
    }

    /**
     * @param inside additional options, for example a mount for the proxy
     */
    static List<String> of(Path program, SandboxRules rules, List<String> inside, Files files) {
        var words = start(program, rules.network());
        var hidden = new ArrayList<Path>();
        for (var rule : rules.rules()) {
            var real = files.real(rule.path());
            if (real.isEmpty()) continue;
            // What a later mount covers is no mount point any more.
            hidden.removeIf(path -> path.startsWith(real.get()));
            words.addAll(mount(rule.access(), real.get(), files));
            if (rule.access() == Access.HIDE && files.isFolder(real.get())) hidden.add(real.get());
        }
        words.addAll(inside);
        // Only now, because later mounts may lie below.
        for (var path : hidden) words.addAll(List.of("--remount-ro", path.toString()));
        // The folder of the user's services is hidden, and the user's temporary folder may be.
        words.addAll(List.of("--unsetenv", "XDG_RUNTIME_DIR", "--setenv", "TMPDIR", "/tmp"));
        words.addAll(List.of("--chdir", rules.directory().toString(), "--"));
        return List.copyOf(words);
    }

    /** Returns a command with all namespaces and nothing to write, to try whether it starts. */
    static List<String> trial(Path program) {
        var words = start(program, Network.OFF);
        words.add("--");
        return List.copyOf(words);
    }

    private static List<String> start(Path program, Network network) {
        var words = new ArrayList<String>();
        words.add(program.toString());
        words.addAll(NAMESPACES);
        if (network != Network.ON) words.add("--unshare-net");
        words.addAll(List.of("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"));
        for (var each : KERNEL_SETTINGS) words.addAll(List.of("--ro-bind-try", each, each));
        return words;
    }

    private static List<String> mount(Access access, Path path, Files files) {
        var text = path.toString();
        return switch (access) {
            case READ -> List.of("--ro-bind", text, text);
            case WRITE -> List.of("--bind", text, text);
            case PRIVATE -> List.of("--tmpfs", text);
            case HIDE ->
                    files.isFolder(path)
                            ? List.of("--tmpfs", text)
                            : List.of("--dev-bind", "/dev/null", text);
        };
    }
}
