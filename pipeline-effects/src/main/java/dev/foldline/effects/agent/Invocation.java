package dev.foldline.effects.agent;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Allowance;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.cli.CallRequest;
import dev.foldline.effects.agent.cli.CallRequest.Conversation;
import dev.foldline.effects.agent.cli.ChatFormat;
import dev.foldline.effects.agent.cli.GenericCommand;
import dev.foldline.effects.agent.stream.StreamFormat;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.ProcessSpec;

import io.vavr.collection.Vector;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The command of one call.
 *
 * @param words the command with placeholders filled in; values in a shell line are quoted, so that
 *     a path with spaces stays one word
 * @param listed names of additional variables
 * @param variables variables set for this call only
 */
record Invocation(
        List<String> words,
        List<String> listed,
        Map<String, String> variables,
        StreamFormat dialect) {
    private static final StreamFormat ANY_COMMAND = new GenericCommand();
    private static final StreamFormat CHAT = new ChatFormat();

    /**
     * @param marker marker of the call; it names a new conversation, so that its id is known before
     *     it starts
     */
    static Invocation of(
            AgentRegistry agents,
            AgentRegistry.Listing listing,
            InvokeAgent effect,
            ProcessMarker marker,
            Path promptFile) {
        return switch (listing.definition()) {
            case AgentDefinition.BuiltIn _ ->
                    throw new PipelineBug("the agent of Foldline is no program");
            case AgentDefinition.Scripted(var script, var player) ->
                    new Invocation(
                            Vector.ofAll(player).append(script.toString()).asJava(),
                            List.of(),
                            Map.of(),
                            ANY_COMMAND);
            case AgentDefinition.Program program ->
                    new Invocation(
                            words(program, listing, effect, promptFile),
                            program.env(),
                            Map.of(),
                            ANY_COMMAND);
            case AgentDefinition.Chat(var endpoint, var program) ->
                    new Invocation(
                            Vector.ofAll(program)
                                    .append(
                                            listing.model()
                                                    .map(endpoint::withModel)
                                                    .orElse(endpoint)
                                                    .toArgument())
                                    .asJava(),
                            endpoint.keyVariable().stream().toList(),
                            Map.of(),
                            CHAT);
            case AgentDefinition.Known known -> ofKnown(agents, known, listing, effect, marker);
        };
    }

    private static Invocation ofKnown(
            AgentRegistry agents,
            AgentDefinition.Known known,
            AgentRegistry.Listing listing,
            InvokeAgent effect,
            ProcessMarker marker) {
        var server =
                known.handIn() == AgentDefinition.HandIn.MCP && !agents.server().isEmpty()
                        ? Optional.of(agents.server())
                        : Optional.<List<String>>empty();
        Conversation conversation =
                effect.resumes()
                        .<Conversation>map(Conversation.Resumed::new)
                        .getOrElse(() -> new Conversation.Fresh(name(marker)));
        var call =
                known.adapter()
                        .call(
                                new CallRequest(
                                        listing.model().or(known::model),
                                        known.permission(),
                                        conversation,
                                        server,
                                        effect.allowance()
                                                .flatMap(Allowance::microUsdMax)
                                                .toJavaOptional()));
        var words = new ArrayList<>(known.adapter().launcher());
        words.addAll(known.program());
        words.addAll(call.arguments());
        var listed = new ArrayList<>(known.adapter().listed());
        listed.addAll(known.env());
        return new Invocation(List.copyOf(words), listed, call.variables(), known.adapter());
    }

    /** Returns a name that is equal for the same call of the same run only. */
    static String name(ProcessMarker marker) {
        return UUID.nameUUIDFromBytes(
                        (marker.run() + ":" + marker.ticket()).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static List<String> words(
            AgentDefinition.Program program,
            AgentRegistry.Listing listing,
            InvokeAgent effect,
            Path promptFile) {
        var values =
                new Placeholders(
                        Map.of(
                                "{prompt_file}",
                                promptFile.toString(),
                                "{role}",
                                effect.role(),
                                "{model}",
                                listing.model().or(program::model).orElse("")));
        return words(program.run(), values);
    }

    private static List<String> words(CommandLine line, Placeholders values) {
        return switch (line) {
            case CommandLine.Submitted(var text) ->
                    ProcessSpec.shell(ShellLine.filled(text, values));
            case CommandLine.Shell(var text) -> ProcessSpec.shell(ShellLine.filled(text, values));
            case CommandLine.Check(_, var run, _) -> words(run, values);
            case CommandLine.Arguments(var words) -> words.map(values::fill).asJava();
        };
    }
}
