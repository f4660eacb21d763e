package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands on the page of each recipe, on a real repository with scripted agents. */
class RecipesTest {
    private static final Path RECIPES = Path.of("..", "docs", "recipes").toAbsolutePath();
    private static final Path SCRIPTS = Path.of("src", "test", "resources", "recipes");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    /** Enough to reach each phase of each recipe. */
    private static final String TRIES = Thorough.ALL ? "60" : "15";

    @TempDir Path folder;

    static List<String> recipes() throws IOException {
        try (Stream<Path> folders = Files.list(RECIPES)) {
            return folders.filter(Files::isDirectory)
                    .map(each -> each.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    static List<String> tried() throws IOException {
        return Thorough.ALL ? recipes() : recipes().subList(0, 3);
    }

    @Test
    void there_are_at_least_eight_recipes_and_each_is_listed() throws Exception {
        var page = Files.readString(RECIPES.resolve("README.md"));
        assertThat(recipes())
                .hasSizeGreaterThanOrEqualTo(8)
                .allSatisfy(name -> assertThat(page).contains("(" + name + "/README.md)"));
    }

    @ParameterizedTest
    @MethodSource("tried")
    void a_recipe_is_checked_simulated_and_run_as_its_page_shows(String name) throws Exception {
        var place = ready(name);
        var file = RECIPES.resolve(name).resolve("workflow.yaml").toString();
        succeeds(place, "workflow", "check", file);
        succeeds(place, "workflow", "simulate", file, "--tries", TRIES);
        for (var command : commands(name, "")) done(place, command);
        assertThat(place.committed()).as(name).isNotEmpty();
        assertThat(place.git("status", "--porcelain", "-uno")).as(name).isEmpty();
        assertThat(place.foldline("status").out()).as(name).contains("Done in ");
    }

    @Test
    void an_upgrade_that_cannot_work_is_rolled_back() throws Exception {
        var place = ready("upgrade-a-dependency");
        for (var command : commands("upgrade-a-dependency", "version=3")) done(place, command);
        assertThat(place.committed()).isEmpty();
        assertThat(place.read("versions")).isEqualTo("parser=1\n");
        assertThat(place.root.resolve("scratch")).doesNotExist();
    }

    private CliFixture ready(String name) throws IOException, InterruptedException {
        var place = CliFixture.ready(folder);
        Files.createDirectories(place.root);
        var scripts = SCRIPTS.resolve(name);
        place.git(
                "config",
                "alias.prepare",
                "!sh '" + scripts.resolve("setup.sh").toAbsolutePath() + "'");
        place.git("prepare");
        place.git("add", "-A");
        place.git("commit", "-q", "-m", "Prepare");
        return place.agent(Files.readString(scripts.resolve("agent.sh")));
    }

    /**
     * Returns the commands on the page of a recipe.
     *
     * @param version replaces the version in it, if not empty
     */
    private static List<List<String>> commands(String name, String version) throws IOException {
        var page = Files.readString(RECIPES.resolve(name).resolve("README.md"));
        var block = page.split("```")[1];
        return block.lines()
                .filter(line -> !line.isBlank())
                .map(line -> line.replace("RECIPES", RECIPES.toString()))
                .map(line -> version.isEmpty() ? line : line.replaceAll("version=\\S+", version))
                .map(
                        line ->
                                WORD.matcher(line)
                                        .results()
                                        .map(
                                                word ->
                                                        word.group(1) == null
                                                                ? word.group(2)
                                                                : word.group(1))
                                        .toList())
                .toList();
    }

    private static void done(CliFixture place, List<String> command)
            throws IOException, InterruptedException {
        var words = command.subList(1, command.size()).toArray(String[]::new);
        if (command.getFirst().equals("git")) {
            place.git(words);
            return;
        }
        var reported = place.foldline(words);
        int expected = command.contains("run") && waits(command) ? 3 : 0;
        assertThat(reported.exit()).as(command + "\n" + reported.all()).isEqualTo(expected);
    }

    /** Returns whether a workflow waits for approval. */
    private static boolean waits(List<String> command) {
        return Stream.of("docs-first", "audit", "migrate").anyMatch(command::contains);
    }

    private static void succeeds(CliFixture place, String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(String.join(" ", words) + "\n" + reported.all()).isZero();
    }
}
