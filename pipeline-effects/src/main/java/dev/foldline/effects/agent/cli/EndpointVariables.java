package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.stream.Stream;

/**
 * The variables that tell an agent its endpoint and its key.
 *
 * @param baseUrl receives the address
 * @param ownKeys receive the key of the provider's own endpoint
 * @param otherKeys receive the key of another endpoint
 * @param accounts other variables that select an account or a provider
 */
public record EndpointVariables(
        String baseUrl, List<String> ownKeys, List<String> otherKeys, List<String> accounts) {
    public EndpointVariables {
        ownKeys = List.copyOf(ownKeys);
        otherKeys = List.copyOf(otherKeys);
        accounts = List.copyOf(accounts);
    }

    /** Returns the variables that receive the key. */
    public List<String> keys(boolean ofOtherEndpoint) {
        return ofOtherEndpoint ? otherKeys : ownKeys;
    }

    /** Returns the user's variables that an endpoint or a key replaces. */
    public List<String> replaced(boolean byOtherEndpoint) {
        return Stream.of(
                        byOtherEndpoint ? List.of(baseUrl) : List.<String>of(),
                        ownKeys,
                        otherKeys,
                        accounts)
                .flatMap(List::stream)
                .toList();
    }
}
