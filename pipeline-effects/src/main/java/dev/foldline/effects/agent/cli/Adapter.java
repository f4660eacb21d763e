package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An agent's command line: how it is called and what it says. Pure; it starts nothing. */
public interface Adapter extends Dialect {

    /** The kind, as the configuration names it: also the name of its program. */
    String name();

    /** The arguments behind the program, and the variables set besides those it is given. The prompt is on its standard input. */
    Call call(Asked asked);

    /** Variables of ours that it needs: where it is signed in, which provider it uses. */
    List<String> variables();

    /** All variables of ours that it gets: those, and by which proxy the network is reached. */
    default List<String> listed() {
        return Stream.concat(variables().stream(), Stream.of("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY").flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT)))).toList();
    }

    /** What it tells of its spending. */
    Metering metering();

    /** How it is asked whether somebody is signed in: arguments that exit with 0 if so; absent if it cannot be asked. */
    default Optional<List<String>> signedIn() { return Optional.empty(); }

    /** What is told of spending. */
    enum Metering { MONEY_AND_TOKENS, TOKENS, NOTHING }

    /** Arguments and variables of a call. */
    record Call(List<String> arguments, Map<String, String> variables) {
        public Call {
            arguments = List.copyOf(arguments);
            variables = Map.copyOf(variables);
        }

        static Call of(List<String> arguments) { return new Call(arguments, Map.of()); }
    }
}
