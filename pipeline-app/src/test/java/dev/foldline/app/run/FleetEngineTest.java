package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.error.UserError;
import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.restate.RestateEngine;
import dev.foldline.effects.machine.MachineRequirement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;

/** Which engine an address names. */
class FleetEngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Test
    void nodes_of_restate_have_addresses_of_http() {
        try (var engine =
                FleetEngine.open("http://127.0.0.1:1, https://[::1]:2", Map.of(), PATIENCE)) {
            assertThat(engine).isInstanceOf(RestateEngine.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "temporal://host",
                "temporal:7233",
                "temporal://host:7233/one/two",
                "temporal://host:7233/name space",
                "temporal://user@host:7233",
                "temporal://one:7233,temporal://two:7233",
                "temporals://host",
                "ftp://host:1",
                "host:8080",
            })
    void what_is_no_address_is_refused(String text) {
        assertThatThrownBy(() -> FleetEngine.open(text, Map.of(), PATIENCE))
                .isInstanceOf(UserError.class)
                .hasMessage("'" + text + "' is not the address of an engine");
    }

    /** The tests here have no adapter, as an installation without its archive. */
    @Test
    void an_adapter_that_is_not_installed_is_named_with_its_archive() {
        MachineRequirement.demand(
                ServiceLoader.load(EngineProvider.class).findFirst().isEmpty(),
                "a class path without the adapter for Temporal");
        assertThatThrownBy(() -> FleetEngine.open("temporal://host:7233/team", Map.of(), PATIENCE))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> {
                            assertThat(error.message())
                                    .isEqualTo("the adapter for Temporal is not installed");
                            assertThat(error.hint()).contains("foldline-VERSION-temporal.tar.gz");
                        });
    }
}
