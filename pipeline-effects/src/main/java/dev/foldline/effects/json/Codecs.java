package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;

/** The codecs of the core's types, each derived from its type on first use. */
final class Codecs {
    private static final java.util.Map<Type, Codec<?>> MADE =
            new ConcurrentHashMap<>(
                    java.util.Map.of(
                            String.class,
                            ScalarCodec.TEXT,
                            int.class,
                            ScalarCodec.INT,
                            Integer.class,
                            ScalarCodec.INT,
                            long.class,
                            ScalarCodec.LONG,
                            Long.class,
                            ScalarCodec.LONG,
                            boolean.class,
                            ScalarCodec.BOOLEAN,
                            Instant.class,
                            ScalarCodec.INSTANT));

    private Codecs() {}

    @SuppressWarnings("unchecked") // a codec made for a class reads and writes its values
    static <T> Codec<T> of(Class<T> type) {
        return (Codec<T>) made(type);
    }

    /** Returns a codec for a type that is known by reflection only. */
    @SuppressWarnings("unchecked")
    static Codec<Object> ofAny(Type type) {
        return (Codec<Object>) made(type);
    }

    private static Codec<?> made(Type type) {
        var made = MADE.get(type);
        if (made == null) {
            made = make(type);
            MADE.put(type, made);
        }
        return made;
    }

    private static Codec<?> make(Type type) {
        return switch (type) {
            case ParameterizedType generic when generic.getRawType() == Option.class ->
                    new OptionCodec(ofAny(argument(generic, 0)));
            case ParameterizedType generic when generic.getRawType() == Vector.class ->
                    new VectorCodec(ofAny(argument(generic, 0)));
            case ParameterizedType generic
                    when generic.getRawType() == Map.class
                            && argument(generic, 0) == String.class ->
                    new MapCodec(ofAny(argument(generic, 1)));
            case Class<?> plain when plain.isEnum() -> new EnumCodec(plain);
            case Class<?> plain when plain.isRecord() -> RecordCodec.of(plain);
            case Class<?> plain when WireNames.isSealed(plain) -> new SealedCodec(plain);
            default -> throw new PipelineBug("no JSON encoding for " + type.getTypeName());
        };
    }

    private static Type argument(ParameterizedType generic, int index) {
        return generic.getActualTypeArguments()[index];
    }
}
