package dev.foldline.app.server.call;

import dev.foldline.app.operation.Endpoint;
import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.server.call.ApiCall.Gives;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.Map;

/** The operations as calls: names in the path, the query or the body are their fields. */
record OperationCalls(ApiContext context) {

    Vector<ApiCall> all() {
        return Operations.ALL.flatMap(
                operation ->
                        operation.endpoint(FrontEnd.HTTP) instanceof Endpoint.Derived(var name)
                                ? Vector.of(call(operation, name))
                                : Vector.empty());
    }

    /**
     * @param route method and path
     */
    private ApiCall call(Operation operation, String route) {
        var words = route.split(" ");
        var template = words[1];
        var rest =
                operation
                        .fields(FrontEnd.HTTP)
                        .filter(field -> !template.contains("{" + field.name() + "}"));
        var gives =
                operation.schema().isEmpty()
                        ? new Gives(200, Gives.JSON, Option.none())
                        : Gives.document(operation.schema());
        ApiCall.Work work = request -> ApiResponse.json(perform(operation, request));
        return (words[0].equals("GET")
                        ? ApiCall.get(template, operation.summary(), gives, work)
                                .asking(rest.toJavaArray(Field<?>[]::new))
                        : ApiCall.post(template, operation.summary(), gives, work)
                                .taking(rest.toJavaArray(Field<?>[]::new)))
                .needing(operation.contract().permission());
    }

    /** The document that an operation answers a request with. */
    Map<String, ?> perform(Operation operation, ValidatedRequest request)
            throws IOException, InterruptedException {
        return perform(
                operation,
                Input.ofTexts(request.names(), operation.fields())
                        .and(request.query())
                        .and(request.fields()));
    }

    Map<String, ?> perform(Operation operation, Input input)
            throws IOException, InterruptedException {
        var here = context.here();
        return operation
                .perform(
                        new OperationContext(
                                FrontEnd.HTTP,
                                here.root(),
                                here.environment(),
                                context.redaction(),
                                context.notice(),
                                _ -> {},
                                new ServerServices(context)),
                        input)
                .document();
    }
}
