package dev.foldline.kill;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The results of all crashes that were tried. */
final class KillResults {
    private int points;
    private int spared;
    private int duplicated;
    private int lost;
    private int wrongEnds;
    private final List<Long> nextEffectMillis = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    /**
     * Kills that hit a process.
     *
     * @param inCalls how many of them came while an agent was working: only such a call is made
     *     again
     */
    record KillCount(int all, int inCalls) {
        static final KillCount NONE = new KillCount(0, 0);

        KillCount and(boolean hit, boolean inCall) {
            return hit ? new KillCount(all + 1, inCalls + (inCall ? 1 : 0)) : this;
        }
    }

    /**
     * A crash point, and what it left.
     *
     * @param hits the kills that hit a process; a point counts only if one did
     */
    void add(
            String point,
            FinalRunState found,
            FinalRunState calm,
            KillCount hits,
            List<String> leftBehind) {
        if (hits.all() > 0) points += hits.all();
        else spared++;
        var doubles =
                found.tickets().size()
                        - found.tickets().stream().distinct().count()
                        + Math.max(0, found.commits().size() - calm.commits().size())
                        + Math.max(0, found.agentCalls() - calm.agentCalls() - hits.inCalls());
        var missing =
                Math.max(0, calm.commits().size() - found.tickets().size())
                        + Math.max(0, calm.agentCalls() - found.agentCalls());
        var difference = found.difference(calm);
        if (doubles > 0) violated(point, doubles + " effects done twice: " + found);
        if (missing > 0) violated(point, missing + " effects lost: " + found);
        if (!difference.isEmpty()) violated(point, difference);
        if (!leftBehind.isEmpty()) violated(point, "left behind " + leftBehind);
        duplicated += (int) doubles;
        lost += (int) missing;
        if (!difference.isEmpty() || !leftBehind.isEmpty()) wrongEnds++;
    }

    /** A run that could not be taken to its end. */
    void stuck(String point, String why) {
        points++;
        wrongEnds++;
        violated(point, why);
    }

    void nextEffectAfter(long millis) {
        nextEffectMillis.add(millis);
    }

    int points() {
        return points;
    }

    List<String> violations() {
        return violations;
    }

    @Override
    public String toString() {
        Collections.sort(nextEffectMillis);
        var median =
                nextEffectMillis.isEmpty()
                        ? "-"
                        : nextEffectMillis.get(nextEffectMillis.size() / 2) + " ms";
        return "crashes: "
                + points
                + ", effects done twice: "
                + duplicated
                + ", effects lost: "
                + lost
                + ", wrong end states: "
                + wrongEnds
                + ", kills that came too late and do not count: "
                + spared
                + "\nfrom the start of `resume` to the next effect, median of "
                + nextEffectMillis.size()
                + ": "
                + median;
    }

    private void violated(String point, String how) {
        System.out.println("VIOLATED  " + point + ": " + how);
        violations.add(point + ": " + how);
    }
}
