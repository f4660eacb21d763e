package dev.foldline.effects.recording;

import dev.foldline.effects.agent.AgentDefinition;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.prompt.Templates;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.ZoneId;

/** Reads what a driver is configured with. */
final class SessionSetup {
    /** The kind of an agent that is any program. */
    static final String PROGRAM = "program";

    /** The kind of an agent that is a model behind a chat endpoint. */
    static final String CHAT = "chat";

    private SessionSetup() {}

    static RecordedSession.Setup of(RunContext run, AgentRegistry agents) throws IOException {
        return new RecordedSession.Setup(
                ZoneId.systemDefault().getId(),
                TreeMap.ofAll(agents.agents()).mapValues(SessionSetup::kind),
                templates(run),
                stored(run, HashMap.ofAll(run.schemas().own())),
                TreeMap.ofAll(run.schemas().items()),
                TreeMap.ofAll(run.templates().inputs()));
    }

    private static String kind(AgentDefinition agent) {
        return switch (agent) {
            case AgentDefinition.Known known -> known.adapter().name();
            case AgentDefinition.Chat _ -> CHAT;
            case AgentDefinition.BuiltIn _, AgentDefinition.Program _, AgentDefinition.Scripted _ ->
                    PROGRAM;
        };
    }

    private static Map<String, String> templates(RunContext run) throws IOException {
        Map<String, String> texts = HashMap.ofAll(run.templates().texts());
        for (var name : Templates.names())
            if (run.templates().own(name).isPresent())
                texts = texts.put(name, run.templates().text(name));
        return stored(run, texts);
    }

    private static Map<String, String> stored(RunContext run, Map<String, String> texts)
            throws IOException {
        Map<String, String> blobs = TreeMap.empty();
        for (var text : texts) blobs = blobs.put(text._1(), run.blobs().put(text._2()));
        return blobs;
    }

    /** Returns the outputs of an unfinished call. */
    static Vector<RecordedStream> outputs(RunContext run, long ticket) throws IOException {
        var found = Vector.<RecordedStream>empty();
        var files = OutputFiles.in(run.directory().output(), OutputFiles.nameOfCall(ticket));
        for (var file : Vector.of(files.out(), files.err()))
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                found = found.append(RecordedStream.found(file));
        return found;
    }
}
