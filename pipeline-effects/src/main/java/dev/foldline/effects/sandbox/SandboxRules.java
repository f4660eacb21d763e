package dev.foldline.effects.sandbox;

import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.SandboxRule.Access;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one call can reach: a value that follows from the configuration, the working tree and what
 * the call needs. Everything without a rule can be read and not written.
 *
 * @param rules in order; a later one wins
 */
public record SandboxRules(Path directory, List<SandboxRule> rules, Network network) {
    /** Folders of which each call has its own, with the sockets of the user's services. */
    private static final List<Path> PRIVATE =
            List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run"));

    public SandboxRules {
        rules = List.copyOf(rules);
    }

    /** Returns what a call can do with a path: the last rule about it or a folder above it. */
    public Access access(Path path) {
        return rules.stream()
                .filter(rule -> path.startsWith(rule.path()))
                .map(SandboxRule::access)
                .reduce(Access.READ, (_, later) -> later);
    }

    /** Returns why a path has the access that it has; empty if no rule is about it. */
    public String reason(Path path) {
        return rules.stream()
                .filter(rule -> path.startsWith(rule.path()))
                .map(SandboxRule::reason)
                .reduce("", (_, later) -> later);
    }

    /**
     * @param others folders of agents that this call does not work for
     */
    public static SandboxRules of(
            SandboxProfile profile, SandboxSite site, SandboxNeeds needs, List<Path> others) {
        var rules = new ArrayList<SandboxRule>();
        for (var each : PRIVATE)
            rules.add(SandboxRule.of(each, Access.PRIVATE, "temporary files and sockets"));
        rules.addAll(nested(profile, site, needs));
        rules.add(SandboxRule.of(site.state(), Access.HIDE, "the working trees of other runs"));
        rules.addAll(secrets(site, others));
        for (var each : needs.folders())
            rules.add(SandboxRule.made(each, "the agent's own folder"));
        for (var each : needs.files())
            rules.add(SandboxRule.of(each, Access.WRITE, "the agent's own file"));
        for (var each : profile.grants().read())
            rules.add(SandboxRule.of(granted(each, site), Access.READ, "granted"));
        for (var each : profile.grants().write())
            rules.addAll(writable(SandboxRule.made(granted(each, site), "granted"), site));
        rules.addAll(tree(site));
        rules.addAll(started(site));
        rules.addAll(new GitRules(site).rules(needs.runFiles()));
        rules.addAll(settings(site, rules));
        return new SandboxRules(site.root(), rules, profile.network());
    }

    /**
     * The home folder, the other working trees and the programs, the outer ones first: a program in
     * a hidden tree is seen, and a tree in a folder of programs stays hidden.
     */
    private static List<SandboxRule> nested(
            SandboxProfile profile, SandboxSite site, SandboxNeeds needs) {
        var rules = new ArrayList<>(home(profile, site));
        for (var each : otherTrees(site).toList())
            rules.add(SandboxRule.of(each, Access.HIDE, "the other working trees"));
        for (var each : site.programs())
            if (isCovered(each, profile, site))
                rules.add(SandboxRule.of(each, Access.READ, "programs"));
        for (var each : needs.read())
            if (isCovered(each, profile, site))
                rules.add(SandboxRule.of(each, Access.READ, "the call's program"));
        rules.sort(Comparator.comparingInt(rule -> rule.path().getNameCount()));
        return rules;
    }

    private static Path granted(String path, SandboxSite site) {
        return path.startsWith("~/") ? site.home().resolve(path.substring(2)) : Path.of(path);
    }

    /** A home in a private folder is empty without a rule of its own. */
    private static List<SandboxRule> home(SandboxProfile profile, SandboxSite site) {
        if (profile.home() == Home.HIDDEN)
            return List.of(
                    SandboxRule.of(site.home(), Access.HIDE, "the home folder"),
                    SandboxRule.of(
                            site.home().resolve(".gitconfig"),
                            Access.READ,
                            "git's configuration of the user"),
                    SandboxRule.of(
                            site.home().resolve(".config/git"),
                            Access.READ,
                            "git's configuration of the user"));
        return List.of(SandboxRule.of(site.home(), Access.READ, "the home folder"));
    }

    private static boolean isCovered(Path program, SandboxProfile profile, SandboxSite site) {
        var hidden = profile.home() == Home.HIDDEN ? Stream.of(site.home()) : Stream.<Path>empty();
        return Stream.of(PRIVATE.stream(), otherTrees(site), hidden)
                .flatMap(each -> each)
                .anyMatch(each -> program.startsWith(each) && !program.equals(each));
    }

    /** A tree that contains the home folder is not hidden: programs are there. */
    private static Stream<Path> otherTrees(SandboxSite site) {
        return site.otherTrees().stream()
                .filter(tree -> !tree.equals(site.root()) && !site.home().startsWith(tree));
    }

    /** Secrets, except where the working tree itself is below them. */
    private static List<SandboxRule> secrets(SandboxSite site, List<Path> others) {
        return Stream.concat(
                        Credentials.below(site.home()).stream()
                                .map(each -> SandboxRule.of(each, Access.HIDE, "credentials")),
                        others.stream()
                                .map(
                                        each ->
                                                SandboxRule.of(
                                                        each,
                                                        Access.HIDE,
                                                        "credentials of other agents")))
                .filter(rule -> !site.root().startsWith(rule.path()))
                .toList();
    }

    /**
     * The user's own configuration, which says who may use the server, is only read where a call
     * could write it.
     */
    private static List<SandboxRule> settings(SandboxSite site, List<SandboxRule> rules) {
        return site.settings().stream()
                .filter(
                        folder ->
                                rules.stream()
                                        .filter(rule -> rule.access() == Access.WRITE)
                                        .map(SandboxRule::path)
                                        .anyMatch(
                                                path ->
                                                        folder.startsWith(path)
                                                                || path.startsWith(folder)))
                .map(
                        folder ->
                                new SandboxRule(
                                        folder,
                                        Access.READ,
                                        SandboxRule.Presence.CREATED,
                                        "the user's configuration"))
                .toList();
    }

    /**
     * A rule, and the folders between it and the user's configuration: what is a mount of its own
     * cannot be renamed and replaced.
     */
    private static List<SandboxRule> writable(SandboxRule rule, SandboxSite site) {
        var rules = new ArrayList<>(List.of(rule));
        for (var folder : site.settings())
            if (folder.startsWith(rule.path()))
                for (int names = rule.path().getNameCount() + 1;
                        names < folder.getNameCount();
                        names++)
                    rules.add(
                            SandboxRule.made(
                                    rule.path()
                                            .resolve(
                                                    folder.subpath(
                                                            rule.path().getNameCount(), names)),
                                    rule.reason()));
        return rules;
    }

    /**
     * The programs of the working tree that run outside: a call must not write them. The folders
     * above them are mounts of their own, so that they cannot be renamed and replaced.
     */
    private static List<SandboxRule> started(SandboxSite site) {
        var rules = new ArrayList<SandboxRule>();
        for (var program : site.started()) {
            var names = site.root().relativize(program);
            for (int count = 1; count < names.getNameCount(); count++)
                rules.add(
                        SandboxRule.of(
                                site.root().resolve(names.subpath(0, count)),
                                Access.WRITE,
                                "the working tree"));
        }
        rules.sort(Comparator.comparingInt(rule -> rule.path().getNameCount()));
        for (var program : site.started())
            rules.add(SandboxRule.of(program, Access.READ, "a program that Foldline starts"));
        return rules;
    }

    private static List<SandboxRule> tree(SandboxSite site) {
        var rules = new ArrayList<SandboxRule>();
        var common = site.place().commonFolder();
        if (!common.startsWith(site.root()))
            rules.add(SandboxRule.of(common, Access.READ, "the repository"));
        rules.addAll(writable(SandboxRule.of(site.root(), Access.WRITE, "the working tree"), site));
        for (var tree : otherTrees(site).toList())
            if (tree.startsWith(site.root()))
                rules.add(SandboxRule.of(tree, Access.HIDE, "the other working trees"));
        if (site.home().startsWith(site.root()))
            for (var each : Credentials.below(site.home()))
                rules.add(SandboxRule.of(each, Access.HIDE, "credentials"));
        rules.add(
                SandboxRule.of(
                        site.root().resolve("foldline.yaml"),
                        Access.READ,
                        "Foldline's configuration"));
        return rules;
    }
}
