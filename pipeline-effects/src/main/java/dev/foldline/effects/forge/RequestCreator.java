package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest.Link;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Creates a pull request once. An answer that was lost may belong to a pull request that exists, so
 * it is searched for before another attempt.
 *
 * @param path where pull requests are created
 * @param link reads the link in an answer
 */
record RequestCreator(ForgeApi api, String path, Search search, Function<JsonNode, Link> link) {
    private static final int ATTEMPTS_MAX = 3;
    private static final Set<Integer> REFUSALS = Set.of(400, 409, 422);

    /** Finds the pull request if it exists. */
    @FunctionalInterface
    interface Search {
        Optional<Link> find() throws IOException, InterruptedException;
    }

    Link create(Map<String, Object> document) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            boolean isLast = attempt == ATTEMPTS_MAX;
            var answer = posted(document, isLast);
            if (answer.isPresent() && answer.get().status() < 500) return created(answer.get());
            if (answer.isPresent() && isLast) ForgeApi.expected(answer.get(), path);
            var found = search.find();
            if (found.isPresent()) return found.get();
        }
    }

    /** Returns the answer, or none if it was lost and another attempt is left. */
    private Optional<ForgeAnswer> posted(Map<String, Object> document, boolean isLast)
            throws IOException, InterruptedException {
        try {
            return Optional.of(api.post(path, document));
        } catch (IOException lost) {
            if (isLast) throw lost;
            return Optional.empty();
        }
    }

    private Link created(ForgeAnswer answer) throws IOException, InterruptedException {
        if (REFUSALS.contains(answer.status())) {
            var existing = search.find();
            if (existing.isPresent()) return existing.get();
            var why = ForgeRefusal.why(answer);
            if (why.isPresent())
                throw new IOException("the pull request was refused: " + why.get());
        }
        var created = link.apply(ForgeApi.expected(answer, path).document(path));
        if (created.number() > 0) return created;
        throw new IOException(path + ": the forge's answer has no number of a pull request");
    }
}
