package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.ErrorPhrase;
import dev.foldline.effects.agent.stream.StreamFormat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An agent's CLI: its arguments and its output. An adapter is pure and starts nothing. */
public interface Adapter extends StreamFormat {

    /** Returns the kind, as the configuration names it, which is also the name of its program. */
    String name();

    /**
     * Returns the arguments after the program, and additional variables. The prompt is on its
     * standard input.
     */
    Call call(CallRequest asked);

    @Override
    default List<ErrorPhrase> phrases() {
        return ErrorPhrases.of(name());
    }

    /** Returns the words before the program: the command that starts it, if it needs one. */
    default List<String> launcher() {
        return List.of();
    }

    /** Returns whether the program prints its version if it is asked for it. */
    default boolean hasVersion() {
        return true;
    }

    /**
     * Returns the variables it needs from the user's environment: for its sign-in and its provider.
     */
    List<String> variables();

    /**
     * Returns all variables it gets from the user's environment: the required ones, and those for
     * network proxies.
     */
    default List<String> listed() {
        return Stream.concat(
                        variables().stream(),
                        Stream.of("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY")
                                .flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT))))
                .toList();
    }

    /** Returns where it keeps its sessions, its settings and its sign-in. */
    List<AgentFolder> folders();

    /** Returns the variables that tell it an endpoint; absent if it has none. */
    default Optional<EndpointVariables> endpoint() {
        return Optional.empty();
    }

    /** Returns which usage it reports. */
    Metering metering();

    /**
     * Returns the arguments of a command that exits with 0 if the user is signed in; absent if
     * there is no such command.
     */
    default Optional<List<String>> signedIn() {
        return Optional.empty();
    }

    /** Returns the variables of which one is enough to be signed in, whatever the command says. */
    default List<String> keys() {
        return List.of();
    }

    /** The reported usage. */
    enum Metering {
        MONEY_AND_TOKENS,
        TOKENS,
        NOTHING
    }

    /** Arguments and variables of a call. */
    record Call(List<String> arguments, Map<String, String> variables) {
        public Call {
            arguments = List.copyOf(arguments);
            variables = Map.copyOf(variables);
        }

        static Call of(List<String> arguments) {
            return new Call(arguments, Map.of());
        }
    }
}
