package dev.foldline.effects.json;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.ALWAYS;
import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.vavr.collection.Traversable;
import io.vavr.control.Option;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.NamedType;

/** Says about the core's types what annotations would say if the core had any. */
final class CoreIntrospector extends AnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    private static final JsonTypeInfo.Value TYPE_FIRST = JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, WireNames.TYPE, null, false, true);

    @Override
    public Version version() {
        return Version.unknownVersion();
    }

    @Override
    public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated of) {
        return of instanceof AnnotatedClass type && WireNames.isToldApart(type.getRawType()) ? TYPE_FIRST : null;
    }

    @Override
    public @Nullable List<NamedType> findSubtypes(MapperConfig<?> config, Annotated of) {
        return of instanceof AnnotatedClass type && WireNames.isSealed(type.getRawType())
                ? WireNames.cases(type.getRawType()).entrySet().stream()
                        .map(each -> new NamedType(each.getValue(), each.getKey())).toList()
                : null;
    }

    @Override
    public @Nullable String findTypeName(MapperConfig<?> config, AnnotatedClass type) {
        return WireNames.isToldApart(type.getRawType()) ? WireNames.of(type.getRawType()) : null;
    }

    @Override
    public String[] findEnumValues(MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
        for (int i = 0; i < constants.length; i++) {
            names[i] = WireNames.of(constants[i]);
        }
        return names;
    }

    /** Absent options are left out. Everything else is told, also when it is empty. */
    @Override
    public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated of) {
        return JsonInclude.Value.construct(of.getRawType() == Option.class ? NON_EMPTY : ALWAYS, ALWAYS);
    }

    /** What has no natural empty value must be there. */
    @Override
    public Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember component) {
        Class<?> type = component.getRawType();
        return type != Option.class && !Traversable.class.isAssignableFrom(type);
    }
}
