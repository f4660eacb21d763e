package dev.foldline.effects.sandbox;

import dev.foldline.effects.sandbox.SandboxRule.Access;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a call can reach of the repository. Git writes a lock file beside each file and renames it,
 * so only folders can be writable.
 */
record GitRules(SandboxSite site) {
    private static final String SETTINGS = "git's configuration and hooks";

    List<SandboxRule> rules(boolean runFiles) {
        var rules = new ArrayList<SandboxRule>();
        if (site.place().linked()) linked(rules);
        else main(rules);
        rules.add(SandboxRule.of(site.hooks(), Access.READ, SETTINGS));
        rules.add(
                SandboxRule.of(
                        common("foldline"),
                        runFiles ? Access.READ : Access.HIDE,
                        "the logs of runs and their inboxes"));
        rules.add(SandboxRule.of(common("foldline/agents.gitconfig"), Access.READ, SETTINGS));
        return rules;
    }

    /** The own git folder, objects, and the folder of the branch; the rest can only be read. */
    private void linked(List<SandboxRule> rules) {
        rules.add(SandboxRule.of(site.root().resolve(".git"), Access.READ, "the link to git"));
        rules.add(SandboxRule.of(site.place().gitFolder(), Access.WRITE, "the own git folder"));
        for (var name : List.of("commondir", "gitdir", "config.worktree"))
            rules.add(
                    SandboxRule.of(site.place().gitFolder().resolve(name), Access.READ, SETTINGS));
        for (var name : List.of("objects", "lfs", "reftable"))
            rules.add(SandboxRule.of(common(name), Access.WRITE, "objects"));
        var folder = "refs/heads/" + site.branch().map(GitRules::folder).orElse("foldline");
        rules.add(SandboxRule.made(common(folder), "the branches beside the run's own"));
        rules.add(SandboxRule.made(common("logs/" + folder), "the logs of these branches"));
    }

    /**
     * Other refs are in the writable folder: the guard detects a change, and nothing prevents it.
     */
    private void main(List<SandboxRule> rules) {
        // A folder that is a mount of its own cannot be renamed and replaced.
        rules.add(SandboxRule.of(site.place().gitFolder(), Access.WRITE, "the git folder"));
        if (!site.place().gitFolder().equals(site.root().resolve(".git")))
            rules.add(SandboxRule.of(site.root().resolve(".git"), Access.READ, "the link to git"));
        for (var name : List.of("hooks", "config", "config.worktree", "info", "worktrees"))
            rules.add(SandboxRule.of(common(name), Access.READ, SETTINGS));
    }

    private Path common(String name) {
        return site.place().commonFolder().resolve(name);
    }

    private static String folder(String branch) {
        int slash = branch.lastIndexOf('/');
        return slash < 0 ? "" : branch.substring(0, slash);
    }
}
