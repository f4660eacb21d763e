// Buttons of a workflow or a run, and the message that each shows when it succeeds.

import { el } from './dom.js';
import { calls } from './api.js';
import { ask } from './keys.js';

const ACTIONS = {
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
    case 'queued':
      return ['stop', 'cancel'];
    case 'queued':
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
  const action = ACTIONS[verb];
  return el(
    'button',
    {
      type: 'button',
      class: action.style ?? 'plain',
      title: action.title,
      'data-key': verb,
      'data-action': verb,
      'data-needs': 'operate',
      'aria-label': action.label + ': ' + view.workflow.name,
      on: { click: event => carry(verb, view, around, done, event.currentTarget) },
    },
    action.label,
  );
}

const RESUMABLE = new Set(['paused', 'interrupted', 'resumable', 'unavailable', 'terminated']);

const WAITING = new Set(['unavailable', 'waiting_to_retry']);

const OVER = new Set([
  'completed',
  'nothing_left',
  'pull_requests_reached',
  'failed',
  'aborted',
  'rejected',
]);

const RUN_ACTIONS = {
  resume: {
    label: 'Resume',
    title: 'Continue it in a separate process',
    style: 'main',
    said: 'continues',
    call: run => calls.resume(run),
  },
  now: {
    label: 'Try now',
    title: 'Stop waiting and call the preferred agent now',
    said: 'retries now',
    call: run => calls.resume(run, { now: true }),
  },
  retry: {
    label: 'Retry',
    title: 'Retry the failed phase from its start with fresh limits',
    style: 'main',
    said: 'retries',
    call: run => calls.operate('retry', run),
  },
  raise: {
    label: 'Raise the budget',
    title: 'Raise the limit that is reached, and resume',
    style: 'main',
    said: 'continues with a higher budget',
    call: (run, why, report) => calls.resume(run, { budget: raises(report) }),
  },
  pause: {
    label: 'Pause',
    title: 'Pause it after the current step',
    said: 'pauses after the current step',
    call: run => calls.operate('pause', run),
  },
  stop: {
    label: 'Stop now',
    title: 'End the current step now; Resume repeats it',
    said: 'stops',
    call: run => calls.operate('stop', run, { now: true }),
  },
  cancel: {
    label: 'Cancel',
    title: 'End it for good; its work is saved',
    style: 'danger',
    said: 'has been cancelled',
    why: 'This ends the run. Uncommitted work is saved and its branch is kept. A cancelled run cannot be resumed.',
    call: (run, why) => calls.operate('cancel', run, { why }),
  },
};

/** What the command that the server proposes raises. */
function raises({ next }) {
  return [...(next[0] ?? '').matchAll(/ --budget (\S+)/g)].map(found => found[1]);
}

function fittingRun(report, isTask) {
  const { reason, driver, retry_at: retryAt } = report;
  const isWaiting = retryAt && WAITING.has(reason);
  if (isTask) return isWaiting && driver ? ['now'] : [];
  return [
    reason === 'halted' ? 'retry' : null,
    raises(report).length ? 'raise' : null,
    !driver && RESUMABLE.has(reason) ? 'resume' : null,
    isWaiting ? 'now' : null,
    driver && !OVER.has(reason) ? 'pause' : null,
    driver && !OVER.has(reason) ? 'stop' : null,
    OVER.has(reason) || reason === 'unreadable' || reason === 'log_cut' ? null : 'cancel',
  ].filter(Boolean);
}

/** The buttons of a run that is not a workflow. A task continues with its workflow. */
export function runButtons(report, isTask, around, done) {
  const verbs = fittingRun(report, isTask);
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
              class: RUN_ACTIONS[verb].style ?? 'plain',
              title: RUN_ACTIONS[verb].title,
              'data-key': verb,
              'data-action': verb,
              'data-needs': 'operate',
              'aria-label': RUN_ACTIONS[verb].label + ': ' + (report.title ?? report.run.id),
              on: {
                click: event => operate(verb, report, around, done, event.currentTarget),
              },
            },
            RUN_ACTIONS[verb].label,
          ),
        ),
      );
}

async function operate(verb, report, around, done, pressed) {
  const action = RUN_ACTIONS[verb];
  const run = report.run.id;
  let why;
  if (action.why) {
    why = await ask({
      title: action.label + ' ' + run + '?',
      does: action.label + ' it',
      field: 'Why (for the log)',
      text: action.why,
    });
    if (why === null) return;
  }
  pressed.disabled = true;
  try {
    await action.call(run, why?.trim(), report);
    around.say(run + ' ' + action.said + '.', 'good');
  } catch (error) {
    around.failed(error);
  } finally {
    pressed.disabled = false;
    done();
  }
}

async function carry(verb, view, around, done, pressed) {
  const action = ACTIONS[verb];
  const name = view.workflow.name;
  const body = { ...action.body };
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
  if (action.doing) around.say(action.doing + ' ' + name + ' …');
  try {
    await calls.act(view.workflow.id, action.call ?? verb, body);
    around.say(name + ' ' + action.said + '.', 'good');
  } catch (error) {
    around.failed(error);
  } finally {
    pressed.disabled = false;
    done();
  }
}
