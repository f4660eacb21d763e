package dev.foldline.app.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** A client of a server names the run or the workflow that its command changes. */
class RemoteRunTest {
    private static final Vector<Operation> COMMANDS =
            Operations.ALL.filter(each -> each.kind() == Operation.Kind.COMMAND);

    private static Vector<Field<?>> runs(Operation operation) {
        return operation
                .fields()
                .filter(
                        field ->
                                field.name().equals("run")
                                        || field.name().equals("id")
                                        || field.fallback().exists("@"::equals));
    }

    @Test
    void a_command_names_its_run_everywhere_but_on_the_command_line() {
        for (var command : COMMANDS)
            for (var field : runs(command))
                assertThat(Vector.of(FrontEnd.HTTP, FrontEnd.MCP))
                        .as(command.name())
                        .allMatch(field::isRequired);
        assertThat(COMMANDS.filter(command -> !runs(command).isEmpty()).map(Operation::name))
                .contains("cancel", "pause", "stop", "retry", "resume", "workflow cancel");
    }

    @Test
    void the_error_names_the_field_and_the_list_of_runs() {
        var cancel = Operations.named("cancel");
        assertThatThrownBy(() -> Input.of(HashMap.empty()).complete(cancel.fields(), FrontEnd.HTTP))
                .hasMessageContaining("run is missing")
                .hasMessageContaining("`runs` lists them");
        assertThat(Input.of(HashMap.empty()).complete(cancel.fields(), FrontEnd.CLI)).isNotNull();
    }

    @Test
    void a_query_is_about_the_latest_run_by_default() {
        assertThat(
                        Operations.named("status")
                                .fields()
                                .exists(field -> field.isRequired(FrontEnd.HTTP)))
                .isFalse();
    }
}
