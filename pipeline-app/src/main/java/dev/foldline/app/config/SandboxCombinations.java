package dev.foldline.app.config;

import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.effects.sandbox.SandboxOverride;
import dev.foldline.effects.sandbox.SandboxProfile.Network;

import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong between the keys of the sandbox. */
record SandboxCombinations(Settings settings, Choices choices) {
    void check() {
        settings.sandbox().roles().keySet().forEach(this::checkRole);
        if (!settings.sandbox().grants().hosts().isEmpty() && !filtersHosts())
            report(
                    "sandbox.grants.hosts",
                    "hosts are granted, but no sandbox filters hosts",
                    "write sandbox.network: hosts, or delete sandbox.grants.hosts");
    }

    private boolean filtersHosts() {
        var policy = settings.sandbox().policy(settings.team().sandboxes());
        return policy.all().network() == Network.HOSTS
                || Stream.of(
                                policy.roles().values().stream(),
                                policy.agents().values().stream(),
                                Stream.of(policy.checks()))
                        .flatMap(each -> each)
                        .map(SandboxOverride::network)
                        .anyMatch(Optional.of(Network.HOSTS)::equals);
    }

    /** A workflow file may declare other roles, so only a misspelled one is wrong. */
    private void checkRole(String role) {
        if (Role.labels().contains(role) || settings.team().others().containsKey(role)) return;
        SpellingSuggestion.to(role, Role.labels())
                .ifPresent(
                        near ->
                                choices.all().stream()
                                        .filter(
                                                choice ->
                                                        choice.path()
                                                                .startsWith(
                                                                        "sandbox.roles."
                                                                                + role
                                                                                + "."))
                                        .findFirst()
                                        .ifPresent(
                                                choice ->
                                                        choices.problems()
                                                                .add(
                                                                        choice.origin(),
                                                                        "there is no role '"
                                                                                + role
                                                                                + "'",
                                                                        "did you mean '"
                                                                                + near
                                                                                + "'?")));
    }

    private void report(String key, String what, String remedy) {
        choices.choice(key)
                .ifPresent(choice -> choices.problems().add(choice.origin(), what, remedy));
    }
}
