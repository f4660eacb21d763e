package dev.foldline.effects.agent;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.effects.process.ProcessSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The command line of one call. */
final class Invocation {
    private Invocation() {}

    /** Its words, placeholders filled in; in a shell line quoted, so that a path with spaces stays one word. */
    static List<String> words(AgentBook.Listing listing, Path promptFile, String role) {
        return switch (listing.definition()) {
            case AgentDefinition.Scripted(var script) -> player(script);
            case AgentDefinition.Program program -> {
                var values = new Placeholders(Map.of("{prompt_file}", promptFile.toString(), "{role}", role,
                        "{model}", listing.model().or(program::model).orElse("")));
                yield switch (program.run()) {
                    case CommandLine.Shell(var line)      -> ProcessSpec.shell(ShellLine.filled(line, values));
                    case CommandLine.Arguments(var words) -> words.map(values::fill).asJava();
                };
            }
        };
    }

    /** Our own virtual machine plays scripts, so that a demonstration needs nothing installed; with the launcher's archive of classes. */
    private static List<String> player(Path script) {
        var words = new ArrayList<String>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        Optional.ofNullable(System.getProperty("foldline.archive")).ifPresent(classes -> words.addAll(List.of("-Xlog:disable", "-XX:SharedArchiveFile=" + classes)));
        words.addAll(List.of("-cp", classPath(), ScriptPlayer.class.getName()));
        words.add(script.toString());
        return words;
    }

    private static String classPath() {
        return Optional.ofNullable(System.getProperty("foldline.class.path")).orElse(System.getProperty("java.class.path"));
    }
}
