package dev.foldline.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Every behaviour of the acceptance catalogue has a test, or a reason why it has none. */
class AcceptanceTest {
    private static final Map<String, List<AcceptanceTests.NamedTest>> TESTS =
            AcceptanceTests.byId();

    @TempDir Path folder;

    @Test
    void each_behaviour_has_a_test_or_is_ruled_out_with_a_reason() {
        var reasons = ProjectFiles.read(ProjectFiles.DOCS.resolve("ruled-out.md"));
        assertThat(AcceptancePage.catalogue())
                .hasSize(180)
                .allSatisfy(
                        each -> {
                            assertThat(TESTS.containsKey(each.id()))
                                    .as(each.id())
                                    .isEqualTo(!each.ruledOut());
                            if (each.ruledOut()) assertThat(reasons).contains("(" + each.id());
                        });
    }

    @Test
    void each_behaviour_is_shown_by_a_test_that_the_default_build_runs() {
        assertThat(TESTS.keySet())
                .filteredOn(
                        id ->
                                TESTS.get(id).stream()
                                        .noneMatch(AcceptanceTests.NamedTest::byDefault))
                .isEmpty();
    }

    @Test
    void each_id_in_the_name_of_a_test_is_in_the_catalogue() {
        assertThat(AcceptancePage.catalogue().stream().map(AcceptancePage.Behaviour::id).toList())
                .doesNotHaveDuplicates()
                .containsAll(TESTS.keySet());
    }

    @Test
    void the_script_prints_what_is_missing() throws Exception {
        assertThat(script("S3-07", "covered"))
                .isEqualTo("COVERED S3-07: 2 tests, 1 from outside\n0");
        assertThat(script("S3-07", "inside"))
                .isEqualTo("MISSING S3-07: no test looks from outside (2 tests)\n1");
        assertThat(script("S3-07", "none"))
                .isEqualTo("MISSING S3-07: no test has S3_07_ in its name\n1");
        assertThat(script("S9-99", "covered")).isEqualTo("MISSING S9-99: not in the catalogue\n1");
    }

    private String script(String id, String page) throws IOException, InterruptedException {
        var numbers = page.equals("covered") ? "2 | 1" : page.equals("inside") ? "2 | 0" : "0 | 0";
        var generated = Files.createDirectories(folder.resolve("docs/generated"));
        Files.writeString(
                generated.resolve("acceptance.md"), "| S3-07 | A title | " + numbers + " | |\n");
        var copy = Files.createDirectories(folder.resolve(".ci")).resolve("acceptance");
        Files.writeString(copy, ProjectFiles.read(ProjectFiles.TOP.resolve(".ci/acceptance")));
        var process =
                new ProcessBuilder(List.of("bash", copy.toString(), id))
                        .redirectErrorStream(true)
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return output + process.waitFor();
    }
}
