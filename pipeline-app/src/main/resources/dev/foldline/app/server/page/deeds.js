// Buttons of a workflow and the message that each shows when it succeeds.

import { el } from './dom.js';
import { calls } from './api.js';
import { ask } from './keys.js';

const DEEDS = {
  ready: {
    label: 'Ready',
    title: 'Mark it as ready to start',
    said: 'is ready to start',
  },
  start: {
    label: 'Start',
    title: 'Start work on its tasks',
    said: 'has been started',
    style: 'main',
  },
  stop: {
    label: 'Stop',
    title: 'Pause it and its tasks; running agents have 15 seconds to finish',
    said: 'is paused; use Resume to continue',
    doing: 'Stopping',
  },
  resume: {
    label: 'Resume',
    title: 'Continue it, or retry what has failed',
    said: 'continues',
    style: 'main',
  },
  reopen: {
    label: 'Restart tasks',
    title: 'Restart cancelled tasks, each on a new branch',
    said: 'continues with its cancelled tasks restarted',
    call: 'resume',
    body: { reopen: true },
  },
  resolve: {
    label: 'Resolved',
    title: 'You have resolved the conflict on its branch: continue merging',
    said: 'continues merging',
    style: 'main',
  },
  cancel: {
    label: 'Cancel',
    title: 'Cancel it and all its tasks',
    said: 'has been cancelled; its branches are kept',
    style: 'danger',
    doing: 'Cancelling',
  },
};

/** Returns the actions that its status allows. */
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
    title: 'Continue it in a separate process',
    style: 'main',
    said: 'continues',
    body: {},
  },
  now: {
    label: 'Try now',
    title: 'Stop waiting and call the preferred agent now',
    style: 'plain',
    said: 'retries now',
    body: { now: true },
  },
};

/** The buttons of a run that is not a workflow: resume it in a separate process, or retry now. A task continues with its workflow. */
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
      text: 'This ends the workflow and all its tasks. Uncommitted work is saved and branches are kept. A cancelled workflow cannot be resumed.',
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
