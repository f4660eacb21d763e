package dev.foldline.app.definition;

import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.StandardRepresenter;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes YAML that every reader of YAML 1.2 reads in the same way. */
public final class YamlText {
    private static final int WIDTH = 100;

    private YamlText() {}

    /** Returns the text of a mapping. */
    public static String of(Map<String, Object> document) {
        var settings =
                DumpSettings.builder()
                        .setDefaultFlowStyle(FlowStyle.AUTO)
                        .setWidth(WIDTH)
                        .setIndicatorIndent(2)
                        .setIndentWithIndicator(true)
                        .setSplitLines(false)
                        .build();
        return new Dump(settings, new Representer(settings)).dumpToString(document);
    }

    /** Quotes each text that some reader could take for a number, a truth value or nothing. */
    private static final class Representer extends StandardRepresenter {
        private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_./-]*");
        private static final Set<String> WORDS =
                Set.of("true", "false", "null", "yes", "no", "on", "off", "y", "n");

        Representer(DumpSettings settings) {
            super(settings);
        }

        @Override
        protected Node representScalar(Tag tag, String value, ScalarStyle style) {
            boolean isPlain =
                    !tag.equals(Tag.STR)
                            || PLAIN.matcher(value).matches()
                                    && !WORDS.contains(value.toLowerCase(java.util.Locale.ROOT));
            return super.representScalar(tag, value, isPlain ? style : ScalarStyle.DOUBLE_QUOTED);
        }
    }
}
