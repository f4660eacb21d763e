package dev.foldline.effects.redact;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * Secrets to plant: of every shape one, drawn anew for each seed. No source of ours holds a whole
 * one.
 */
final class SampleSecrets {
    private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
    private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final String DIGITS = "0123456789";

    private final Random random;

    SampleSecrets(long seed) {
        this.random = new Random(seed);
    }

    /** By name: the text around, with the secret where {@code %s} is, and the secret. */
    record Secret(String around, String secret) {
        String text() {
            return around.formatted(secret);
        }
    }

    Map<String, Secret> all() {
        var all = new LinkedHashMap<String, Secret>();
        plain(all, "aws access key", "AKIA", draw(UPPER + DIGITS, 16));
        plain(all, "aws session key", "ASIA", draw(UPPER + DIGITS, 16));
        around(all, "aws secret key", "aws_secret" + "_access_key = %s", mixed(40));
        plain(all, "github classic", "ghp_", mixed(36));
        plain(all, "github oauth", "gho_", mixed(36));
        plain(all, "github server", "ghs_", mixed(36));
        plain(all, "github fine-grained", "github_pat_", mixed(22) + "_" + mixed(59));
        plain(all, "gitlab", "glpat-", mixed(20));
        plain(all, "slack bot", "xoxb-", draw(DIGITS, 12) + "-" + mixed(24));
        plain(all, "stripe live", "sk_live_", mixed(24));
        plain(all, "stripe restricted", "rk_live_", mixed(24));
        plain(all, "openai", "sk-", mixed(48));
        plain(all, "openai project", "sk-proj-", mixed(40) + "-" + mixed(20));
        plain(all, "anthropic", "sk-ant-", "api03-" + mixed(80) + "AA");
        plain(all, "google api", "AIza", mixed(35));
        plain(all, "google oauth", "ya29.", mixed(60));
        plain(all, "jwt", "eyJ", mixed(20) + "." + "eyJ" + mixed(40) + "." + mixed(43));
        plain(all, "npm", "npm_", mixed(36));
        plain(all, "pypi", "pypi-", "AgEIcHlwaS5vcmc" + mixed(60));
        plain(all, "hugging face", "hf_", mixed(34));
        plain(all, "sendgrid", "SG.", mixed(22) + "." + mixed(43));
        plain(all, "twilio", "SK", draw("0123456789abcdef", 32));
        plain(all, "digitalocean", "dop_v1_", draw("0123456789abcdef", 64));
        plain(all, "docker", "dckr_pat_", mixed(27));
        plain(all, "age", "AGE-SECRET-KEY-1", draw(UPPER + DIGITS, 58));
        plain(all, "vault", "hvs.", mixed(90));
        plain(all, "databricks", "dapi", draw("0123456789abcdef", 32));
        around(all, "telegram", "1234567890:" + "%s", "AA" + mixed(33));
        around(
                all,
                "azure storage",
                "AccountName=x;AccountKey" + "=%s;EndpointSuffix=y",
                mixed(86) + "==");
        around(all, "bearer header", "Authorization" + ": Bearer %s", mixed(24));
        around(all, "basic header", "curl -H 'Authorization" + ": Basic %s'", mixed(24) + "==");
        around(all, "url userinfo", "https://%s@example.org/a.git", "me:" + mixed(12));
        around(all, "token in a url", "git clone https://%s@example.org/a.git", mixed(32));
        around(all, "password", "password" + "=%s", mixed(12));
        around(all, "password as json", "{\"db_" + "password\": \"%s\"}", mixed(12));
        around(
                all,
                "password in json in json",
                "{\"says\":\"{\\\"password" + "\\\": \\\"%s\\\"}\"}",
                mixed(12));
        around(all, "secret as yaml", "  client_secret" + ": %s", mixed(20));
        around(all, "api key", "export SOME_API_KEY" + "=%s", mixed(20));
        around(all, "token in a query", "GET /a?access_token" + "=%s&x=1", mixed(20));
        around(all, "option", "tool --token" + " %s --verbose", mixed(20));
        key(all, "rsa key", "RSA ");
        key(all, "ssh key", "OPENSSH ");
        key(all, "key", "");
        rarer(all);
        return all;
    }

    private void rarer(Map<String, Secret> all) {
        plain(all, "aws temporary", "ASIA", draw(UPPER + DIGITS, 16));
        plain(all, "github user", "ghu_", mixed(36));
        plain(all, "github refresh", "ghr_", mixed(36));
        plain(all, "gitlab deploy", "gldt-", mixed(20));
        plain(all, "gitlab runner", "glrt-", mixed(20));
        plain(all, "slack app", "xapp-", mixed(30));
        plain(all, "stripe test", "sk_test_", mixed(24));
        plain(all, "stripe restricted test", "rk_test_", mixed(24));
        plain(all, "vault batch", "hvb.", mixed(90));
        plain(all, "groq", "gsk_", mixed(50));
        plain(all, "xai", "xai-", mixed(60));
        plain(all, "pulumi", "pul-", draw("0123456789abcdef", 40));
        plain(all, "shopify", "shpat_", draw("0123456789abcdef", 32));
        plain(all, "linear", "lin_api_", mixed(40));
        around(all, "slack hook", "https://hooks.slack.com/services/" + "%s", mixed(40));
        around(all, "azure signature", "GET /blob?sig" + "=%s", mixed(44));
        around(all, "azure signature behind more", "GET /blob?sv=1&sig" + "=%s", mixed(44));
        around(all, "passwd", "passwd" + "=%s", mixed(12));
        around(all, "passphrase", "passphrase" + "=%s", mixed(12));
    }

    Secret one(String name) {
        return Objects.requireNonNull(all().get(name));
    }

    private static void plain(Map<String, Secret> all, String name, String beginning, String rest) {
        all.put(name, new Secret("%s", beginning + rest));
    }

    private static void around(Map<String, Secret> all, String name, String around, String secret) {
        all.put(name, new Secret(around, secret));
    }

    private void key(Map<String, Secret> all, String name, String kind) {
        var body = new StringBuilder();
        for (int line = 0; line < 25; line++) body.append(mixed(64)).append('\n');
        var frame = "-----%s " + kind + "PRIVATE KEY-----";
        all.put(
                name,
                new Secret("%s", frame.formatted("BEGIN") + "\n" + body + frame.formatted("END")));
    }

    /** Letters and digits; never of one kind only. */
    String mixed(int length) {
        return "a1B2" + draw(LOWER + UPPER + DIGITS, length - 4);
    }

    private String draw(String from, int length) {
        var text = new StringBuilder();
        while (text.length() < length) text.append(from.charAt(random.nextInt(from.length())));
        return text.toString();
    }
}
