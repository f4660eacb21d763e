package dev.foldline.docs;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.sandbox.Credentials;
import dev.foldline.effects.sandbox.HostileAttempt;
import dev.foldline.effects.sandbox.HostileAttempts;
import dev.foldline.effects.sandbox.SandboxGrants;
import dev.foldline.effects.sandbox.SandboxNeeds;
import dev.foldline.effects.sandbox.SandboxProfile;
import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.SandboxRule;
import dev.foldline.effects.sandbox.SandboxRules;
import dev.foldline.effects.sandbox.SandboxSite;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a call in a sandbox can reach, and what a hostile agent tried. */
final class SandboxPage {
    private static final Path HOME = Path.of("~");
    private static final Path GIT = Path.of("GIT");

    private SandboxPage() {}

    static String page() {
        var worktree = new Place(Path.of("TREE"), GIT.resolve("worktrees/RUN"), GIT);
        var main = new Place(Path.of("TREE"), Path.of("TREE/.git"), Path.of("TREE/.git"));
        return GeneratedPage.head("What a call can reach", "`SandboxRules` and `HostileAttempts`")
                + "A later line wins over an earlier one. What has no line can be read, and not"
                + " written. `TREE` is the working tree and\n`GIT` the repository's git folder."
                + " Grants come after the credentials.\n\n"
                + rules("In a linked worktree", site(worktree, Path.of("MAIN")), Home.READABLE)
                + rules("In the main working tree", site(main), Home.READABLE)
                + rules(
                        "In a linked worktree, with `home: hidden`",
                        site(worktree, Path.of("MAIN")),
                        Home.HIDDEN)
                + "## Credentials\n\nHidden below the home folder: "
                + Credentials.PATHS.stream()
                        .map(each -> "`" + each + "`")
                        .collect(Collectors.joining(", "))
                + ".\n\n"
                + attempts();
    }

    private static SandboxSite site(Place place, Path... others) {
        return new SandboxSite(
                place,
                Optional.of("foldline/task"),
                place.commonFolder().resolve("hooks"),
                List.of(others),
                HOME,
                List.of(HOME.resolve(".config/foldline")),
                HOME.resolve(".local/state/foldline"),
                List.of(),
                List.of());
    }

    private static String rules(String title, SandboxSite site, Home home) {
        var rules =
                SandboxRules.of(
                        new SandboxProfile(Kind.BWRAP, home, Network.ON, SandboxGrants.NOTHING),
                        site,
                        SandboxNeeds.NOTHING,
                        List.of());
        var lines = new LinkedHashSet<String>();
        for (var rule : rules.rules()) lines.add(line(rule));
        return "## "
                + title
                + "\n\n| path | a call can | what is there |\n|---|---|---|\n"
                + String.join("", lines)
                + "\n";
    }

    private static String line(SandboxRule rule) {
        var path =
                rule.reason().equals("credentials")
                        ? "[credentials](#credentials)"
                        : "`" + rule.path() + "`";
        var access =
                switch (rule.access()) {
                    case READ -> "read";
                    case WRITE -> "read and write";
                    case HIDE -> "see nothing";
                    case PRIVATE -> "use an empty one of its own";
                };
        return "| " + path + " | " + access + " | " + rule.reason() + " |\n";
    }

    private static String attempts() {
        var page =
                new StringBuilder(
                        "## Attempts of a hostile agent\n\n"
                                + "`HostileAgentTest` carries them out in each build.\n\n"
                                + "| in | attempt | result |\n|---|---|---|\n");
        for (HostileAttempt each : HostileAttempts.ALL)
            page.append("| ")
                    .append(each.setting().label())
                    .append(" | ")
                    .append(each.what())
                    .append(" | ")
                    .append(each.isPrevented() ? "prevented" : "**possible**: " + each.note())
                    .append(" |\n");
        return page.toString();
    }
}
