package dev.foldline.effects.json;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.ser.Serializers;

/** Makes the persistent collections that the core uses known: {@code Vector}, {@code Map} with text as keys, {@code Option}. */
final class VavrModule extends JacksonModule {

    @Override
    public String getModuleName() {
        return "vavr";
    }

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public void setupModule(SetupContext context) {
        context.addSerializers(new Writers());
        context.addDeserializers(new Readers());
    }

    private static final class Writers extends Serializers.Base {
        @Override
        public @Nullable ValueSerializer<?> findSerializer(SerializationConfig config, JavaType type,
                BeanDescription.Supplier description, JsonFormat.Value format) {
            if (Option.class.isAssignableFrom(type.getRawClass())) {
                return new VavrWriter.OfOption(content(type, Option.class, 0), null);
            }
            if (Map.class.isAssignableFrom(type.getRawClass())) {
                return new VavrWriter.OfMap(content(type, Map.class, 1), null);
            }
            return type.getRawClass() == Vector.class
                    ? new VavrWriter.OfVector(content(type, Vector.class, 0), null) : null;
        }
    }

    private static final class Readers extends Deserializers.Base {
        @Override
        public @Nullable ValueDeserializer<?> findBeanDeserializer(
                JavaType type, DeserializationConfig config, BeanDescription.Supplier description) {
            if (type.getRawClass() == Option.class) {
                return new VavrReader.OfOption(content(type, Option.class, 0));
            }
            if (type.getRawClass() == Vector.class) {
                return new VavrReader.OfVector(content(type, Vector.class, 0));
            }
            return isMap(type.getRawClass()) ? new VavrReader.OfMap(content(type, Map.class, 1)) : null;
        }

        @Override
        public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
            return type == Option.class || type == Vector.class || isMap(type);
        }

        private static boolean isMap(Class<?> type) {
            return type == Map.class || type == LinkedHashMap.class;
        }
    }

    private static JavaType content(JavaType type, Class<?> as, int parameter) {
        return type.findTypeParameters(as)[parameter];
    }
}
