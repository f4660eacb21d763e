package dev.foldline.effects.forge;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An answer of the forge.
 *
 * @param next the address of the next page of a list
 * @param location where the forge keeps what was asked for
 */
record ForgeAnswer(int status, String body, Optional<URI> next, Optional<URI> location) {
    private static final Pattern NEXT = Pattern.compile("<([^>]*)>;\\s*rel=\"next\"");

    /** A proxy answers with pages, and a wrong address may be one of another program. */
    private static final String REMEDY = "; check forge.api and the proxy";

    static ForgeAnswer of(int status, String body, HttpHeaders headers) {
        return new ForgeAnswer(
                status,
                body,
                headers.firstValue("Link").flatMap(ForgeAnswer::nextPage),
                headers.firstValue("Location").flatMap(ForgeAnswer::address));
    }

    /** A page that is unchanged may have got a next one. */
    ForgeAnswer followedBy(Optional<URI> page) {
        return new ForgeAnswer(status, body, page.or(this::next), location);
    }

    /** Returns the document in it. */
    JsonNode document(String path) throws IOException {
        var json = json(path);
        if (json.isObject()) return json;
        throw new IOException(path + ": the response is not an object" + REMEDY);
    }

    /** Returns the list in it, or in a field of its document; null is an empty one. */
    JsonNode entries(String path, Optional<String> field) throws IOException {
        var list = field.isPresent() ? document(path).path(field.get()) : json(path);
        if (list.isArray() || list.isNull() || field.isPresent() && list.isMissingNode())
            return list;
        throw new IOException(path + ": the response is not a list" + REMEDY);
    }

    private JsonNode json(String path) throws IOException {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException malformed) {
            throw new IOException(path + ": the response is not JSON" + REMEDY, malformed);
        }
    }

    private static Optional<URI> nextPage(String links) {
        var next = NEXT.matcher(links);
        return next.find() ? address(next.group(1)) : Optional.empty();
    }

    private static boolean isOfServer(URI address) {
        return address.getHost() != null
                && ("https".equalsIgnoreCase(address.getScheme())
                        || "http".equalsIgnoreCase(address.getScheme()));
    }

    /** What cannot be the address of a request is none. */
    private static Optional<URI> address(String text) {
        try {
            return Optional.of(new URI(text)).filter(ForgeAnswer::isOfServer);
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }
}
