package dev.foldline.app.definition;

import dev.foldline.app.config.source.Node;
import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.workflow.Attempts;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Expands the steps of a phase. */
final class StepReader {
    private static final String[] KEYS = {
        "if", "clean", "call", "ask", "collect", "check", "expect", "git", "children"
    };
    private static final String INTERNAL = "internal";
    private static final Vector<String> KINDS =
            Vector.of("clean", "call", "ask", "collect", "check", "git", "children");

    /** The git operations of workflow files, by the word in the file. */
    static final LinkedHashMap<String, GitOperation> OPERATIONS =
            LinkedHashMap.of(
                    "open_branch", GitOperation.OPEN_BRANCH,
                    "check_changes", GitOperation.INSPECT,
                    "commit", GitOperation.COMMIT,
                    "rebase", GitOperation.REBASE,
                    "prepare_merge", GitOperation.PREPARE_MERGE,
                    "land_merge", GitOperation.LAND_MERGE,
                    "take_back_commits", GitOperation.GATHER);

    private final StepContext context;
    private final WorkflowFile file;
    private final Problems problems;
    private final PromptReader prompts;
    private Vector<String> omitted = Vector.empty();

    StepReader(StepContext context) {
        this.context = context;
        this.file = context.file();
        this.problems = context.problems();
        this.prompts = new PromptReader(context);
    }

    /** Returns the labels of steps whose condition is not met, and forgets them. */
    Vector<String> takeOmittedLabels() {
        var labels = omitted;
        omitted = Vector.empty();
        return labels;
    }

    LinkedHashMap<String, String> prompts() {
        return prompts.texts();
    }

    /** Returns the kernel's steps for one step of the file. */
    Vector<Step> step(Node node) {
        if (context.isExpansion() && FieldReader.any(node, "a step", problems).has(INTERNAL))
            return InternalValues.step(
                            FieldReader.of(node, "a step", problems, INTERNAL).find(INTERNAL).get(),
                            problems)
                    .toVector();
        var fields = FieldReader.of(node, "a step", problems, KEYS);
        var kinds = KINDS.filter(fields::has);
        if (kinds.size() != 1) {
            if (kinds.size() > 1 || fields.keys().forAll("if"::equals))
                problems.add(
                        node.origin(),
                        kinds.isEmpty()
                                ? "a step says nothing to do"
                                : "a step has " + kinds.mkString(" and "),
                        "write one of: " + KINDS.mkString(", "));
            return Vector.empty();
        }
        if (fields.has("expect") && !kinds.head().equals("check"))
            problems.add(fields.place("expect"), "expect needs check", "delete it");
        var steps =
                switch (kinds.head()) {
                    case "clean" -> Vector.<Step>of(new Step.Clean(names(fields, "clean")));
                    case "call" -> call(fields.find("call").get());
                    case "ask" -> ask(fields.find("ask").get());
                    case "collect" -> collect(fields);
                    case "check" -> check(fields);
                    case "git" -> git(fields);
                    default -> new ChildrenReader(context).children(fields.find("children").get());
                };
        if (context.inputs().isWanted(fields)) return steps;
        omitted = omitted.appendAll(steps.flatMap(Step::routeKeys));
        return Vector.empty();
    }

    private Vector<Step> call(Node node) {
        var fields = FieldReader.of(node, "call", problems, "role", "prompt");
        return Script.call(role(fields, "role"), prompts.prompt(fields, ""));
    }

    /** Cleans, calls and collects. */
    Vector<Step> ask(Node node) {
        var fields = FieldReader.of(node, "ask", problems, artifactKeys("role", "prompt"));
        return ask(fields, artifact(fields.required("artifact", "NAME"), fields), "role");
    }

    Vector<Step> review(FieldReader fields) {
        return ask(
                fields,
                new Step.Collect(
                        fields.text("artifact").getOrElse("issues"),
                        Vector.of("clean", "issues"),
                        Option.none()),
                "role");
    }

    /** The list that an artifact fills is written only in an expansion. */
    private String[] artifactKeys(String... others) {
        return Vector.of(others)
                .appendAll(Vector.of("artifact", "labels"))
                .appendAll(context.isExpansion() ? Vector.of("items") : Vector.empty())
                .toJavaArray(String[]::new);
    }

    private Vector<String> names(FieldReader fields, String key) {
        return context.isExpansion() ? fields.words(key) : fields.names(key);
    }

    private Vector<Step> ask(FieldReader fields, Step.Collect collect, String role) {
        return Script.clean(collect.artifact())
                .appendAll(
                        Script.call(role(fields, role), prompts.prompt(fields, collect.artifact())))
                .append(collect);
    }

    /** Asks for a message and commits, if there are changes. */
    Vector<Step> commit(Node node) {
        var fields = FieldReader.of(node, "commit", problems, "message_from", "prompt", "requires");
        var message = new Step.Collect("commit_message", Vector.empty(), Option.none());
        return Script.git(GitOperation.INSPECT, "changed", "clean")
                .appendAll(ask(fields, message, "message_from"))
                .append(
                        new Step.Git(
                                GitOperation.COMMIT, Vector.empty(), defined(fields, "requires")));
    }

    /** Asks for a message, commits what is left, prepares the merge, and checks it. */
    Vector<Step> merge(FieldReader fields) {
        var message = new Step.Collect("merge_message", Vector.empty(), Option.none());
        var required = defined(fields, "requires");
        return ask(fields, message, "message_from")
                .appendAll(Script.git(GitOperation.INSPECT))
                .appendAll(Script.gitRelyingOn(required, GitOperation.COMMIT))
                .appendAll(Script.git(GitOperation.PREPARE_MERGE))
                .appendAll(required.map(Script::check).getOrElse(Script::nothing));
    }

    /** Moves the target branch to the prepared merge. */
    Vector<Step> land(FieldReader fields) {
        return Script.gitRelyingOn(
                defined(fields, "requires"), GitOperation.LAND_MERGE, "landed", "overtaken");
    }

    /** Returns the role that chooses the best of several attempts. */
    Attempts.Pick picker(FieldReader fields) {
        return new Attempts.Pick.Review(
                role(fields, "role"), prompts.prompt(fields, Attempts.CHOICE));
    }

    /** Returns the check that measures attempts, which must be defined. */
    Option<String> measure(FieldReader fields) {
        var check = defined(fields, "measure");
        if (check.isEmpty() && problems.all().isEmpty())
            problems.add(
                    fields.place("measure"),
                    "the check that measures is optional, and nothing defines it",
                    "define it under checks:");
        return check;
    }

    private Vector<Step> collect(FieldReader step) {
        var node = step.find("collect").get();
        if (node instanceof Node.Text text)
            return Vector.of(
                    artifact(
                            text.text(),
                            FieldReader.any(
                                    new Node.Fields(java.util.List.of(), node.origin()),
                                    "collect",
                                    problems)));
        var fields = FieldReader.of(node, "collect", problems, artifactKeys());
        return Vector.of(artifact(fields.required("artifact", "NAME"), fields));
    }

    private Step.Collect artifact(String name, FieldReader fields) {
        if (context.isExpansion())
            return new Step.Collect(name, fields.words("labels"), fields.text("items"));
        var known = file.declarations().artifacts();
        var definition = known.get(name);
        if (!name.isEmpty() && !file.artifacts().contains(name))
            problems.add(
                    fields.place("artifact"),
                    "the artifact '" + name + "' is not declared",
                    known.isEmpty()
                            ? "declare it under artifacts:"
                            : FieldReader.suggestion(name, file.artifacts().asJava()));
        return new Step.Collect(
                name,
                fields.has("labels")
                        ? fields.names("labels")
                        : definition
                                .map(WorkflowFile.ArtifactDefinition::labels)
                                .getOrElse(Vector.empty()),
                definition.flatMap(WorkflowFile.ArtifactDefinition::items));
    }

    private Vector<Step> check(FieldReader fields) {
        var expectation =
                fields.choice("expect", "pass", "fail").getOrElse("pass").equals("fail")
                        ? Step.Expectation.FAIL
                        : Step.Expectation.PASS;
        return defined(fields, "check")
                .map(name -> (Step) new Step.Check(name, expectation))
                .toVector();
    }

    /** Returns the check at a key, unless it is optional and nothing defines it. */
    private Option<String> defined(FieldReader fields, String key) {
        return fields.text(key).filter(name -> isDefined(name, fields.place(key)));
    }

    private boolean isDefined(String name, Origin at) {
        if (context.isExpansion()) return true;
        var configured = context.configured();
        var own = file.declarations().checks().get(name);
        if (configured.contains(name) || own.exists(each -> !each.run().isEmpty())) return true;
        if (own.exists(WorkflowFile.CheckDefinition::isOptional)) return false;
        var known = configured.toVector().appendAll(file.declarations().checks().keySet());
        problems.add(
                at,
                "the check '" + name + "' is not defined",
                known.isEmpty()
                        ? "define it under checks:"
                        : FieldReader.suggestion(name, known.asJava()));
        return false;
    }

    private Vector<Step> git(FieldReader step) {
        var node = step.find("git").get();
        if (node instanceof Node.Text)
            return operation(step, "git")
                    .map(operation -> Script.git(operation))
                    .getOrElse(Vector.empty());
        var fields = FieldReader.of(node, "git", problems, "operation", "labels", "requires");
        fields.required("operation", "commit");
        return operation(fields, "operation")
                .map(
                        operation ->
                                (Step)
                                        new Step.Git(
                                                operation,
                                                names(fields, "labels"),
                                                defined(fields, "requires")))
                .toVector();
    }

    private Option<GitOperation> operation(FieldReader fields, String key) {
        return fields.choice(key, OPERATIONS.keySet().toJavaArray(String[]::new))
                .flatMap(OPERATIONS::get);
    }

    private String role(FieldReader fields, String key) {
        var role = fields.required(key, "ROLE");
        var known = file.declarations().roles();
        if (!context.isExpansion() && fields.has(key) && !known.contains(role))
            problems.add(
                    fields.place(key),
                    "the role '" + role + "' is not declared",
                    known.isEmpty()
                            ? "write roles: [" + role + "] at the top"
                            : FieldReader.suggestion(role, known.asJava()));
        return role;
    }
}
