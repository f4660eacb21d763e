package dev.foldline.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.AnyValue;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.Event;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Law 13, Wire: names never change silently. */
class WireNamesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/wire-names.txt");
    private static final String HEADING =
            """
            # Names and types on the wire, version %d. Logs that exist were written with these names: a change here needs a new
            # version and a step in the ladder of upcasters, unless it adds a type, an option, a list or a map.
            # Rewritten by: mvn -q -pl property-tests -am test -Dtest=WireNamesTest -Dfoldline.regenerate=true
            """
                    .formatted(Wire.VERSION);

    private static final JsonMapper JSON = new JsonMapper();

    /** Reflection makes them anew each time. */
    private static final ClassValue<List<RecordComponent>> COMPONENTS =
            new ClassValue<>() {
                @Override
                protected List<RecordComponent> computeValue(Class<?> type) {
                    return List.of(type.getRecordComponents());
                }
            };

    @Test
    void names_on_the_wire_change_only_where_it_is_seen() throws IOException {
        String names = HEADING + WireShape.describe();
        if (Boolean.getBoolean("foldline.regenerate")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, names);
        }
        assertThat(names)
                .as("names on the wire, see the heading of %s", GOLDEN)
                .isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void no_two_types_of_a_family_have_one_name() {
        for (Class<?> type : WireShape.types()) {
            if (type.isInterface()) {
                assertThat(AnyValue.cases(type))
                        .as(type.getName())
                        .extracting(Class::getSimpleName)
                        .doesNotHaveDuplicates();
            }
            if (type.isRecord()) {
                assertThat(type.getRecordComponents())
                        .extracting(RecordComponent::getName)
                        .doesNotContain("type");
            }
        }
    }

    @Test
    void the_written_names_are_these_and_no_others() {
        for (long seed = 0; seed < 300; seed++) {
            conforms(JSON.readTree(Wire.toJson(AnyValue.of(Event.class, seed, 4))), Event.class);
            conforms(JSON.readTree(Wire.toJson(AnyValue.of(Effect.class, seed, 4))), Effect.class);
            conforms(
                    JSON.readTree(Wire.toJson(AnyValue.of(Command.class, seed, 4))), Command.class);
            conforms(
                    JSON.readTree(Wire.toJson(AnyValue.of(PipelineState.class, seed, 2))),
                    PipelineState.class);
        }
    }

    @Test
    void every_type_is_met_when_values_are_arbitrary() {
        var all = WireShape.types().stream().filter(type -> !type.isInterface()).toList();
        Set<Class<?>> met = new HashSet<>();
        for (long seed = 0; seed < 3000 && !met.containsAll(all); seed++) {
            for (Class<?> root : WireShape.ROOTS) {
                collect(AnyValue.of(root, seed, 3), met);
            }
        }
        assertThat(met).containsAll(all);
    }

    private static void conforms(JsonNode node, Type type) {
        switch (type) {
            case ParameterizedType list when list.getRawType() == Vector.class ->
                    node.forEach(each -> conforms(each, list.getActualTypeArguments()[0]));
            case ParameterizedType map when map.getRawType() == Map.class ->
                    node.forEach(each -> conforms(each, map.getActualTypeArguments()[1]));
            case ParameterizedType option -> conforms(node, option.getActualTypeArguments()[0]);
            case Class<?> sealed when sealed.isInterface() -> conformsToCase(node, sealed);
            case Class<?> record when record.isRecord() ->
                    conformsToRecord(node, record, new ArrayList<>());
            case Class<?> constant when constant.isEnum() ->
                    assertThat(Arrays.stream(constant.getEnumConstants()).map(Object::toString))
                            .anyMatch(name -> name.equalsIgnoreCase(node.stringValue()));
            default -> assertThat(node.isValueNode()).isTrue();
        }
    }

    private static void conformsToCase(JsonNode node, Class<?> sealed) {
        var name = node.path("type").stringValue();
        var found =
                AnyValue.cases(sealed).stream()
                        .filter(each -> WireShape.snake(each.getSimpleName()).equals(name))
                        .findFirst();
        assertThat(found).as("the case %s of %s", name, sealed).isPresent();
        conformsToRecord(node, found.orElseThrow(), new ArrayList<>(List.of("type")));
    }

    /** The names of the components in their order, apart from options that are absent. */
    private static void conformsToRecord(JsonNode node, Class<?> record, List<String> expected) {
        for (RecordComponent component : COMPONENTS.get(record)) {
            var name = WireShape.snake(component.getName());
            if (component.getType() != Option.class || node.has(name)) {
                expected.add(name);
                conforms(node.path(name), component.getGenericType());
            }
        }
        assertThat(node.propertyNames().stream().collect(Collectors.toList()))
                .as(record.getName())
                .isEqualTo(expected);
    }

    private static void collect(Object value, Set<Class<?>> met) {
        if (value instanceof Option<?> || value instanceof Vector<?>) {
            ((io.vavr.Value<?>) value).forEach(each -> collect(each, met));
        } else if (value instanceof Map<?, ?> map) {
            map.values().forEach(each -> collect(each, met));
        } else if (value instanceof Enum<?> constant) {
            met.add(constant.getDeclaringClass());
        } else if (value instanceof Record record) {
            met.add(record.getClass());
            components(record).forEach(each -> collect(each, met));
        }
    }

    private static List<Object> components(Record record) {
        return COMPONENTS.get(record.getClass()).stream()
                .map(
                        component -> {
                            try {
                                return component.getAccessor().invoke(record);
                            } catch (ReflectiveOperationException impossible) {
                                throw new IllegalStateException(impossible);
                            }
                        })
                .toList();
    }
}
