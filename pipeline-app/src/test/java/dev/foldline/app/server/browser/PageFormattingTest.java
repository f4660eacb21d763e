package dev.foldline.app.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Scripts and style sheets of the dashboard have the layout of Prettier. It runs in the browser
 * that the other tests of the dashboard use, so it needs no Node. {@code .ci/format} applies it.
 */
class PageFormattingTest {
    private static final Path PAGES = Path.of("src/main/resources/dev/foldline/app/server/page");
    private static final String OPTIONS =
            "{printWidth: 100, singleQuote: true, arrowParens: 'avoid', filepath: name, plugins}";
    private static final String FORMATTER =
            """
            <!doctype html><title>Prettier</title>
            <script type="module">
            import { format } from './standalone.mjs';
            import * as babel from './plugins/babel.mjs';
            import * as estree from './plugins/estree.mjs';
            import * as postcss from './plugins/postcss.mjs';
            const plugins = [babel, estree, postcss];
            window.formatted = (name, text) => format(text, OPTIONS);
            </script>
            """
                    .replace("OPTIONS", OPTIONS);

    private static Optional<HttpServer> server = Optional.empty();
    private static Optional<Tab> tab = Optional.empty();

    @BeforeAll
    static void open() throws Exception {
        var browser = Browser.shared();
        if (browser.isEmpty()) return;
        var started =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.createContext("/", PageFormattingTest::serve);
        started.start();
        server = Optional.of(started);
        tab = Optional.of(browser.get().open());
        tab.get().go("http://127.0.0.1:" + started.getAddress().getPort() + "/");
        tab.get().until("window.formatted");
    }

    @AfterAll
    static void close() {
        tab.ifPresent(Tab::close);
        server.ifPresent(started -> started.stop(0));
    }

    /** The page above, and the modules of the Prettier that is on the class path. */
    private static void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean isModule = path.endsWith(".mjs");
            byte[] body = isModule ? module(path) : FORMATTER.getBytes(UTF_8);
            exchange.getResponseHeaders()
                    .set("Content-Type", isModule ? "text/javascript" : "text/html");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private static byte[] module(String path) throws IOException {
        var properties = new Properties();
        try (var library = resource("/META-INF/maven/org.webjars.npm/prettier/pom.properties")) {
            properties.load(library);
        }
        String folder = "/META-INF/resources/webjars/prettier/" + properties.getProperty("version");
        try (var module = resource(folder + path)) {
            return module.readAllBytes();
        }
    }

    private static InputStream resource(String path) {
        return Objects.requireNonNull(PageFormattingTest.class.getResourceAsStream(path), path);
    }

    private static String formatted(Path file, String text) {
        var json = JsonMapper.shared();
        return tab.orElseGet(Browser::missing)
                .text(
                        "formatted(%s, %s)"
                                .formatted(
                                        json.writeValueAsString(file.getFileName().toString()),
                                        json.writeValueAsString(text)));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.list(PAGES)) {
            return files.filter(file -> file.toString().matches(".*\\.(js|css)")).sorted().toList();
        }
    }

    @Test
    void scripts_and_style_sheets_are_formatted() throws IOException {
        var differing = new ArrayList<Path>();
        for (var file : sources()) {
            String text = Files.readString(file);
            String formatted = formatted(file, text);
            if (formatted.equals(text)) continue;
            differing.add(file);
            if (Boolean.getBoolean("foldline.format")) Files.writeString(file, formatted);
        }
        assertThat(sources()).hasSizeGreaterThan(10);
        if (!Boolean.getBoolean("foldline.format")) {
            assertThat(differing).as("run .ci/format").isEmpty();
        }
    }

    @Test
    void another_layout_is_changed() {
        assertThat(formatted(Path.of("a.js"), "const a = [1,2]")).isEqualTo("const a = [1, 2];\n");
        assertThat(formatted(Path.of("a.css"), "a{color:red}"))
                .isEqualTo("a {\n  color: red;\n}\n");
    }
}
