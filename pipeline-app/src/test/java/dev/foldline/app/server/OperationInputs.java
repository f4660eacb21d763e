package dev.foldline.app.server;

import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Operation;
import dev.foldline.effects.machine.Thorough;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Inputs of operations, valid and invalid: each value of each field once, and random combinations.
 * Fields that only the command line takes are left out.
 *
 * @param texts values of text fields by the field's name
 */
record OperationInputs(Map<String, List<String>> texts) {
    private static final int COMBINATIONS = Thorough.ALL ? 4 : 1;
    private static final List<String> NUMBERS =
            List.of("0", "3", "-1", "1.5", "99999999999999999999");

    /** Values as typed, by the field's name. */
    record OperationInput(Operation operation, Map<String, String> values) {
        @Override
        public String toString() {
            return operation.name() + " " + values;
        }

        boolean isFit() {
            return operation
                    .fields()
                    .forAll(
                            field ->
                                    values.containsKey(field.name())
                                            ? isFit(field, values.get(field.name()))
                                            : !field.isRequired(FrontEnd.HTTP));
        }

        private static boolean isFit(Field<?> field, String value) {
            try {
                field.read(value);
                return true;
            } catch (UserError unfit) {
                return false;
            }
        }

        /** The values as a JSON object, with numbers and truth values where the text is one. */
        String json() {
            var fields = new LinkedHashMap<String, Object>();
            for (var field : operation.fields()) {
                var value = values.get(field.name());
                if (value != null) fields.put(field.name(), typed(field, value));
            }
            return JsonMapper.shared().writeValueAsString(fields);
        }

        private static Object typed(Field<?> field, String value) {
            return switch (field.type()) {
                case Field.Type.Number _ ->
                        value.matches("-?\\d+") ? (Object) new java.math.BigInteger(value) : value;
                case Field.Type.Truth _ ->
                        value.matches("true|false") ? (Object) Boolean.valueOf(value) : value;
                case Field.Type.Texts _ -> List.of(value);
                case Field.Type.Text _, Field.Type.Choice _, Field.Type.File _ -> value;
            };
        }
    }

    List<OperationInput> of(Operation operation, long seed) {
        var required = new LinkedHashMap<String, String>();
        for (var field : operation.fields(FrontEnd.HTTP))
            if (field.isRequired(FrontEnd.HTTP)) required.put(field.name(), pool(field).getFirst());
        var all = new ArrayList<OperationInput>();
        all.add(new OperationInput(operation, required));
        for (var field : operation.fields(FrontEnd.HTTP))
            for (var value : pool(field)) {
                var values = new LinkedHashMap<>(required);
                values.put(field.name(), value);
                all.add(new OperationInput(operation, values));
            }
        if (operation.fields(FrontEnd.HTTP).size() > 1)
            for (int i = 0; i < COMBINATIONS; i++)
                all.add(
                        new OperationInput(
                                operation, combination(operation, new SplittableRandom(seed + i))));
        return all.stream().distinct().toList();
    }

    /** One field in four has no value, although it may be required. */
    private Map<String, String> combination(Operation operation, SplittableRandom random) {
        var values = new LinkedHashMap<String, String>();
        for (var field : operation.fields(FrontEnd.HTTP)) {
            var pool = pool(field);
            if (random.nextInt(4) > 0)
                values.put(field.name(), pool.get(random.nextInt(pool.size())));
        }
        return values;
    }

    private List<String> pool(Field<?> field) {
        return switch (field.type()) {
            case Field.Type.Number _ -> NUMBERS;
            case Field.Type.Truth _ -> List.of("true", "false", "maybe");
            case Field.Type.Choice(var words) -> words.append("other").asJava();
            case Field.Type.Text _, Field.Type.Texts _, Field.Type.File _ ->
                    texts.getOrDefault(field.name(), List.of("x"));
        };
    }
}
