package dev.foldline.effects.sandbox;

import java.nio.file.Path;
import java.util.List;

/** Where programs keep keys, tokens and histories, below the home folder. */
public final class Credentials {
    private Credentials() {}

    /** Hidden from every call; paths relative to the home folder. */
    public static final List<String> PATHS =
            List.of(
                    ".ssh",
                    ".gnupg",
                    ".aws",
                    ".azure",
                    ".boto",
                    ".s3cfg",
                    ".oci",
                    ".kube",
                    ".docker",
                    ".config/gcloud",
                    ".config/doctl",
                    ".config/rclone",
                    ".config/containers",
                    ".databrickscfg",
                    ".terraform.d",
                    ".terraformrc",
                    ".vault-token",
                    ".netrc",
                    ".git-credentials",
                    ".config/git/credentials",
                    ".config/gh",
                    ".config/hub",
                    ".config/glab-cli",
                    ".npmrc",
                    ".yarnrc.yml",
                    ".pypirc",
                    ".gem/credentials",
                    ".cargo/credentials",
                    ".cargo/credentials.toml",
                    ".m2/settings-security.xml",
                    ".gradle/gradle.properties",
                    ".cache/huggingface/token",
                    ".kaggle",
                    ".pgpass",
                    ".my.cnf",
                    ".password-store",
                    ".1password",
                    ".config/op",
                    ".config/sops",
                    ".local/share/keyrings",
                    ".mozilla",
                    ".thunderbird",
                    ".config/google-chrome",
                    ".config/chromium",
                    ".config/BraveSoftware",
                    ".bash_history",
                    ".zsh_history",
                    ".python_history",
                    ".psql_history",
                    ".node_repl_history");

    static List<Path> below(Path home) {
        return PATHS.stream().map(home::resolve).toList();
    }
}
