package dev.foldline.app.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.projection.runtime.Broadcast;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.TerminalStatus;

import org.junit.jupiter.api.Test;

/** Each kind of message as it is written. */
class BroadcastTextTest {

    @Test
    void S1_26_a_status_change_is_an_object_with_its_type_workflow_and_new_value() {
        is(
                new Broadcast.StatusUpdate("r1", WorkflowStatus.RUNNING),
                "{'type':'status_update','workflowId':'r1','data':{'status':'running'}}");
        is(
                new Broadcast.TaskStatusUpdate("r1", "login", TaskStatus.COMPLETED),
                "{'type':'task_status_update','workflowId':'r1','data':{'taskId':'login','status':'completed'}}");
        is(
                new Broadcast.TerminalStatusUpdate(
                        "r1", "login/developer", TerminalStatus.NOT_STARTED),
                "{'type':'terminal_status_update','workflowId':'r1','data':{'terminalId':'login/developer','status':'not_started'}}");
    }

    @Test
    void S1_24_every_other_message_is_an_object_too() {
        is(
                new Broadcast.TerminalCompleted("r1", "login", "login/developer"),
                "{'type':'terminal_completed','workflowId':'r1','data':{'taskId':'login','terminalId':'login/developer'}}");
        is(
                new Broadcast.TerminalMessage("r1", "login/developer", "it\nfailed"),
                "{'type':'terminal_message','workflowId':'r1','data':{'terminalId':'login/developer','message':'it\\n"
                    + "failed'}}");
        is(
                new Broadcast.GitEvent("r1", "abc", "foldline/shop-login", "Add a login"),
                "{'type':'git_event','workflowId':'r1','data':{'commit':'abc','branch':'foldline/shop-login','message':'Add"
                    + " a login'}}");
        is(
                new Broadcast.Instruction("r1", "start"),
                "{'type':'instruction','workflowId':'r1','data':{'instruction':'start'}}");
        is(
                new Broadcast.Error("r1", "login: no"),
                "{'type':'error','workflowId':'r1','data':{'error':'login: no'}}");
        is(new Broadcast.Shutdown("r1"), "{'type':'shutdown','workflowId':'r1','data':{}}");
    }

    private static void is(Broadcast message, String text) {
        assertThat(BroadcastText.of(message)).isEqualTo(text.replace('\'', '"'));
    }
}
