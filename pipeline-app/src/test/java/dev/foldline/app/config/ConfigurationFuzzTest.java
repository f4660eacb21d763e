package dev.foldline.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.foldline.app.config.key.Key;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Whatever is written, the answer is settings or a list of problems, each with a place and a
 * remedy.
 */
class ConfigurationFuzzTest {
    private static final int TRIES = Integer.getInteger("foldline.tries", 50);
    private static final List<String> SCALARS =
            List.of(
                    "5",
                    "-1",
                    "x",
                    "'q'",
                    "\"d\"",
                    "true",
                    "~",
                    "1h30m",
                    "99999999999999999999",
                    "[a, b]",
                    "[]",
                    "{}",
                    "{a: 1}",
                    "*a",
                    "&a x",
                    "!t x",
                    "|\n  block",
                    "",
                    "[",
                    "}",
                    "\t",
                    "mine",
                    "command",
                    "😀",
                    "\u0000",
                    "<<");

    @TempDir Path directory;

    @Test
    void random_bytes_give_settings_or_problems() throws IOException {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            check(seed, bytes);
        }
    }

    @Test
    void random_punctuation_gives_settings_or_problems() throws IOException {
        var alphabet = "abz059 :-[]{},&*!|>'\"%@`#?~<=.\\\n\n\t";
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var text = new StringBuilder();
            random.ints(random.nextInt(120), 0, alphabet.length())
                    .forEach(i -> text.append(alphabet.charAt(i)));
            check(seed, text.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void random_yaml_of_real_keys_gives_settings_or_problems() throws IOException {
        for (int seed = 0; seed < TRIES; seed++) {
            check(seed, yaml(new Random(seed)).getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void random_flags_and_variables_give_settings_or_problems() {
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var key = pick(random, Settings.KEYS.keys());
            var flag =
                    FlagValue.set(
                            key.dotted()
                                            .replace(
                                                    Key.ANY,
                                                    pick(random, List.of("mine", "*", "", "a.b")))
                                    + "="
                                    + pick(random, SCALARS));
            var variable =
                    Map.of(
                            pick(random, Settings.KEYS.keys()).variable().orElse("FOLDLINE_X"),
                            pick(random, SCALARS).replace("\0", ""));
            load(seed, new Sources(directory, Optional.empty(), variable, List.of(flag)));
        }
    }

    @Test
    void a_starter_with_one_flipped_byte_gives_settings_or_problems() throws IOException {
        var good = StarterTest.uncommented().getBytes(StandardCharsets.UTF_8);
        for (int seed = 0; seed < TRIES; seed++) {
            var random = new Random(seed);
            var bytes = good.clone();
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            check(seed, bytes);
        }
    }

    private static String yaml(Random random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i >= 0; i--) {
            var path = pick(random, Settings.KEYS.keys()).path();
            for (int depth = 0; depth < path.size(); depth++) {
                var name = path.get(depth).equals(Key.ANY) ? "mine" : path.get(depth);
                text.append("  ".repeat(depth))
                        .append(random.nextInt(10) == 0 ? name + "x" : name)
                        .append(":");
                text.append(depth == path.size() - 1 ? " " + pick(random, SCALARS) + "\n" : "\n");
            }
        }
        return text.toString();
    }

    private void check(int seed, byte[] bytes) throws IOException {
        Files.write(directory.resolve(Sources.FILE_NAME), bytes);
        load(seed, new Sources(directory, Optional.empty(), Map.of(), List.of()));
    }

    private static void load(int seed, Sources sources) {
        try {
            assertThat(Configuration.load(sources, ConfigFixture.CATALOGUE).report().rows())
                    .isNotEmpty();
        } catch (InvalidConfiguration invalid) {
            assertThat(invalid.problems())
                    .isNotEmpty()
                    .allSatisfy(
                            problem -> {
                                assertThat(problem.what()).isNotBlank();
                                assertThat(problem.remedy()).isNotBlank();
                            });
        } catch (RuntimeException | StackOverflowError other) {
            fail("seed " + seed + " broke the promise", other);
        }
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
