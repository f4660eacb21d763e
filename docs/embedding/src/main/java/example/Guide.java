package example;

import static dev.foldline.core.workflow.GitOperation.*;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Route.*;
import static dev.foldline.core.workflow.Script.*;

import dev.foldline.app.embed.Foldline;
import dev.foldline.app.embed.EmbeddedWorkflow;

import java.nio.file.Path;

/** Plans a guide, writes it until a critic calls it good, and commits it. */
public final class Guide {
    static final EmbeddedWorkflow WORKFLOW =
            EmbeddedWorkflow.of(
                            "guide",
                            phase("outline", git(OPEN_BRANCH), ask("writer", "outline")),
                            phase(
                                            "draft",
                                            clean(),
                                            call("writer", "draft"),
                                            check("guide"),
                                            ask("critic", "verdict", "good", "weak"))
                                    .route("good", NEXT_PHASE)
                                    .route("weak", MORE),
                            phase("commit", ask("writer", "commit_message"), git(COMMIT)))
                    .check("guide", "test -s GUIDE.md")
                    .withResources(Guide.class);

    public static void main(String[] arguments) throws Exception {
        var run =
                Foldline.in(Path.of(arguments[0]))
                        .agent("writer", "sh", "agents/writer.sh")
                        .agent("critic", "sh", "agents/critic.sh")
                        .run(WORKFLOW, "How to greet the world");
        System.out.println("run " + run.id() + ": " + run.outcome().get());
    }
}
