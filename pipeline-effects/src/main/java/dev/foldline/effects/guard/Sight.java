package dev.foldline.effects.guard;

import dev.foldline.effects.files.Remembered;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What an agent must leave alone, as it was before its call.
 *
 * @param ticket of the call
 * @param hooks the folders whose files git runs
 * @param files those that tell git what to do and what to run, each hook too
 * @param ground the facts of the repository, by name
 * @param branch the branch that was checked out; none on a detached head
 * @param commit where it was
 * @param elsewhere full names of the branches that other working trees had checked out
 * @param papers what the user wrote for us
 * @param kept a fingerprint of each path with a person's uncommitted work
 * @param saved the ref that holds that work
 */
public record Sight(long ticket, Vector<Remembered> hooks, Vector<Remembered> files, Map<String, String> ground, Option<String> branch,
        String commit, Vector<String> elsewhere, Vector<Remembered> papers, Map<String, String> kept, String saved) {}
