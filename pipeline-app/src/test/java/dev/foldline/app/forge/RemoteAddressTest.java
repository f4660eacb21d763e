package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.ForgeKeys.Kind;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The repository and the forge that the address of a git remote names. */
class RemoteAddressTest {
    @ParameterizedTest
    @CsvSource({
        "https://github.com/me/shop.git,GITHUB,github.com,me/shop,https://api.github.com",
        "https://github.com/me/shop,GITHUB,github.com,me/shop,https://api.github.com",
        "https://user@github.com/me/shop.git/,GITHUB,github.com,me/shop,https://api.github.com",
        "git@github.com:me/shop.git,GITHUB,github.com,me/shop,https://api.github.com",
        "ssh://git@github.com/me/shop.git,GITHUB,github.com,me/shop,https://api.github.com",
        "ssh://git@git.example.org:2222/me/s.h-o_p,GITHUB,git.example.org,me/s.h-o_p,https://git.example.org/api/v3",
        "github.com:me/shop,GITHUB,github.com,me/shop,https://api.github.com",
        "git@gitlab.com:me/shop.git,GITLAB,gitlab.com,me/shop,https://gitlab.com/api/v4",
        "https://gitlab.example.org/a/b/shop.git,GITLAB,gitlab.example.org,a/b/shop,https://gitlab.example.org/api/v4",
        "git@GitLab.com:a/b/c/shop.git,GITLAB,GitLab.com,a/b/c/shop,https://GitLab.com/api/v4",
        "https://codeberg.org/me/shop.git,GITEA,codeberg.org,me/shop,https://codeberg.org/api/v1",
        "https://gitea.com/me/shop,GITEA,gitea.com,me/shop,https://gitea.com/api/v1",
        "git@forgejo.example.org:me/shop.git,GITEA,forgejo.example.org,me/shop,https://forgejo.example.org/api/v1",
    })
    void the_address_of_a_remote_names_the_repository(
            String address, ForgeKind kind, String host, String repository, String api) {
        assertThat(RemoteAddress.parse(address, Kind.AUTO))
                .contains(new RemoteAddress(kind, host, repository));
        assertThat(RemoteAddress.parse(address, Kind.AUTO).get().api()).isEqualTo(api);
    }

    @ParameterizedTest
    @CsvSource({
        "GITHUB,https://git.example.org/api/v3",
        "GITLAB,https://git.example.org/api/v4",
        "GITEA,https://git.example.org/api/v1",
    })
    void the_configured_kind_wins_over_the_hosts_name(Kind kind, String api) {
        assertThat(RemoteAddress.parse("git@git.example.org:me/shop", kind).get().api())
                .isEqualTo(api);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/srv/shop.git",
                "../shop",
                "file:///srv/shop.git",
                "https://github.com/",
                "https://github.com/me",
                "https://github.com/me/shop/tree/main",
                "https://codeberg.org/a/b/shop",
                "git@github.com:shop.git",
                "git@gitlab.com:shop.git",
                "C:\\shop",
                "https:///me/shop",
            })
    void an_address_that_names_no_owner_is_no_forge(String address) {
        assertThat(RemoteAddress.parse(address, Kind.AUTO)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "12,12,",
        "#12,12,",
        "https://github.com/me/shop/issues/12,12,me/shop",
        "https://github.com/me/shop/issues/12#issuecomment-1,12,me/shop",
        "https://gitlab.com/a/b/shop/-/issues/12,12,a/b/shop",
        "https://gitlab.com/a/b/shop/-/work_items/12?x=1,12,a/b/shop",
        "https://codeberg.org/me/shop/issues/12/,12,me/shop",
    })
    void an_issue_is_named_by_its_number_or_its_address(
            String text, long number, String repository) {
        var reference = IssueReference.parse(text);
        assertThat(reference.number()).isEqualTo(number);
        assertThat(reference.page().map(IssueReference.Page::repository).orElse(null))
                .isEqualTo(repository);
    }
}
