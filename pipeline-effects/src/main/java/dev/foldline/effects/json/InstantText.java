package dev.foldline.effects.json;

import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/** Instants as ISO-8601 text in UTC, exact to the nanosecond. */
final class InstantText {
    private InstantText() {}

    static SimpleModule module() {
        return new SimpleModule("instants")
                .addSerializer(Instant.class, new Writer())
                .addDeserializer(Instant.class, new Reader());
    }

    private static final class Writer extends ValueSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator json, SerializationContext context) {
            json.writeString(value.toString());
        }
    }

    private static final class Reader extends ValueDeserializer<Instant> {
        @Override
        public @Nullable Instant deserialize(JsonParser json, DeserializationContext context) {
            if (json.currentToken() != JsonToken.VALUE_STRING) {
                return context.reportInputMismatch(Instant.class, "expected a time as text, not %s", json.currentToken());
            }
            String text = json.getString();
            try {
                return Instant.parse(text);
            } catch (DateTimeException malformed) {
                return (Instant) context.handleWeirdStringValue(Instant.class, text, "not a time in UTC");
            }
        }
    }
}
