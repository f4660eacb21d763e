package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Does what the page on workflows of one's own shows: its files are written, its commands run. By
 * default those that simulate runs do so less often; with {@code -Dfoldline.faults=all} as printed.
 */
class OwnWorkflowPageTest {
    private static final boolean ALL = Thorough.ALL;
    private static final Path PAGE = Path.of("..", "docs", "how-to", "your-own-workflow.md");
    private static final Pattern BLOCK = Pattern.compile("(?m)^```([a-z]*)\n((?s:.*?))^```$");
    private static final Pattern FILE = Pattern.compile("`(foldline[/.][^`*]+)`:\\s*$");

    @TempDir Path folder;

    @Test
    void each_file_is_written_and_each_command_runs() throws Exception {
        var place = CliFixture.ready(folder);
        var page = Files.readString(PAGE);
        var commands = new ArrayList<String>();
        var files = new ArrayList<String>();
        var blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            var before = page.substring(0, blocks.start());
            if (blocks.group(1).isEmpty())
                for (var line : blocks.group(2).lines().toList()) {
                    commands.add(line);
                    done(place, line);
                }
            else if (!blocks.group(1).equals("java")) {
                var name =
                        FILE.matcher(before.substring(before.stripTrailing().lastIndexOf("\n\n")));
                assertThat(name.find()).as("the file of the block\n" + blocks.group(2)).isTrue();
                place.write(name.group(1), blocks.group(2));
                files.add(name.group(1));
            }
        }
        assertThat(commands).hasSizeGreaterThan(8);
        assertThat(files).hasSize(5);
        assertThat(place.read("docs.md")).isEqualTo("# Start\n# Install\n");
        assertThat(place.committed()).containsExactly("docs.md");
        assertThat(place.git("log", "--format=%s", "main..HEAD").lines()).hasSize(2);
    }

    /** Simulates less than the same command does for a user. */
    private static void shortenWaits(List<String> arguments) {
        if (arguments.contains("simulate")) arguments.addAll(List.of("--tries", "20"));
        if (arguments.contains("verify")) arguments.addAll(List.of("--crash-points", "20"));
    }

    private static void done(CliFixture place, String line) throws Exception {
        var words =
                Pattern.compile("\"([^\"]*)\"|(\\S+)")
                        .matcher(line)
                        .results()
                        .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                        .toList();
        var arguments = new ArrayList<>(words.subList(1, words.size()));
        if (!ALL) shortenWaits(arguments);
        if (words.getFirst().equals("git")) {
            place.git(arguments.toArray(String[]::new));
            return;
        }
        assertThat(words.getFirst()).isEqualTo("foldline");
        var reported = place.foldline(arguments.toArray(String[]::new));
        assertThat(reported.exit()).as(line + "\n" + reported.all()).isZero();
    }
}
