package dev.foldline.effects.json;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A value of one token. Other kinds of token are rejected, even if they could be converted. */
record ScalarCodec<T>(
        String what,
        JsonToken token,
        JsonToken otherToken,
        BiConsumer<JsonGenerator, T> writer,
        Function<JsonParser, T> reader)
        implements Codec<T> {

    static final Codec<String> TEXT =
            new Text(
                    new ScalarCodec<>(
                            "text",
                            JsonToken.VALUE_STRING,
                            JsonToken.VALUE_STRING,
                            JsonGenerator::writeString,
                            JsonParser::getString));

    static final Codec<Integer> INT =
            new ScalarCodec<>(
                    "a whole number",
                    JsonToken.VALUE_NUMBER_INT,
                    JsonToken.VALUE_NUMBER_INT,
                    JsonGenerator::writeNumber,
                    JsonParser::getIntValue);

    static final Codec<Long> LONG =
            new ScalarCodec<>(
                    "a whole number",
                    JsonToken.VALUE_NUMBER_INT,
                    JsonToken.VALUE_NUMBER_INT,
                    JsonGenerator::writeNumber,
                    JsonParser::getLongValue);

    static final Codec<Boolean> BOOLEAN =
            new ScalarCodec<>(
                    "true or false",
                    JsonToken.VALUE_TRUE,
                    JsonToken.VALUE_FALSE,
                    JsonGenerator::writeBoolean,
                    JsonParser::getBooleanValue);

    /** ISO-8601 in UTC with nanosecond precision. */
    static final Codec<Instant> INSTANT =
            new ScalarCodec<>(
                    "a time as text",
                    JsonToken.VALUE_STRING,
                    JsonToken.VALUE_STRING,
                    (json, value) -> json.writeString(value.toString()),
                    ScalarCodec::instant);

    /** The only scalar with free text. */
    private record Text(ScalarCodec<String> token) implements Codec<String> {
        @Override
        public void write(String value, JsonGenerator json) {
            token.write(value, json);
        }

        @Override
        public String read(JsonParser json) {
            return token.read(json);
        }

        @Override
        public String withTexts(String value, UnaryOperator<String> change) {
            return change.apply(value);
        }
    }

    @Override
    public void write(T value, JsonGenerator json) {
        writer.accept(json, value);
    }

    @Override
    public T read(JsonParser json) {
        var found = json.currentToken();
        if (found != token && found != otherToken) {
            throw DecodeException.expected(what, json);
        }
        return reader.apply(json);
    }

    private static Instant instant(JsonParser json) {
        String text = json.getString();
        try {
            return InstantText.parse(text);
        } catch (DateTimeException notATime) {
            throw new DecodeException("not a time in UTC: \"" + text + "\"", notATime);
        }
    }
}
