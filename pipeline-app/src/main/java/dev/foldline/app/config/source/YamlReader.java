package dev.foldline.app.config.source;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads one YAML document into nodes that know their place. Whatever the bytes, the answer is a
 * document.
 */
public final class YamlReader {
    private YamlReader() {}

    /**
     * The document in {@code bytes}; every problem found in it carries a place made by {@code
     * marker}.
     */
    public static Document read(byte[] bytes, OriginLocator marker) {
        var source = SourceText.decode(bytes, marker);
        if (!source.problems().isEmpty()) {
            return new Document(new Node.Nothing(marker.at(1, 1)), false, source.problems());
        }
        return parse(source.text(), marker);
    }

    private static Document parse(String text, OriginLocator marker) {
        var tree = new TreeBuilder(marker);
        try {
            for (var event : new Parse(settings()).parseString(text)) {
                if (!tree.accept(event)) break;
            }
        } catch (MarkedYamlEngineException malformed) {
            tree.breakOff(syntax(malformed, text, marker));
        } catch (YamlEngineException malformed) {
            var what = "this is not YAML (" + oneLine(String.valueOf(malformed.getMessage())) + ")";
            tree.breakOff(List.of(marker.at(1, 1).problem(what, "correct it")));
        }
        return tree.document();
    }

    private static LoadSettings settings() {
        return LoadSettings.builder()
                .setUseMarks(true)
                .setCodePointLimit(SourceText.BYTES_MAX)
                .build();
    }

    private static List<ConfigurationProblem> syntax(
            MarkedYamlEngineException malformed, String text, OriginLocator marker) {
        var tabs = indentingTabs(text, marker);
        if (!tabs.isEmpty() && String.valueOf(malformed.getProblem()).contains("TAB")) return tabs;
        var origin =
                Optional.ofNullable(malformed.getProblemMark())
                        .flatMap(mark -> mark)
                        .map(mark -> place(mark, marker))
                        .orElse(marker.at(1, 1));
        var context = malformed.getContext() == null ? "" : oneLine(malformed.getContext()) + ": ";
        return List.of(
                origin.problem(
                        "this is not YAML (" + context + oneLine(malformed.getProblem()) + ")",
                        "check the indentation, quotes and brackets just before this place"));
    }

    /**
     * Every line that is indented by a tab: the parser stops at the first, the user wants to mend
     * them all.
     */
    private static List<ConfigurationProblem> indentingTabs(String text, OriginLocator marker) {
        var problems = new ArrayList<ConfigurationProblem>();
        var lines = text.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            int tab = lines[i].indexOf('\t');
            if (tab >= 0 && lines[i].substring(0, tab).isBlank() && !lines[i].isBlank()) {
                problems.add(
                        marker.at(i + 1, tab + 1)
                                .problem("a tab in the indentation", "indent with spaces"));
            }
        }
        return problems;
    }

    static Origin place(Mark mark, OriginLocator marker) {
        return marker.at(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}
