package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.command.operate.real.FleetUser;
import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A service that has TLS, asks for a certificate of its clients, and for a key. */
class ServiceSecurityTest {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final String GIVEN = "given-to-the-fleet";

    @TempDir static Path folder;
    private static TestCertificate service;
    private static TestCertificate client;
    private static PortServer server;
    private static TlsForwarder forwarder;

    @BeforeAll
    static void start() throws Exception {
        service = TestCertificate.make(folder, "service", "ip:127.0.0.1");
        client = TestCertificate.make(folder, "client", "dns:client.example");
        int port = PortServer.freePort();
        server = new PortServer(port, GIVEN);
        forwarder = new TlsForwarder(service, client, port);
    }

    @AfterAll
    static void stop() throws Exception {
        forwarder.close();
        server.close();
    }

    private static URI address() {
        return URI.create("temporals://127.0.0.1:" + forwarder.port() + "/default");
    }

    private static Map<String, String> variables() {
        return new HashMap<>(
                Map.of(
                        ServiceSecurity.CA,
                        service.certificate().toString(),
                        ServiceSecurity.CERTIFICATE,
                        client.certificate().toString(),
                        ServiceSecurity.KEY,
                        client.key().toString(),
                        ServiceSecurity.API_KEY,
                        GIVEN));
    }

    private static HostTable hosts(Map<String, String> variables) throws Exception {
        try (var engine = new TemporalProvider().open(address(), variables, PATIENCE)) {
            return engine.placement("fleet").hosts();
        }
    }

    private static EngineFault refusal(Map<String, String> variables) {
        var fault = catchThrowableOfType(EngineFault.class, () -> hosts(variables));
        assertThat(fault.remedy()).as(fault.getMessage()).isNotEmpty();
        assertThat(fault).hasMessageNotContainingAny(GIVEN, "wrong-key");
        return fault;
    }

    @Test
    void a_service_is_reached_with_certificates_and_a_key() throws Exception {
        assertThat(hosts(variables())).isEqualTo(HostTable.EMPTY);
    }

    @Test
    void a_service_of_another_authority_is_not_trusted() {
        var variables = variables();
        variables.put(ServiceSecurity.CA, client.certificate().toString());
        var fault = refusal(variables);
        assertThat(fault).hasMessageContaining("is not trusted");
        assertThat(fault.remedy().get()).contains(ServiceSecurity.CA);
        variables.remove(ServiceSecurity.CA);
        assertThat(refusal(variables)).hasMessageContaining("is not trusted");
    }

    @Test
    void a_service_with_another_name_is_not_trusted() {
        var variables = variables();
        variables.put(ServiceSecurity.SERVER_NAME, "other.example");
        var fault = refusal(variables);
        assertThat(fault).hasMessageContaining("is for another host");
        assertThat(fault.remedy().get()).contains(ServiceSecurity.SERVER_NAME);
    }

    @Test
    void a_client_without_its_certificate_is_refused() {
        var variables = variables();
        variables.remove(ServiceSecurity.CERTIFICATE);
        var half = refusal(variables);
        assertThat(half).hasMessage(ServiceSecurity.CERTIFICATE + " is missing");
        variables.remove(ServiceSecurity.KEY);
        var fault = refusal(variables);
        assertThat(fault).hasMessageContaining("refuses the client's certificate");
        assertThat(fault.remedy().get()).contains(ServiceSecurity.CERTIFICATE);
    }

    @Test
    void a_file_that_is_no_key_is_named_by_its_variable() {
        var variables = variables();
        variables.put(ServiceSecurity.KEY, client.certificate().toString());
        assertThat(refusal(variables)).hasMessageStartingWith(ServiceSecurity.KEY + ": ");
        variables.put(ServiceSecurity.KEY, folder.resolve("absent").toString());
        assertThat(refusal(variables)).hasMessageStartingWith(ServiceSecurity.KEY + ": cannot");
    }

    @Test
    void an_address_without_tls_sends_no_key() {
        var plain = URI.create("temporal://127.0.0.1:" + server.port());
        assertThatThrownBy(
                        () -> {
                            try (var engine =
                                    new TemporalProvider().open(plain, variables(), PATIENCE)) {
                                engine.placement("fleet").hosts();
                            }
                        })
                .isInstanceOfSatisfying(
                        EngineFault.class,
                        fault -> assertThat(fault.remedy().get()).contains("temporals://"))
                .hasMessageContaining("UNAUTHENTICATED");
    }

    @Thorough
    @Test
    void a_command_with_a_wrong_key_says_which_variable_to_set() throws Exception {
        var shared = folder.resolve("shared.git");
        var user =
                FleetUser.of(
                        folder.resolve("user"), shared, shared.toString(), address().toString());
        user.place().environment.putAll(variables());
        user.place().environment.put(ServiceSecurity.API_KEY, "wrong-key");
        var fleet = user.place().foldline("fleet", "--from", shared.toString());
        assertThat(fleet.exit()).as(fleet.all()).isEqualTo(4);
        assertThat(fleet.err())
                .contains("refuses a request: UNAUTHENTICATED")
                .contains("set TEMPORAL_API_KEY")
                .doesNotContain("wrong-key");
    }
}
