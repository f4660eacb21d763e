package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies.NamingBase;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;

/** One kind of core value and its JSON. */
final class Form<T> {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .annotationIntrospector(new CoreIntrospector())
            .propertyNamingStrategy(new SnakeCase())
            .addModule(new VavrModule())
            .addModule(InstantText.module())
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .withCoercionConfig(LogicalType.Textual, text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private final String what;
    private final ObjectReader reader;
    private final ObjectWriter writer;

    /** @param what an article and a noun, for messages */
    Form(String what, Class<T> type) {
        this.what = what;
        this.reader = MAPPER.readerFor(type);
        this.writer = MAPPER.writerFor(type);
    }

    private static final class SnakeCase extends NamingBase {
        private static final long serialVersionUID = 1L;

        @Override
        public String translate(String name) {
            return WireNames.snakeCase(name);
        }
    }

    String write(T value) {
        try {
            return Surrogates.escapeLone(writer.writeValueAsString(value));
        } catch (JacksonException unwritable) {
            throw new PipelineBug("cannot write " + what + ": " + unwritable.getMessage(), unwritable);
        }
    }

    T read(String json) {
        try {
            return present(reader.readValue(json));
        } catch (JacksonException malformed) {
            throw WireFault.of(what, malformed);
        }
    }

    T read(byte[] json, int offset, int length) {
        try {
            return present(reader.readValue(json, offset, length));
        } catch (JacksonException malformed) {
            throw WireFault.of(what, malformed);
        }
    }

    T read(ObjectNode tree) {
        try {
            return present(reader.readValue(tree));
        } catch (JacksonException malformed) {
            throw WireFault.of(what, malformed);
        }
    }

    ObjectNode tree(byte[] json, int offset, int length) {
        try {
            JsonNode tree = MAPPER.reader().readTree(json, offset, length);
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw new WireFault("cannot read " + what + ": not a JSON object");
        } catch (JacksonException malformed) {
            throw WireFault.of(what, malformed);
        }
    }

    private T present(T value) {
        if (value == null) {
            throw new WireFault("cannot read " + what + ": there is none");
        }
        return value;
    }
}
