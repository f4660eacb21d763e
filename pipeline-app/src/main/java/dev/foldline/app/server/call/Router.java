package dev.foldline.app.server.call;

import dev.foldline.core.PipelineBug;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The table of all calls: which of them a request means. */
public final class Router {
    private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

    private final Vector<ApiCall> calls;

    /**
     * @param calls no two of one method and path
     */
    public Router(Vector<ApiCall> calls) {
        this.calls = calls;
        if (calls.distinctBy(call -> call.method() + " " + call.template()).size() != calls.size())
            throw new PipelineBug("two calls of one path");
    }

    public Vector<ApiCall> calls() {
        return calls;
    }

    /** What a request means. */
    public sealed interface Match {
        /**
         * @param names what stands where the template has names
         */
        record Found(ApiCall call, Map<String, String> names) implements Match {}

        /** The path is known, the method is not. */
        record WrongMethod(Vector<String> allowed) implements Match {}

        /** Nothing. */
        record Nothing() implements Match {}
    }

    /**
     * @param path as it came, with escapes
     */
    public Match match(String method, String path) {
        var there =
                calls.flatMap(
                        call ->
                                names(call.template(), path)
                                        .map(names -> new Match.Found(call, names)));
        if (there.isEmpty()) return new Match.Nothing();
        return there.find(found -> found.call().method().name().equals(method))
                .<Match>map(found -> found)
                .getOrElse(
                        () ->
                                new Match.WrongMethod(
                                        there.map(found -> found.call().method().name())
                                                .distinct()));
    }

    private static Option<Map<String, String>> names(String template, String path) {
        var wanted = template.split("/", -1);
        var given = path.split("/", -1);
        if (wanted.length != given.length) return Option.none();
        Map<String, String> names = LinkedHashMap.empty();
        for (int i = 0; i < wanted.length; i++) {
            var name = NAME.matcher(wanted[i]);
            if (name.matches() && !given[i].isEmpty())
                names = names.put(name.group(1), decoded(given[i]));
            else if (!wanted[i].equals(given[i])) return Option.none();
        }
        return Option.of(names);
    }

    private static String decoded(String segment) {
        try {
            return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw new ApiException(400, "the path is not written as it must be: " + segment);
        }
    }
}
