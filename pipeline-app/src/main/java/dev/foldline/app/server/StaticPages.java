package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiResponse;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Serves the dashboard's files, which are part of Foldline; no other files are served. */
public final class StaticPages {
    private static final Pattern NAME = Pattern.compile("/([a-z0-9-]+)\\.([a-z]+)");
    private static final String FIRST = "/index.html";
    private static final Map<String, String> TYPES =
            HashMap.of(
                    "html",
                    "text/html;charset=utf-8",
                    "js",
                    "text/javascript;charset=utf-8",
                    "css",
                    "text/css;charset=utf-8",
                    "svg",
                    "image/svg+xml");

    private StaticPages() {}

    /** The file of a path, if there is one. */
    public static Option<ApiResponse> at(String path) throws IOException {
        var name = NAME.matcher(path.equals("/") ? FIRST : path);
        if (!name.matches()) return Option.none();
        try (var file = StaticPages.class.getResourceAsStream("page" + name.group())) {
            if (file == null) return Option.none();
            var content = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return TYPES.get(name.group(2)).map(type -> new ApiResponse.Page(type, content));
        }
    }
}
