package dev.foldline.law.tdd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.law.Occurrences;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.io.IOException;

/**
 * What {@code ACTIVE_PR.json} calls DONE is in the working tree or in a commit of the branch,
 * however careless the agent and however often git fails.
 */
class DoneWorkProperties {
    private static final int CALLS = 30;

    @Property(tries = 2)
    void done_work_is_in_the_tree_or_in_a_commit_of_the_branch(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices luck) throws IOException {
        try (var folder = new TrialFolder()) {
            var walk = new AgentWalk(AgentTrial.in(folder.path()), luck.source());
            for (int call = 0; call < CALLS && !walk.isOver(); call++) {
                walk.next();
                assertThat(walk.lostWork()).as("call %s, behind: %s", call, walk.story()).isEmpty();
            }
            Occurrences.require("the scope is reduced", walk.reductions() > 0, 1);
            Occurrences.require("steps are done", walk.doneSteps() > 0, 1);
        }
    }
}
