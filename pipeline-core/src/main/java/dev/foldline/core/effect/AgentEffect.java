package dev.foldline.core.effect;

import dev.foldline.core.workflow.Policy.Deadlines;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Work of an agent. */
public sealed interface AgentEffect extends Deed {

    /**
     * Call an agent in a role.
     *
     * @param prompt id of the prompt's text
     * @param resumes the conversation to take up; a new one if none
     * @param kept paths the agent must leave alone
     * @param deadlines of which {@code agentMillis} is already cut to what the budget leaves
     * @param allowance what is set aside for it: all that the budget leaves; none, as in older logs, if it bounds neither money nor tokens
     * @param worker as whom it may commit on the run's branch, and its commits stay; none, as in older logs, if they are taken back
     */
    record InvokeAgent(Place place, String role, String agent, String prompt, Option<String> resumes, Vector<String> kept,
            Deadlines deadlines, Option<Allowance> allowance, Option<Worker> worker) implements AgentEffect {

        @Override
        public String fingerprint() { return AgentEffect.super.fingerprint() + ":" + role + ":" + agent; }
    }

    /**
     * Make ready what a terminal will work with, before anybody works.
     *
     * @param terminal the item that stands for it
     * @param agents who may work in it, the preferred one first
     */
    record SwitchModel(Place place, String terminal, Vector<String> agents) implements AgentEffect {

        @Override
        public String fingerprint() { return AgentEffect.super.fingerprint() + ":" + terminal; }
    }
}
