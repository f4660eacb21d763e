package dev.foldline.core.state;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The questions of agents.
 *
 * @param open the questions that wait for the user, in order
 * @param asked number of questions that the user was asked so far
 * @param answers the latest answers, the latest last
 */
public record Questions(Vector<Question> open, int asked, Vector<Answer> answers) {
    public static final Questions NONE = new Questions(Vector.empty(), 0, Vector.empty());

    /** A prompt does not grow with the length of its run. */
    public static final int ANSWERS_MAX = 30;

    /** Number of questions of a run that are answered by their recommendations. */
    public static final int ASSUMED_MAX = 20;

    /** The answer to a question. */
    public record Answer(String question, String text, Source source) {
        private static final String OPENING = "An agent of this run has asked:\n";

        /** Returns what an agent is told. */
        public String remark() {
            return OPENING
                    + question
                    + "\nThe answer, which counts for all agents, so do not ask it again:\n"
                    + text;
        }

        /** Returns whether a text of feedback is the remark of an answer. */
        public static boolean isRemark(String message) {
            return message.startsWith(OPENING);
        }

        /** Who answered. */
        public enum Source {
            USER,
            /** The agent's own recommendation was taken. */
            RECOMMENDATION,
            /** The agent was told to decide. */
            AGENT
        }
    }

    /** Adds a question that waits for the user, unless the same one does. */
    public Questions asking(Question question) {
        return open.exists(each -> each.isSame(question.text()))
                ? this
                : new Questions(open.append(question), asked + 1, answers);
    }

    /** Records an answer; the question no longer waits. */
    public Questions answered(Answer answer) {
        return new Questions(
                open.reject(each -> each.isSame(answer.question())),
                asked,
                answers.append(answer).takeRight(ANSWERS_MAX));
    }

    /** Returns the same answers; no question waits. */
    public Questions withoutOpen() {
        return open.isEmpty() ? this : new Questions(Vector.empty(), asked, answers);
    }

    /** Returns the question that is to be answered next. */
    public Option<Question> next() {
        return open.headOption();
    }

    /** Returns the number of the next question, from 1. */
    public int number() {
        return asked - open.size() + 1;
    }

    /** Returns whether this question has an answer. */
    public boolean isAnswered(Question question) {
        return answers.exists(answer -> question.isSame(answer.question()));
    }

    /** Returns how many questions were answered by their recommendations. */
    public int assumed() {
        return answers.count(answer -> answer.source() == Answer.Source.RECOMMENDATION);
    }
}
