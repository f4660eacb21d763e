package dev.foldline.effects.sim;

import dev.foldline.effects.sim.play.Answers;

/** What a simulated world draws from: chance, its mood, what was scripted, and how far the run is. */
record Circumstances(Luck luck, Mood mood, Script script, Answers answers) {

    boolean strikes(Mood.Trouble trouble, Luck fate) { return mood.strikes(trouble, fate); }
}
