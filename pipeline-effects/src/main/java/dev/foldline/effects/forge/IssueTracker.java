package dev.foldline.effects.forge;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The issues of a repository, as a queue of work. */
public interface IssueTracker {

    /** Returns the issues of the repository that is reached like this. */
    static IssueTracker of(ForgeAccess access) {
        return switch (access.kind()) {
            case GITHUB -> new GitHubForge(access).issues();
            case GITLAB -> new GitLabForge(access).issues();
            case GITEA -> new GiteaForge(access).issues();
        };
    }

    /** Returns the open issues with this label, oldest first. */
    List<Entry> labelled(String label) throws IOException, InterruptedException;

    /** Returns whether an issue is open and has this label. */
    boolean isLabelled(long number, String label) throws IOException, InterruptedException;

    /** Returns whether an issue is there: it may have been deleted or moved. */
    boolean exists(long number) throws IOException, InterruptedException;

    /** Returns the latest time that the label was set; none if the forge does not know it. */
    Optional<Labelling> labelling(long number, String label)
            throws IOException, InterruptedException;

    /**
     * Returns the comments with a mark of Foldline, oldest first, as far as they are of the token's
     * account or of an account that may write.
     */
    List<Note> notes(long number) throws IOException, InterruptedException;

    /** Adds a comment; before a repetition, check whether it was accepted. */
    void comment(long number, String body) throws IOException, InterruptedException;

    /** Replaces the text of a comment. */
    void edit(long number, long note, String body) throws IOException, InterruptedException;

    /** Deletes a comment, if it is still there. */
    void delete(long number, long note) throws IOException, InterruptedException;

    /** Takes a label from an issue, if it has the label. */
    void unlabel(long number, String label) throws IOException, InterruptedException;

    /** An issue in a list. */
    record Entry(long number, String author) {}

    /**
     * That a label was set.
     *
     * @param id greater than that of an earlier one
     * @param mayWrite whether the account that set it may write to the repository
     */
    record Labelling(long id, String account, boolean mayWrite) {}

    /**
     * A comment.
     *
     * @param id greater than that of an earlier one
     */
    record Note(long id, String body) {}
}
