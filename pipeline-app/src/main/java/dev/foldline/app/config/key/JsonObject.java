package dev.foldline.app.config.key;

import java.util.LinkedHashMap;
import java.util.Map;

/** Makes objects of JSON whose fields stay in the order given. */
public final class JsonObject {
    private JsonObject() {}

    public static Map<String, Object> of(Object... namesAndValues) {
        var fields = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }
}
