package dev.foldline.effects.artifact;

import dev.foldline.effects.json.JsonErrors;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Parses agents' JSON strictly and within limits. A byte order mark is accepted. */
public final class ArtifactJson {
    private ArtifactJson() {}

    private static final int NESTING_MAX = 100;
    private static final int NUMBER_CHARS_MAX = 100;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Duplicate keys are rejected, because parsers disagree about which value counts. */
    private static final JsonMapper MAPPER =
            JsonMapper.builder(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder()
                                                    .maxNestingDepth(NESTING_MAX)
                                                    .maxNumberLength(NUMBER_CHARS_MAX)
                                                    .maxStringLength(
                                                            ExchangeFolder.ARTIFACT_BYTES_MAX)
                                                    .build())
                                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build();

    /** Numbers keep all their digits. The schema validator does not support that. */
    private static final JsonMapper EXACT =
            MAPPER.rebuild()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                    .build();

    /** The result of parsing. */
    public sealed interface Read {
        record Tree(JsonNode node) implements Read {}

        record NotJson(String why) implements Read {}
    }

    static Read read(byte[] content) {
        return read(MAPPER, content);
    }

    /** Parses JSON that is written again: each number keeps its digits. */
    public static Read exactly(byte[] content) {
        return read(EXACT, content);
    }

    /** Returns a JSON text with one value on each line, or a text that is not JSON unchanged. */
    public static String indented(String json) {
        return exactly(json.getBytes(StandardCharsets.UTF_8)) instanceof Read.Tree(var node)
                ? EXACT.writerWithDefaultPrettyPrinter().writeValueAsString(node) + "\n"
                : json;
    }

    private static Read read(JsonMapper mapper, byte[] content) {
        try {
            var text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            var node = mapper.readTree(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
            return node.isMissingNode() ? new Read.NotJson("it is empty") : new Read.Tree(node);
        } catch (CharacterCodingException notText) {
            return new Read.NotJson("it is not UTF-8 text");
        } catch (JacksonException notJson) {
            return new Read.NotJson(place(notJson) + "not JSON: " + JsonErrors.describe(notJson));
        }
    }

    private static String place(JacksonException notJson) {
        var at = notJson.getLocation();
        return at == null || at.getLineNr() < 1
                ? ""
                : "line " + at.getLineNr() + ", column " + at.getColumnNr() + ": ";
    }
}
