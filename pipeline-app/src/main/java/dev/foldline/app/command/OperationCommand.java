package dev.foldline.app.command;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.InputFile;
import dev.foldline.app.operation.Operation;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** An operation as a command: arguments and options in, text or JSON out. */
public final class OperationCommand implements Callable<Integer> {
    private final Operation operation;
    private final Console console;
    private Map<Field<?>, ArgSpec> arguments = LinkedHashMap.empty();

    public OperationCommand(Operation operation, Console console) {
        this.operation = operation;
        this.console = console;
    }

    String name() {
        return operation.name();
    }

    /** The derived commands below another, such as {@code workflow list} below workflow. */
    static Vector<OperationCommand> below(String command, Console console) {
        return Operations.derived(FrontEnd.CLI)
                .filter(each -> each.name().startsWith(command + " "))
                .map(each -> new OperationCommand(each, console));
    }

    /** Carries out an operation without input for a command that stands for it. */
    public static int perform(Operation operation, Console console)
            throws IOException, InterruptedException {
        return new OperationCommand(operation, console).call();
    }

    /** The command with its arguments, options and help. */
    CommandLine line() {
        var spec =
                CommandSpec.wrapWithoutInspection(this)
                        .name(name().substring(name().lastIndexOf(' ') + 1));
        spec.usageMessage()
                .description(operation.summary())
                .footer(
                        operation
                                .documentation()
                                .examples()
                                .map(each -> "  " + each)
                                .toJavaArray(String[]::new));
        int index = 0;
        for (var field : operation.fields())
            switch (field.form()) {
                case Field.Form.Argument(var label) -> {
                    var argument = argument(field, label, index++);
                    spec.addPositional(argument);
                    arguments = arguments.put(field, argument);
                }
                case Field.Form.Flag flag -> {
                    var option = option(field, flag);
                    spec.addOption(option);
                    arguments = arguments.put(field, option);
                }
                case Field.Form.Absent _ -> {}
            }
        return new CommandLine(spec);
    }

    private static PositionalParamSpec argument(Field<?> field, String label, int index) {
        return PositionalParamSpec.builder()
                .index(Integer.toString(index))
                .arity(field.isRequired(FrontEnd.CLI) ? "1" : "0..1")
                .required(field.isRequired(FrontEnd.CLI))
                .paramLabel(label)
                .description(description(field))
                .type(String.class)
                .build();
    }

    private static OptionSpec option(Field<?> field, Field.Form.Flag flag) {
        var names = flag.names().toJavaArray(String[]::new);
        var option =
                OptionSpec.builder(names)
                        .required(field.isRequired(FrontEnd.CLI))
                        .description(description(field));
        return switch (field.type()) {
            case Field.Type.Truth _ -> option.type(boolean.class).arity("0").build();
            case Field.Type.Number _ ->
                    option.type(Long.class).arity("1").paramLabel(flag.label()).build();
            case Field.Type.Texts _ ->
                    option.type(List.class)
                            .auxiliaryTypes(String.class)
                            .arity("1")
                            .paramLabel(flag.label())
                            .build();
            case Field.Type.Text _, Field.Type.Choice _, Field.Type.File _ ->
                    option.type(String.class).arity("1").paramLabel(flag.label()).build();
        };
    }

    private static String description(Field<?> field) {
        var text = field.about();
        return Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Object> values = LinkedHashMap.empty();
        for (var each : arguments) {
            Object value = each._2().getValue();
            if (value != null) values = values.put(each._1().name(), value(each._1(), value));
        }
        var result = operation.perform(context(), Input.of(values));
        if (console.isJson()) console.print(result.document());
        else console.print(result.text().in(console.paint()));
        return result.exit().value();
    }

    private Object value(Field<?> field, Object parsed) {
        return switch (parsed) {
            case String text when field.type() instanceof Field.Type.File ->
                    new InputFile(console.bytes(text), Option.of(text));
            case String text -> field.read(text);
            case Long number -> field.read(number.toString());
            case List<?> texts -> Vector.ofAll(texts);
            default -> parsed;
        };
    }

    private OperationContext context() {
        return context(console);
    }

    /** What an operation works with on the command line. */
    public static OperationContext context(Console console) {
        return new OperationContext(
                FrontEnd.CLI,
                console.directory(),
                console.environment(),
                console.redaction(),
                console::note,
                run -> console.about(run.path()),
                new TerminalServices(console));
    }
}
