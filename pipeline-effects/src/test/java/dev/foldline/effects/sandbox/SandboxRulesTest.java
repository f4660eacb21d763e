package dev.foldline.effects.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.git.GitReads.Place;
import dev.foldline.effects.sandbox.SandboxProfile.Home;
import dev.foldline.effects.sandbox.SandboxProfile.Kind;
import dev.foldline.effects.sandbox.SandboxProfile.Network;
import dev.foldline.effects.sandbox.SandboxRule.Access;
import dev.foldline.effects.sandbox.SandboxRule.Presence;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class SandboxRulesTest {
    private static final Path HOME = Path.of("/people/ada");
    private static final Path MAIN = HOME.resolve("shop");
    private static final Path GIT = MAIN.resolve(".git");
    private static final Path STATE = HOME.resolve(".local/state/foldline");
    private static final Path SETTINGS = HOME.resolve(".config/foldline");
    private static final Path TREE = STATE.resolve("worktrees/r1");

    private static SandboxSite site(Place place, Path... others) {
        return new SandboxSite(
                place,
                Optional.of("foldline/login"),
                place.commonFolder().resolve("hooks"),
                List.of(others),
                HOME,
                List.of(SETTINGS),
                STATE,
                List.of(Path.of("/usr/bin"), HOME.resolve(".local/bin"), Path.of("/tmp/tools")),
                List.of());
    }

    private static SandboxSite linked() {
        return site(new Place(TREE, GIT.resolve("worktrees/r1"), GIT), MAIN);
    }

    private static SandboxSite main() {
        return site(new Place(MAIN, GIT, GIT));
    }

    private static SandboxRules rules(SandboxSite site, Home home, SandboxGrants grants) {
        return SandboxRules.of(
                new SandboxProfile(Kind.BWRAP, home, Network.ON, grants),
                site,
                SandboxNeeds.NOTHING,
                List.of(HOME.resolve(".codex")));
    }

    private static SandboxRules rules(SandboxSite site) {
        return rules(site, Home.READABLE, SandboxGrants.NOTHING);
    }

    private static Access access(SandboxRules rules, Path path) {
        return rules.access(path);
    }

    @Test
    void in_a_linked_worktree_only_its_own_part_of_the_repository_is_writable() {
        var rules = rules(linked());
        assertThat(access(rules, TREE.resolve("a.txt"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, TREE.resolve(".git"))).isEqualTo(Access.READ);
        assertThat(access(rules, GIT.resolve("worktrees/r1/index.lock"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, GIT.resolve("worktrees/r1/commondir"))).isEqualTo(Access.READ);
        assertThat(access(rules, GIT.resolve("objects/00"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, GIT.resolve("refs/heads/foldline/login.lock")))
                .isEqualTo(Access.WRITE);
        assertThat(access(rules, GIT.resolve("logs/refs/heads/foldline/login")))
                .isEqualTo(Access.WRITE);
        for (var name : List.of("refs/heads/main", "config", "hooks/pre-commit", "packed-refs"))
            assertThat(access(rules, GIT.resolve(name))).as(name).isEqualTo(Access.READ);
    }

    @Test
    void in_the_main_working_tree_the_git_folder_is_writable_except_for_what_git_runs() {
        var rules = rules(main());
        assertThat(access(rules, GIT.resolve("index.lock"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, GIT.resolve("refs/heads/main"))).isEqualTo(Access.WRITE);
        for (var name : List.of("config", "hooks/pre-commit", "info/exclude", "worktrees/x/HEAD"))
            assertThat(access(rules, GIT.resolve(name))).as(name).isEqualTo(Access.READ);
    }

    @Test
    void logs_of_runs_are_hidden_except_from_the_server_that_reads_them() {
        assertThat(access(rules(main()), GIT.resolve("foldline/runs"))).isEqualTo(Access.HIDE);
        var needs = new SandboxNeeds(List.of(), List.of(), List.of(), true);
        var profile =
                new SandboxProfile(Kind.BWRAP, Home.READABLE, Network.ON, SandboxGrants.NOTHING);
        assertThat(
                        access(
                                SandboxRules.of(profile, main(), needs, List.of()),
                                GIT.resolve("foldline/runs")))
                .isEqualTo(Access.READ);
    }

    @Test
    void other_trees_and_credentials_are_hidden() {
        var rules = rules(linked());
        assertThat(access(rules, MAIN.resolve(".env"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, STATE.resolve("worktrees/r2/a.txt"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, HOME.resolve(".ssh/id_rsa"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, HOME.resolve(".codex/auth.json"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, HOME.resolve("notes.txt"))).isEqualTo(Access.READ);
    }

    /** A home below the folder of temporary files is mounted with what its programs need. */
    @Test
    void another_tree_in_a_folder_of_programs_is_hidden() {
        var home = Path.of("/tmp/ada");
        var tree = home.resolve("src/other");
        var shop = home.resolve("shop");
        var git = shop.resolve(".git");
        var site =
                new SandboxSite(
                        new Place(shop, git, git),
                        Optional.empty(),
                        git.resolve("hooks"),
                        List.of(tree),
                        home,
                        List.of(),
                        home.resolve("state"),
                        List.of(home, tree.resolve("bin")),
                        List.of());
        var rules = rules(site);
        assertThat(access(rules, tree.resolve("a.txt"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, tree.resolve("bin/tool"))).isEqualTo(Access.READ);
        assertThat(access(rules, home.resolve("notes.txt"))).isEqualTo(Access.READ);
    }

    @Test
    void a_repository_in_a_folder_of_credentials_stays_writable() {
        var place = Path.of("/people/ada/.kube/repo");
        var rules = rules(site(new Place(place, place.resolve(".git"), place.resolve(".git"))));
        assertThat(access(rules, place.resolve("a.txt"))).isEqualTo(Access.WRITE);
    }

    @Test
    void a_home_that_is_the_working_tree_still_hides_credentials() {
        var rules = rules(site(new Place(HOME, HOME.resolve(".git"), HOME.resolve(".git"))));
        assertThat(access(rules, HOME.resolve(".bashrc"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, HOME.resolve(".ssh/id_rsa"))).isEqualTo(Access.HIDE);
    }

    /** Who writes it makes users of the server. */
    @Test
    void the_users_configuration_is_never_written() {
        var git = HOME.resolve(".git");
        for (var rules :
                List.of(
                        rules(site(new Place(HOME, git, git))),
                        rules(site(new Place(HOME.resolve(".config"), git, git))),
                        rules(main(), Home.HIDDEN, writing("~/.config")),
                        rules(main(), Home.READABLE, writing("~/.config/foldline/users.yaml")),
                        rules(main()))) {
            assertThat(access(rules, SETTINGS.resolve("users.yaml"))).isNotEqualTo(Access.WRITE);
            assertThat(rules.rules())
                    .filteredOn(rule -> rule.path().equals(SETTINGS))
                    .allMatch(rule -> rule.presence() == Presence.CREATED);
        }
        var home = rules(site(new Place(HOME, git, git)));
        assertThat(home.rules())
                .as("a folder above it cannot be renamed")
                .anyMatch(rule -> rule.path().equals(HOME.resolve(".config")));
        assertThat(access(home, HOME.resolve(".config/gh/hosts.yml"))).isEqualTo(Access.HIDE);
        assertThat(access(rules(main(), Home.HIDDEN, SandboxGrants.NOTHING), SETTINGS))
                .isEqualTo(Access.HIDE);
    }

    private static SandboxGrants writing(String path) {
        return new SandboxGrants(List.of(path), List.of(), List.of());
    }

    @Test
    void a_hidden_home_shows_programs_and_the_configuration_of_git() {
        var rules = rules(linked(), Home.HIDDEN, SandboxGrants.NOTHING);
        assertThat(access(rules, HOME.resolve("notes.txt"))).isEqualTo(Access.HIDE);
        assertThat(access(rules, HOME.resolve(".local/bin/tool"))).isEqualTo(Access.READ);
        assertThat(access(rules, HOME.resolve(".gitconfig"))).isEqualTo(Access.READ);
        assertThat(access(rules, TREE.resolve("a.txt"))).isEqualTo(Access.WRITE);
    }

    @Test
    void programs_in_a_private_folder_can_be_read() {
        assertThat(access(rules(linked()), Path.of("/tmp/tools/x"))).isEqualTo(Access.READ);
        assertThat(access(rules(linked()), Path.of("/tmp/other"))).isEqualTo(Access.PRIVATE);
    }

    @Test
    void a_grant_opens_what_is_hidden_and_never_the_hooks_and_the_logs() {
        var grants =
                new SandboxGrants(List.of("~/.m2", "/people/ada"), List.of("~/.npmrc"), List.of());
        var rules = rules(main(), Home.READABLE, grants);
        assertThat(access(rules, HOME.resolve(".m2/x.jar"))).isEqualTo(Access.WRITE);
        assertThat(access(rules, GIT.resolve("hooks/pre-commit"))).isEqualTo(Access.READ);
        assertThat(access(rules, GIT.resolve("foldline/runs"))).isEqualTo(Access.HIDE);
        var read =
                rules(
                        main(),
                        Home.READABLE,
                        new SandboxGrants(List.of(), List.of("~/.npmrc"), List.of()));
        assertThat(access(read, HOME.resolve(".npmrc"))).isEqualTo(Access.READ);
    }

    @Test
    void an_agent_wins_over_its_role_and_a_role_over_the_rest() {
        var off = new SandboxOverride(Optional.empty(), Optional.empty(), Optional.of(Network.OFF));
        var none = new SandboxOverride(Optional.of(Kind.NONE), Optional.empty(), Optional.empty());
        var policy =
                new SandboxPolicy(
                        false,
                        Sandboxes.profile(Network.ON),
                        Map.of("reviewer", off),
                        Map.of("mine", none),
                        off,
                        List.of());
        assertThat(policy.forCall("reviewer", "other").network()).isEqualTo(Network.OFF);
        assertThat(policy.forCall("developer", "other").network()).isEqualTo(Network.ON);
        assertThat(policy.forCall("reviewer", "mine").isSandboxed()).isFalse();
        assertThat(policy.forChecks().network()).isEqualTo(Network.OFF);
        assertThat(policy.isWanted()).isTrue();
        assertThat(SandboxPolicy.NONE.isWanted()).isFalse();
    }

    @Test
    void the_remedy_names_the_setting_of_the_kernel_that_forbids_it() {
        assertThat(remedy("kernel/unprivileged_userns_clone", "0")).contains("userns_clone=1");
        assertThat(remedy("user/max_user_namespaces", "0")).contains("max_user_namespaces");
        assertThat(remedy("kernel/apparmor_restrict_unprivileged_userns", "1"))
                .contains("AppArmor");
        assertThat(remedy("other", "1")).contains("container");
    }

    /** The folder of another run's worktree lies in the folder of all worktrees. */
    @Test
    void a_hidden_folder_below_a_hidden_folder_is_no_mount_point_any_more() {
        var all = Path.of("/state");
        var one = all.resolve("worktrees/one");
        var rules =
                new SandboxRules(
                        Path.of("/tree"),
                        List.of(
                                new SandboxRule(
                                        one, Access.HIDE, Presence.EXISTING, "another tree"),
                                new SandboxRule(all, Access.HIDE, Presence.EXISTING, "all")),
                        Network.ON);
        var files =
                new BubblewrapCommand.Files() {
                    @Override
                    public Optional<Path> real(Path path) {
                        return Optional.of(path);
                    }

                    @Override
                    public boolean isFolder(Path path) {
                        return true;
                    }
                };
        assertThat(BubblewrapCommand.of(Path.of("bwrap"), rules, List.of(), files))
                .containsSequence("--remount-ro", "/state")
                .doesNotContainSequence("--remount-ro", "/state/worktrees/one");
    }

    private static String remedy(String setting, String value) {
        return Bubblewrap.remedy(
                path -> path.equals(setting) ? Optional.of(value) : Optional.empty());
    }
}
