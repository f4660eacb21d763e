package dev.foldline.effects.artifact;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON as agents write it: nothing is guessed, and nothing they write can exhaust us. A byte order mark is forgiven. */
public final class ArtifactJson {
    /** What the library adds of its own settings. */
    private static final Pattern SOURCE = Pattern.compile(" ?\\([^()]*\\[Source: .*\\)");

    private ArtifactJson() {}

    private static final int NESTING_MAX = 100;
    private static final int NUMBER_CHARS_MAX = 100;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Two values under one key are refused, since readers disagree about which one counts. */
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(NESTING_MAX).maxNumberLength(NUMBER_CHARS_MAX)
                            .maxStringLength(Exchange.ARTIFACT_BYTES_MAX).build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /** Numbers keep all their digits. What holds values against a schema does not bear that. */
    private static final JsonMapper EXACT = MAPPER.rebuild()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** What came of reading bytes. */
    public sealed interface Read {
        record Tree(JsonNode node) implements Read {}

        record NotJson(String why) implements Read {}
    }

    static Read read(byte[] content) { return read(MAPPER, content); }

    /** The same, to be written again: each number with the digits it has. */
    public static Read exactly(byte[] content) { return read(EXACT, content); }

    private static Read read(JsonMapper mapper, byte[] content) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            var node = mapper.readTree(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
            return node.isMissingNode() ? new Read.NotJson("it is empty") : new Read.Tree(node);
        } catch (CharacterCodingException notText) {
            return new Read.NotJson("it is not UTF-8 text");
        } catch (JacksonException notJson) {
            return new Read.NotJson(place(notJson) + "not JSON: " + SOURCE.matcher(notJson.getOriginalMessage()).replaceAll(""));
        }
    }

    private static String place(JacksonException notJson) {
        var at = notJson.getLocation();
        return at == null || at.getLineNr() < 1 ? "" : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
    }
}
