package dev.foldline.effects.forge;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A product that hosts repositories, and how its REST interface is reached. */
public enum ForgeKind {
    /** GitHub, on github.com or of an enterprise. */
    GITHUB("GitHub", "Bearer ", "application/vnd.github+json", "GITHUB_TOKEN", "GH_TOKEN"),
    /** GitLab, on gitlab.com or self-managed. */
    GITLAB("GitLab", "Bearer ", "application/json", "GITLAB_TOKEN"),
    /** Gitea or Forgejo, such as codeberg.org. */
    GITEA("Gitea", "token ", "application/json", "GITEA_TOKEN");

    private static final Set<String> GITEA_HOSTS = Set.of("gitea.com", "codeberg.org");

    private final String title;
    private final String scheme;
    private final String accepted;
    private final List<String> variables;

    ForgeKind(String title, String scheme, String accepted, String... variables) {
        this.title = title;
        this.scheme = scheme;
        this.accepted = accepted;
        this.variables = List.of(variables);
    }

    /** Returns the kind of the forge on a host; GitHub if its name does not say it. */
    public static ForgeKind ofHost(String host) {
        var name = host.toLowerCase(Locale.ROOT);
        if (name.equals("gitlab.com") || name.startsWith("gitlab.")) return GITLAB;
        return GITEA_HOSTS.contains(name)
                        || name.startsWith("gitea.")
                        || name.startsWith("forgejo.")
                ? GITEA
                : GITHUB;
    }

    /** Returns the address of the API on a host. */
    public String api(String host) {
        return switch (this) {
            case GITHUB ->
                    host.equals("github.com")
                            ? "https://api.github.com"
                            : "https://" + host + "/api/v3";
            case GITLAB -> "https://" + host + "/api/v4";
            case GITEA -> "https://" + host + "/api/v1";
        };
    }

    /** Returns whether this is the path of a repository: only GitLab has groups in groups. */
    public boolean isRepository(String path) {
        return this == GITLAB || path.indexOf('/') == path.lastIndexOf('/');
    }

    /** Returns the environment variables that may have the token, the first one first. */
    public List<String> variables() {
        return variables;
    }

    /** Returns how a user provides a token. */
    public String remedy() {
        return "set "
                + variables.getFirst()
                + (this == GITHUB
                        ? ", or sign in with gh or git's credential helper"
                        : ", or sign in with git's credential helper");
    }

    String authorization(String token) {
        return scheme + token;
    }

    String accepted() {
        return accepted;
    }

    @Override
    public String toString() {
        return title;
    }
}
