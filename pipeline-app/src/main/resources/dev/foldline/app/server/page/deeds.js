// What a person may do with a workflow: the buttons, and what each says when it is done.

import { el } from './dom.js';
import { calls } from './api.js';
import { ask } from './keys.js';

const DEEDS = {
  ready: {
    label: 'Ready',
    title: 'It is as it should be, and may be started',
    said: 'may be started now',
  },
  start: {
    label: 'Start',
    title: 'Begin to work on its tasks',
    said: 'has been started',
    style: 'main',
  },
  stop: {
    label: 'Stop',
    title: 'Hold it and its tasks; what is under way may take 15 seconds to end',
    said: 'is held; resume takes it up again',
    doing: 'Stopping',
  },
  resume: {
    label: 'Resume',
    title: 'Take it up again, or try again what waits',
    said: 'goes on',
    style: 'main',
  },
  reopen: {
    label: 'Begin anew',
    title: 'Begin the tasks anew that were given up, each on a branch of its own',
    said: 'goes on; what was given up is begun anew',
    call: 'resume',
    body: { reopen: true },
  },
  resolve: {
    label: 'Resolved',
    title: 'The conflict is resolved on its branch: go on with the merges',
    said: 'goes on with its merges',
    style: 'main',
  },
  cancel: {
    label: 'Cancel',
    title: 'End it and its tasks for good',
    said: 'has been given up; its branches stay',
    style: 'danger',
    doing: 'Cancelling',
  },
};

/** Which of them fit how it stands, whether or not somebody drives it. */
function fitting(view) {
  const driven = Boolean(view.driver);
  const verbs = fittingStatus(view, driven);
  return verbs.includes('resume') && view.tasks.some(task => task.status === 'cancelled')
    ? ['reopen', ...verbs]
    : verbs;
}

function fittingStatus(view, driven) {
  switch (view.workflow.status) {
    case 'created':
      return ['ready', 'cancel'];
    case 'ready':
      return ['start', 'cancel'];
    case 'running':
      return driven ? ['stop', 'cancel'] : ['resume', 'cancel'];
    case 'merging':
      return driven
        ? ['stop', 'cancel']
        : view.workflow.error
          ? ['resolve', 'cancel']
          : ['resume', 'cancel'];
    case 'failed':
      return driven ? ['stop', 'cancel'] : ['resume', 'cancel'];
    case 'paused':
      return ['resume', 'cancel'];
    default:
      return [];
  }
}

/** @param done is called when the server has answered, whatever it said */
export function buttons(view, around, done) {
  return el(
    'div',
    { class: 'buttons' },
    fitting(view).map(verb => button(verb, view, around, done)),
  );
}

function button(verb, view, around, done) {
  const deed = DEEDS[verb];
  return el(
    'button',
    {
      type: 'button',
      class: deed.style ?? 'plain',
      title: deed.title,
      'data-key': verb,
      'data-deed': verb,
      'aria-label': deed.label + ': ' + view.workflow.name,
      on: { click: event => carry(verb, view, around, done, event.currentTarget) },
    },
    deed.label,
  );
}

const RESUMABLE = new Set(['paused', 'interrupted', 'resumable', 'unavailable']);

const WAITING = new Set(['unavailable', 'waiting_to_retry']);

const RUN_DEEDS = {
  resume: {
    label: 'Resume',
    title: 'Take it up again, in a process of its own',
    style: 'main',
    said: 'goes on',
    body: {},
  },
  now: {
    label: 'Try now',
    title: 'Do not wait any longer: call the preferred agent now',
    style: 'plain',
    said: 'retries now',
    body: { now: true },
  },
};

/** The same for a run that is no workflow: it goes on in a process of its own, if nobody drives it, and what waits for a time can be tried now. A task goes on with its workflow. */
export function resumption(report, isTask, around, done) {
  const verbs = [
    !report.driver && !isTask && RESUMABLE.has(report.reason) ? 'resume' : null,
    report.retry_at && WAITING.has(report.reason) && (report.driver || !isTask) ? 'now' : null,
  ].filter(Boolean);
  return verbs.length === 0
    ? null
    : el(
        'div',
        { class: 'buttons' },
        verbs.map(verb =>
          el(
            'button',
            {
              type: 'button',
              class: RUN_DEEDS[verb].style,
              title: RUN_DEEDS[verb].title,
              'data-key': verb,
              'data-deed': verb,
              'aria-label': RUN_DEEDS[verb].label + ': ' + report.run.id,
              on: {
                click: event => resume(verb, report.run.id, around, done, event.currentTarget),
              },
            },
            RUN_DEEDS[verb].label,
          ),
        ),
      );
}

async function resume(verb, run, around, done, pressed) {
  pressed.disabled = true;
  try {
    await calls.resume(run, RUN_DEEDS[verb].body);
    around.say(run + ' ' + RUN_DEEDS[verb].said + '.', 'good');
  } catch (error) {
    around.failed(error);
  } finally {
    pressed.disabled = false;
    done();
  }
}

async function carry(verb, view, around, done, pressed) {
  const deed = DEEDS[verb];
  const name = view.workflow.name;
  const body = { ...deed.body };
  if (verb === 'cancel') {
    const why = await ask({
      title: 'Cancel ' + name + '?',
      does: 'Cancel it',
      field: 'Why (for the log)',
      text: 'The workflow and all its tasks end for good. What is not committed is saved, branches stay. It cannot be taken up again.',
    });
    if (why === null) return;
    if (why.trim() !== '') body.why = why.trim();
  }
  pressed.disabled = true;
  if (deed.doing) around.say(deed.doing + ' ' + name + ' …');
  try {
    await calls.deed(view.workflow.id, deed.call ?? verb, body);
    around.say(name + ' ' + deed.said + '.', 'good');
  } catch (error) {
    around.failed(error);
  } finally {
    pressed.disabled = false;
    done();
  }
}
