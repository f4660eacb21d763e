package dev.foldline.effects.agent;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Allowance;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.cli.AnyCommand;
import dev.foldline.effects.agent.cli.Asked;
import dev.foldline.effects.agent.cli.Asked.Conversation;
import dev.foldline.effects.agent.stream.Dialect;
import dev.foldline.effects.process.Marker;
import dev.foldline.effects.process.OwnJvm;
import dev.foldline.effects.process.ProcessSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * How one call is made.
 *
 * @param words the command; placeholders filled in, in a shell line quoted, so that a path with spaces stays one word
 * @param listed names of variables it gets besides the usual ones
 * @param variables set for it alone
 */
record Invocation(List<String> words, List<String> listed, Map<String, String> variables, Dialect dialect) {
    private static final Dialect ANY_COMMAND = new AnyCommand();

    /** @param marker of the call: a new conversation is named after it, so that its name is known before it begins */
    static Invocation of(AgentBook agents, AgentBook.Listing listing, InvokeAgent effect, Marker marker, Path promptFile) {
        return switch (listing.definition()) {
            case AgentDefinition.Scripted(var script) -> new Invocation(player(script), List.of(), Map.of(), ANY_COMMAND);
            case AgentDefinition.Program program      -> new Invocation(words(program, listing, effect, promptFile), program.env(), Map.of(), ANY_COMMAND);
            case AgentDefinition.Known known          -> known(agents, known, listing, effect, marker);
        };
    }

    private static Invocation known(AgentBook agents, AgentDefinition.Known known, AgentBook.Listing listing, InvokeAgent effect, Marker marker) {
        var server = known.handIn() == AgentDefinition.HandIn.MCP && !agents.server().isEmpty() ? Optional.of(agents.server()) : Optional.<List<String>>empty();
        Conversation conversation = effect.resumes().<Conversation>map(Conversation.Resumed::new).getOrElse(() -> new Conversation.Fresh(name(marker)));
        var call = known.adapter().call(new Asked(listing.model().or(known::model), known.permission(), conversation, server,
                effect.allowance().flatMap(Allowance::microUsdMax).toJavaOptional()));
        var words = new ArrayList<>(known.program());
        words.addAll(call.arguments());
        var listed = new ArrayList<>(known.adapter().listed());
        listed.addAll(known.env());
        return new Invocation(List.copyOf(words), listed, call.variables(), known.adapter());
    }

    /** The same for the same call of the same run, and for no other. */
    static String name(Marker marker) {
        return UUID.nameUUIDFromBytes((marker.run() + ":" + marker.ticket()).getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static List<String> words(AgentDefinition.Program program, AgentBook.Listing listing, InvokeAgent effect, Path promptFile) {
        var values = new Placeholders(Map.of("{prompt_file}", promptFile.toString(), "{role}", effect.role(),
                "{model}", listing.model().or(program::model).orElse("")));
        return switch (program.run()) {
            case CommandLine.HandedIn(var line)   -> ProcessSpec.shell(ShellLine.filled(line, values));
            case CommandLine.Shell(var line)      -> ProcessSpec.shell(ShellLine.filled(line, values));
            case CommandLine.Arguments(var words) -> words.map(values::fill).asJava();
        };
    }

    /** Our own virtual machine plays scripts, so that a demonstration needs nothing installed. */
    private static List<String> player(Path script) {
        var words = OwnJvm.starting(ScriptPlayer.class);
        words.add(script.toString());
        return words;
    }
}
