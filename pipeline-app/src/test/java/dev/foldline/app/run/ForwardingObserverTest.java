package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;

class ForwardingObserverTest {
    @Test
    void every_method_of_an_observer_is_passed_on() throws Exception {
        var calls = new ArrayList<String>();
        var next =
                (RunObserver)
                        Proxy.newProxyInstance(
                                RunObserver.class.getClassLoader(),
                                new Class<?>[] {RunObserver.class},
                                (proxy, method, arguments) -> {
                                    calls.add(method.toString());
                                    return method.getReturnType() == boolean.class ? true : null;
                                });
        var methods =
                Arrays.stream(RunObserver.class.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers()))
                        .toList();
        for (var method : methods)
            method.invoke(new ForwardingObserver(next) {}, new Object[method.getParameterCount()]);
        assertThat(calls).isNotEmpty().isEqualTo(methods.stream().map(Object::toString).toList());
    }
}
