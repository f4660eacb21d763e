package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiResponse;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Serves the dashboard's files, which are part of Foldline; no other files are served.
 *
 * @param first the page at {@code /}; no other page is served
 */
public record StaticPages(String first) {
    /** The pages of a repository. */
    public static final StaticPages OF_A_REPOSITORY = new StaticPages("/index.html");

    /** The page that lists several repositories. */
    public static final StaticPages OF_SEVERAL = new StaticPages("/repositories.html");

    private static final String PAGE = "html";
    private static final Pattern NAME = Pattern.compile("/([a-z0-9-]+)\\.([a-z]+)");
    private static final Map<String, String> TYPES =
            HashMap.of(
                    PAGE,
                    "text/html;charset=utf-8",
                    "js",
                    "text/javascript;charset=utf-8",
                    "css",
                    "text/css;charset=utf-8",
                    "svg",
                    "image/svg+xml");

    /** The file of a path, if there is one. */
    public Option<ApiResponse> at(String path) throws IOException {
        var name = NAME.matcher(path.equals("/") ? first : path);
        if (!name.matches()) return Option.none();
        if (name.group(2).equals(PAGE) && !name.group().equals(first)) return Option.none();
        try (var file = StaticPages.class.getResourceAsStream("page" + name.group())) {
            if (file == null) return Option.none();
            var content = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return TYPES.get(name.group(2)).map(type -> new ApiResponse.Page(type, content));
        }
    }
}
