package dev.foldline.effects.json;

import io.vavr.control.Option;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

import java.util.function.UnaryOperator;

/** An optional value: omitted from its record, and otherwise null. */
record OptionCodec(Codec<Object> content) implements Codec<Option<Object>> {

    @Override
    public void write(Option<Object> value, JsonGenerator json) {
        if (value.isEmpty()) {
            json.writeNull();
        } else {
            content.write(value.get(), json);
        }
    }

    @Override
    public Option<Object> read(JsonParser json) {
        return Option.some(content.read(json));
    }

    @Override
    public Option<Object> withTexts(Option<Object> value, UnaryOperator<String> change) {
        return value.map(each -> content.withTexts(each, change));
    }

    @Override
    public Option<Object> absent() {
        return Option.none();
    }

    @Override
    public boolean isAbsent(Option<Object> value) {
        return value.isEmpty();
    }
}
