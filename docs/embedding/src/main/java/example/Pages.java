package example;

import dev.foldline.app.definition.InvalidWorkflowFile;
import dev.foldline.app.embed.EmbeddedWorkflowFile;
import dev.foldline.app.embed.Foldline;

import java.io.IOException;
import java.nio.file.Path;

/** Runs a workflow file on the repository that its argument names. */
public final class Pages {
    static EmbeddedWorkflowFile workflow() throws IOException {
        return EmbeddedWorkflowFile.resource(Pages.class, "pages.yaml").input("folder", "guide");
    }

    public static void main(String[] arguments) throws Exception {
        try {
            var run =
                    Foldline.in(Path.of(arguments[0]))
                            .agent("writer", "sh", "agents/writer.sh")
                            .agent("developer", "sh", "agents/developer.sh")
                            .run(workflow(), "How to greet the world");
            System.out.println("run " + run.id() + ": " + run.outcome().get());
        } catch (InvalidWorkflowFile invalid) {
            invalid.problems().forEach(problem -> System.err.println(problem.describe()));
        }
    }
}
