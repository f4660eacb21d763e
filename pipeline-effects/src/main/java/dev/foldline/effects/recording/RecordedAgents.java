package dev.foldline.effects.recording;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.chat.ChatEndpoint;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.cli.CallRequest.Permission;

import io.vavr.collection.Vector;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The agents of a recorded run. Their streams can be read; none of them can be started. */
public final class RecordedAgents {
    private static final String NO_PROGRAM = "/nonexistent/agent";

    private RecordedAgents() {}

    public static AgentRegistry of(RecordedSession.Setup setup) {
        return new AgentRegistry(setup.agents().mapValues(RecordedAgents::agent).toJavaMap());
    }

    private static AgentDefinition agent(String kind) {
        if (kind.equals(SessionSetup.CHAT))
            return new AgentDefinition.Chat(
                    new ChatEndpoint(
                            URI.create("http://127.0.0.1:1"),
                            ChatEndpoint.MODEL,
                            Optional.empty(),
                            Optional.empty()),
                    List.of(NO_PROGRAM));
        return Adapters.of(kind)
                .<AgentDefinition>map(
                        adapter ->
                                new AgentDefinition.Known(
                                        adapter,
                                        List.of(NO_PROGRAM),
                                        List.of(),
                                        Optional.empty(),
                                        Permission.EDIT,
                                        AgentDefinition.HandIn.FILE))
                .orElseGet(
                        () ->
                                new AgentDefinition.Program(
                                        new CommandLine.Arguments(Vector.of(NO_PROGRAM)),
                                        List.of(),
                                        Optional.empty()));
    }
}
