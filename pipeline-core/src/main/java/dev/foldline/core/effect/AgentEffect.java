package dev.foldline.core.effect;

import dev.foldline.core.state.Allowance;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.core.workflow.PriceList.Price;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An effect that concerns an agent. */
public sealed interface AgentEffect extends ExternalEffect {

    /**
     * Call an agent in a role.
     *
     * @param prompt id of the prompt's text
     * @param resumes the conversation to resume; a new one if none
     * @param protectedPaths paths that no commit contains; those with a leading slash may be
     *     changed by the agent, the others hold uncommitted work of the user
     * @param deadlines the deadlines; {@code agentMillis} is already limited by the rest of the
     *     budget
     * @param allowance what the call may spend: the rest of the budget; none in older logs, and if
     *     neither money nor tokens are limited
     * @param worker the identity under which the agent commits on the run's branch; none, as in
     *     older logs, if its commits are undone
     * @param price what the agent's tokens cost; none, as in older logs, if that is unknown or the
     *     agent reports its cost
     */
    record InvokeAgent(
            EffectKey key,
            String role,
            String agent,
            String prompt,
            Option<String> resumes,
            Vector<String> protectedPaths,
            Deadlines deadlines,
            Option<Allowance> allowance,
            Option<TerminalAgent> worker,
            Option<Price> price)
            implements AgentEffect {
        private static final String MAY_CHANGE = "/";

        /** Returns both kinds of paths of the user as one list. */
        public static Vector<String> protectedPaths(Vector<String> work, Vector<String> local) {
            return work.appendAll(local.map(path -> MAY_CHANGE + path));
        }

        /** Returns the paths that the agent must not change. */
        public Vector<String> guardedPaths() {
            return protectedPaths.reject(path -> path.startsWith(MAY_CHANGE));
        }

        /** Returns the paths that no commit contains. */
        public Vector<String> excludedPaths() {
            return protectedPaths.map(
                    path -> path.startsWith(MAY_CHANGE) ? path.substring(1) : path);
        }

        @Override
        public String fingerprint() {
            return AgentEffect.super.fingerprint() + ":" + role + ":" + agent;
        }
    }

    /**
     * Resolve the model of a terminal before its work starts.
     *
     * @param terminal the item that represents the terminal
     * @param agents agents that may work in the terminal, the preferred one first
     */
    record SwitchModel(EffectKey key, String terminal, Vector<String> agents)
            implements AgentEffect {

        @Override
        public String fingerprint() {
            return AgentEffect.super.fingerprint() + ":" + terminal;
        }
    }
}
