package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;

/** A run in its own working tree, with history before it, exported and replayed elsewhere. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportCommandTest {
    private static final String TOKEN =
            "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz".substring(0, 36);

    private CliFixture place;
    private CliFixture other;
    private Path bundle;

    @BeforeAll
    void a_bundle(@TempDir Path folder) throws Exception {
        place = CliFixture.ready(folder.resolve("here"));
        place.write("old.txt", "old\n").git("add", "old.txt");
        place.git("commit", "-q", "-m", "second");
        place.git("rm", "-q", "old.txt");
        place.git("commit", "-q", "-m", "third");
        place.configured("checks: [\"test -e a.txt\"]\niterations: 1\nreviews: 1\n");
        assertThat(place.foldline("run", "--worktree", "Add work").exit()).isZero();
        bundle = folder.resolve("run.zip");
        var reported = place.foldline("export", "@", "--bundle", bundle.toString());
        assertThat(reported.exit()).as(reported.all()).isZero();
        Files.createDirectories(folder.resolve("there"));
        other = CliFixture.empty(folder.resolve("there"));
    }

    @Test
    void a_bundle_is_replayed_where_nothing_else_of_the_run_is() {
        var reported = other.foldline("replay", bundle.toString(), "--hermetic");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("the replay equals the recorded run");
    }

    @Test
    void a_damaged_piece_of_a_bundle_is_located_to_an_event() throws Exception {
        for (var piece : List.of("objects.pack", "effect-", "events.jsonl", "agent-")) {
            var damaged = bundle.resolveSibling("damaged.zip");
            Files.copy(bundle, damaged, StandardCopyOption.REPLACE_EXISTING);
            flip(damaged, piece);
            var reported = other.foldline("replay", damaged.toString(), "--hermetic");
            assertThat(reported.exit()).as(piece + reported.all()).isEqualTo(7);
            assertThat(reported.err()).containsPattern("at: r[a-z2-7]{16}:\\d+");
        }
    }

    /** Changes a byte in the middle of the first entry of this name. */
    private static void flip(Path zip, String name) throws IOException {
        try (var entries = FileSystems.newFileSystem(zip);
                var all = Files.walk(entries.getPath("/"))) {
            var entry =
                    all.filter(each -> each.toString().contains(name))
                            .filter(ExportCommandTest::isFilled)
                            .findFirst()
                            .orElseThrow();
            byte[] bytes = Files.readAllBytes(entry);
            bytes[bytes.length / 2] ^= 0x10;
            Files.write(entry, bytes);
        }
    }

    private static boolean isFilled(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) > 0;
        } catch (IOException unreadable) {
            return false;
        }
    }

    @Test
    void a_bundle_that_is_cut_is_refused_as_damaged() throws Exception {
        var whole = Files.readAllBytes(bundle);
        var cut = bundle.resolveSibling("cut.zip");
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        for (var options : List.of(List.of("--hermetic"), List.of("--verify"))) {
            var reported = other.foldline("replay", cut.toString(), options.getFirst());
            assertThat(reported.exit()).as(reported.all()).isEqualTo(7);
            assertThat(reported.err()).contains("the bundle is damaged", "export");
        }
    }

    @Test
    void a_file_that_is_no_bundle_leads_to_the_export_of_one() throws Exception {
        var file = Files.writeString(bundle.resolveSibling("FILE.txt"), "text\n");
        var refused = place.foldline("replay", file.toString(), "--hermetic");
        assertThat(refused.exit()).isEqualTo(2);
        Remedy.done(place, refused, "foldline export");
    }

    @Test
    void a_secret_in_a_recorded_file_is_named_and_not_exported(@TempDir Path folder)
            throws Exception {
        var secretive = CliFixture.ready(folder);
        secretive.agent(
                "[ $FOLDLINE_ROLE = developer ] && echo token="
                        + TOKEN
                        + " > key.txt\n"
                        + AgentScripts.HELPFUL);
        assertThat(secretive.foldline("run", "Add work").exit()).isZero();
        var file = folder.resolve("secret.zip");
        var refused = secretive.foldline("export", "@", "--bundle", file.toString());
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("key.txt").doesNotContain(TOKEN);
        assertThat(file).doesNotExist();
        var dropped = secretive.foldline("export", "@", "--bundle", file.toString(), "--drop");
        assertThat(dropped.exit()).as(dropped.all()).isZero();
        assertThat(dropped.err()).contains("cannot be replayed");
        var lacking = secretive.foldline("replay", file.toString(), "--hermetic");
        assertThat(lacking.exit()).as(lacking.all()).isEqualTo(7);
        assertThat(Remedy.done(secretive, lacking, "foldline replay ").out())
                .startsWith("every decision follows from the events before it");
        var whole = folder.resolve("whole.zip");
        assertThat(
                        secretive
                                .foldline(
                                        "export",
                                        "@",
                                        "--bundle",
                                        whole.toString(),
                                        "--include-secrets")
                                .exit())
                .isZero();
        assertThat(secretive.foldline("replay", whole.toString(), "--hermetic").exit()).isZero();
    }
}
