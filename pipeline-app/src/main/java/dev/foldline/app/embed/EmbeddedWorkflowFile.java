package dev.foldline.app.embed;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.definition.InputValues;
import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A workflow file as a value: the file with the prompts, schemas and child workflows that it names,
 * and values for its inputs. It is immutable, and later changes of the files do not affect it.
 *
 * <pre>
 *   var pages = EmbeddedWorkflowFile.read(Path.of("pages.yaml")).input("area", "src");
 *   Simulation.of(pages.workflow()).run();
 *   Foldline.in(folder).role("writer", "claude").run(pages, "Document the sources");
 * </pre>
 *
 * {@link Foldline#workflowFile} reads one with the configuration of a repository.
 */
public final class EmbeddedWorkflowFile {
    private final WorkflowFile file;
    private final Settings settings;
    private final Vector<String> assignments;

    private EmbeddedWorkflowFile(WorkflowFile file, Settings settings, Vector<String> assignments) {
        this.file = file;
        this.settings = settings;
        this.assignments = assignments;
    }

    /**
     * Reads a file. Prompts and schemas are relative to its folder, and a child workflow without a
     * path is a file beside it. Checks and limits are those of the file and the defaults.
     *
     * @throws InvalidWorkflowFile with all problems of the file, each with its line and column
     * @throws UserError if there is no such file
     * @throws IOException if it cannot be read
     */
    public static EmbeddedWorkflowFile read(Path file) throws IOException {
        return read(file, file.toString(), CapturedFiles.onDisk());
    }

    /**
     * Reads a resource beside a class, as {@link #read} reads a file.
     *
     * @param name a path with {@code /}, relative to the package of the class
     * @throws InvalidWorkflowFile with all problems of the file, each with its line and column
     * @throws UserError if there is no such resource
     */
    public static EmbeddedWorkflowFile resource(Class<?> beside, String name) throws IOException {
        return read(CapturedFiles.ROOT.resolve(name), name, CapturedFiles.ofResources(beside));
    }

    /**
     * Reads a text, as {@link #read} reads a file.
     *
     * @param name the name of the file in messages
     * @param files the texts of the files that it names, by their paths with {@code /}
     * @throws InvalidWorkflowFile with all problems of the text, each with its line and column
     */
    public static EmbeddedWorkflowFile parse(String name, String text, Map<String, String> files) {
        return of(
                WorkflowFileReader.parse(
                        CapturedFiles.ROOT.resolve(name), name, text, CapturedFiles.ofTexts(files)),
                Configuration.standard());
    }

    private static EmbeddedWorkflowFile read(Path file, String shown, CapturedFiles files)
            throws IOException {
        return of(
                WorkflowFileReader.read(file, shown, files).getOrElseThrow(() -> missing(shown)),
                Configuration.standard());
    }

    private static UserError missing(String shown) {
        return new UserError("the workflow file does not exist", shown, "", ExitCode.USAGE);
    }

    /**
     * @throws InvalidWorkflowFile with all problems of the file
     */
    static EmbeddedWorkflowFile of(WorkflowFile file, Settings settings) {
        var read =
                new EmbeddedWorkflowFile(
                        file.withFiles(CapturedFiles.of(file.files())), settings, Vector.empty());
        var problems = read.expansions().flatMap(DefinedWorkflow.Expansion::problems).distinct();
        if (problems.nonEmpty()) throw new InvalidWorkflowFile(file.shown(), problems.asJava());
        return read;
    }

    /**
     * Sets the value of an input.
     *
     * @param value as text: a number, {@code true} or {@code false}, or a value of an enum
     * @throws UserError if the workflow has no such input, or the value does not fit
     */
    public EmbeddedWorkflowFile input(String name, String value) {
        var assignment = name + "=" + value;
        InputValues.check(file, assignment);
        return new EmbeddedWorkflowFile(file, settings, assignments.append(assignment));
    }

    /**
     * Returns the workflow for the values of its inputs, to be simulated and crashed. A role
     * without agents has a placeholder.
     *
     * @throws UserError if an input without a default has no value
     */
    public Workflow workflow() {
        return defined().expanded(settings, new Branching.Stay()).workflow();
    }

    /**
     * Returns the workflow for each combination of its booleans and enums, at most 64. Values that
     * were set do not count.
     */
    public Vector<Workflow> variants() {
        return expansions().map(DefinedWorkflow.Expansion::workflow);
    }

    private Vector<DefinedWorkflow.Expansion> expansions() {
        return InputValues.combinations(file)
                .map(
                        values ->
                                new DefinedWorkflow(file, values)
                                        .expanded(settings, new Branching.Stay()));
    }

    /**
     * @throws UserError if an input without a default has no value
     */
    DefinedWorkflow defined() {
        return new DefinedWorkflow(file, InputValues.of(file, assignments), assignments);
    }
}
