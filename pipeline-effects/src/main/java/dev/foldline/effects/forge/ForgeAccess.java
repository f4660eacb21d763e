package dev.foldline.effects.forge;

import java.net.URI;
import java.util.Optional;

/**
 * How a repository on a forge is reached.
 *
 * @param kind the product that hosts it
 * @param api the address of the API, without a slash at the end
 * @param repository its owner and its name, with a slash; on GitLab its path
 * @param remote the name of the git remote
 * @param wanted what its pull requests get
 * @param token reads the token; none if there is none
 */
public record ForgeAccess(
        ForgeKind kind,
        URI api,
        String repository,
        String remote,
        Preparation wanted,
        Token token) {

    /** Reads the token when it is needed, so that it is kept nowhere. */
    @FunctionalInterface
    public interface Token {
        Optional<String> read();
    }

    String owner() {
        return repository.substring(0, repository.indexOf('/'));
    }
}
