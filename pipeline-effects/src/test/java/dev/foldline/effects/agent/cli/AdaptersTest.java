package dev.foldline.effects.agent.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every command line we know. */
class AdaptersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTPS_PROXY",
                "HTTP_PROXY",
                "ALL_PROXY",
                "NO_PROXY",
                "https_proxy",
                "http_proxy",
                "all_proxy",
                "no_proxy"
            })
    void each_adapter_passes_the_proxy_variables_in_both_cases(String variable) {
        assertThat(Adapters.ALL)
                .allSatisfy(
                        adapter ->
                                assertThat(adapter.listed())
                                        .contains(variable)
                                        .doesNotHaveDuplicates());
    }
}
