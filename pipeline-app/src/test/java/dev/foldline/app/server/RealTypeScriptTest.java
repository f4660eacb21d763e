package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A TypeScript client generated from the OpenAPI document, if {@code
 * -Dfoldline.real.typescript=NODE_MODULES} says where redocly, openapi-typescript, openapi-fetch
 * and tsc are installed.
 */
@EnabledIfSystemProperty(named = "foldline.real.typescript", matches = ".+")
class RealTypeScriptTest {
    @TempDir Path folder;

    private String done(String... command) throws Exception {
        var process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(String.join(" ", command) + "\n" + output).isZero();
        return output;
    }

    @Test
    void a_generated_client_compiles_without_casts_and_answers_a_gate() throws Exception {
        var modules = Path.of(System.getProperty("foldline.real.typescript")).toAbsolutePath();
        Files.createSymbolicLink(folder.resolve("node_modules"), modules);
        Files.writeString(folder.resolve("package.json"), "{\"type\": \"module\"}");
        var client =
                Files.copy(
                        Path.of("src/test/resources/client/client.ts"),
                        folder.resolve("client.ts"));
        assertThat(client).content().doesNotContain(" as ", ": any", "<any>", "@ts-");
        var bin = modules.resolve(".bin");
        try (var served = TestServer.at(CliFixture.gated(folder.resolve("place")))) {
            Files.writeString(folder.resolve("openapi.json"), served.get("/openapi.json").text());
            assertThat(done(bin.resolve("redocly").toString(), "lint", "openapi.json"))
                    .contains("is valid")
                    .doesNotContainIgnoringCase("warning");
            done(bin.resolve("openapi-typescript").toString(), "openapi.json", "-o", "api.ts");
            done(
                    bin.resolve("tsc").toString(),
                    "--strict",
                    "--module",
                    "nodenext",
                    "--target",
                    "es2022",
                    "client.ts");
            var printed =
                    done("node", "client.js", served.at("").toString(), TestServer.TOKEN)
                            .lines()
                            .toList();
            assertThat(printed).containsAll(EXPECTED);
        }
    }

    private static final List<String> EXPECTED =
            List.of(
                    "server ok, rules 1",
                    "run ralph waiting_for_approval: Add work, calls 1, dollars unknown",
                    "phase planning, gate planning, limit 200",
                    "more after 3",
                    "commits 0",
                    "calls agent finished",
                    "costs ralph 1",
                    "rule held: wait for the resume or the approval",
                    "gate planning shows plan, moved false",
                    "refused 409 conflict",
                    "approved GateApproved, driven false",
                    "unknown 404 not_found");
}
