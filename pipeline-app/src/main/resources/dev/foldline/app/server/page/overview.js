// All workflows and runs of the repository; first those that wait for you.

import { el, show } from './dom.js';
import { calls } from './api.js';
import { gathered } from './live.js';
import { buttons, runButtons } from './actions.js';
import { filterForm, filterOf, noRuns, runTable } from './runs.js';
import { startRun } from './start.js';
import { notify, notifyButton } from './notify.js';
import { command, count, day, elapsed, shapeOf, stands } from './words.js';

/** Browsers keep six connections to a server; some must be left for calls, and for other pages beside this one. */
const STREAMS_MAX = 2;

/** So many workflows are shown with their tasks, the others by a line. */
const WHOLE_MAX = 12;

/** So many of the latest, also when they are over: what one has just watched does not vanish. */
const LATEST = 3;

const LOOK_MILLIS = 5000;

export function overview(around, query) {
  let left = false;
  let filter = filterOf(query);
  let times = 0;
  const changed = given => {
    filter = given;
    pages = 1;
    const search = new URLSearchParams(filter);
    history.replaceState(null, '', '#/' + (search.size ? '?' + search : ''));
    look();
  };
  /** How many pages of runs are shown. */
  let pages = 1;
  /** From where a run is followed: what was before is on the page. */
  const begun = {};
  const look = gathered(async () => {
    try {
      const [lines, latest, unfinished, gates] = await Promise.all([
        calls.workflows(),
        calls.runs(pages, filter),
        calls.unfinished(),
        calls.gates(),
      ]);
      const known = new Set(latest.runs.map(run => run.run.id));
      const others = unfinished.filter(run => !known.has(run.run.id));
      const listed = Object.keys(filter).length ? latest.runs : [...latest.runs, ...others];
      const runs = [...latest.runs, ...others];
      const views = await Promise.all(
        lines
          .filter((line, index) => isAlive(line) || index < LATEST)
          .slice(0, WHOLE_MAX)
          .map(line => calls.workflow(line.id)),
      );
      if (left) return;
      draw(
        around,
        {
          lines,
          views,
          runs,
          listed,
          filter,
          changed,
          times,
          gates,
          further: latest.more
            ? () => {
                pages++;
                look();
              }
            : null,
        },
        look,
      );
      const working = runs.filter(run => run.driver && run.run.workflow !== 'tasks');
      for (const run of working) begun[run.run.id] ??= run.run.seq;
      around.live.follow(
        [
          ...views
            .filter(view => isAlive(view.workflow))
            .map(view => calls.workflowEvents(view.workflow.id)),
          ...working.map(run => calls.runEvents(run.run.id, begun[run.run.id])),
        ].slice(0, STREAMS_MAX),
        look,
      );
    } catch (error) {
      if (!left) around.failed(error);
    }
  }, 700);
  // More streams than that are not held open, and that a driver has died stands in no log.
  const timer = setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_MILLIS);
  around.title('');
  look();
  return {
    leave() {
      left = true;
      look.stop();
      clearInterval(timer);
    },
    address(hash) {
      const found = /^#?\/?(?:\?(.*))?$/.exec(hash);
      if (!found) return false;
      filter = filterOf(found[1]);
      times++;
      look();
      return true;
    },
  };
}

function isAlive(line) {
  return !['completed', 'cancelled'].includes(line.status);
}

function draw(around, seen, again) {
  const { lines, views, runs, listed, filter, changed, times, gates, further } = seen;
  const shown = new Set(views.map(view => view.workflow.id));
  const others = lines.filter(line => !shown.has(line.id));
  const parts = new Set([
    ...lines.map(line => line.id),
    ...views.flatMap(view => view.tasks.map(task => task.run)),
  ]);
  const isOwn = run => !parts.has(run.run.id) && run.run.workflow !== 'task';
  const own = listed.filter(isOwn);
  const waiting = [
    ...gates.map(gate => gateCard(gate, runs)),
    ...views.flatMap(halted),
    ...runs
      .filter(isOwn)
      .filter(isHalted)
      .map(run => haltedRun(run, around, again)),
  ];
  notify(waiting.length);
  around.title(waiting.length ? '(' + waiting.length + ')' : '', runs[0]?.repository ?? '');
  show(
    around.main,
    el('h1', { class: 'unseen', 'data-key': 'h1' }, 'Overview'),
    waiting.length
      ? el(
          'section',
          { class: 'waiting', 'data-key': 'waiting', 'aria-labelledby': 'h-waiting' },
          el(
            'h2',
            { id: 'h-waiting' },
            shapeOf('diamond'),
            ' Needs you ',
            number(waiting),
            ' ',
            notifyButton(again),
          ),
          el('div', { class: 'cards' }, waiting),
        )
      : null,
    el(
      'section',
      { 'data-key': 'workflows', 'aria-labelledby': 'h-workflows' },
      el('h2', { id: 'h-workflows' }, 'Workflows ', number(lines)),
      views.map(view => workflowCard(view, around, again)),
      others.length ? workflowTable(others) : null,
      lines.length
        ? null
        : el(
            'p',
            { class: 'empty' },
            'None yet. ',
            command('foldline workflow create -f tasks.yaml'),
          ),
    ),
    el(
      'section',
      { 'data-key': 'runs', 'aria-labelledby': 'h-runs' },
      el(
        'h2',
        { id: 'h-runs' },
        'Runs ',
        el('span', { class: 'number' }, own.length + (further ? '+' : '')),
        ' ',
        el(
          'button',
          {
            type: 'button',
            class: 'main',
            'data-action': 'start-run',
            'data-needs': 'operate',
            on: { click: () => startRun(around) },
          },
          'Start a run',
        ),
      ),
      filterForm(filter, changed, times),
      own.length
        ? [
            runTable(own, again),
            further
              ? el(
                  'p',
                  { 'data-key': 'further' },
                  el(
                    'button',
                    { type: 'button', class: 'plain', on: { click: further } },
                    'Show earlier runs',
                  ),
                )
              : null,
          ]
        : noRuns(filter),
    ),
  );
}

function number(list) {
  return el('span', { class: 'number' }, String(list.length));
}

// ---- what waits

function gateCard(gate, runs) {
  const run = runs.find(each => each.run.id === gate.run);
  const at = '#/gate/' + encodeURIComponent(gate.run) + '/' + encodeURIComponent(gate.gate_id);
  return el(
    'article',
    { class: 'card wait', 'data-key': 'gate-' + gate.run + gate.gate_id },
    el('h3', {}, el('a', { href: at, class: 'stop' }, 'Gate ', gate.gate_id)),
    el('p', {}, run?.sentence ?? gate.reason),
    el(
      'p',
      { class: 'meta' },
      'run ',
      el('a', { href: '#/run/' + gate.run }, run?.title ?? gate.run),
      ' · revision ',
      String(gate.revision),
      gate.created_at ? [' · for ', elapsed(gate.created_at)] : null,
    ),
    el('p', {}, el('a', { class: 'button main', href: at }, 'Review')),
    command('foldline approve ' + gate.gate_id + ' ' + gate.run + ' --revision ' + gate.revision),
  );
}

function halted(view) {
  const whole = view.workflow.error
    ? [waitCard(view.workflow.id, 'Workflow ' + view.workflow.name, view.workflow.error, view.next)]
    : [];
  return [
    ...whole,
    ...view.tasks
      .filter(task => task.error && task.run && !task.retry_at)
      .map(task =>
        waitCard(task.run, 'Task ' + task.name, task.error, [
          'foldline explain ' + task.run,
          'foldline workflow resume ' + view.workflow.id,
        ]),
      ),
  ];
}

function isHalted(run) {
  return ['halted', 'budget_reached', 'wall_clock_limit'].includes(run.reason);
}

function haltedRun(run, around, again) {
  return waitCard(run.run.id, run.title ?? 'Run ' + run.run.id, run.sentence, run.next, [
    el('p', { class: 'meta' }, run.run.id, ' · ', elapsed(run.updated_at)),
    runButtons(run, false, around, again),
  ]);
}

function waitCard(run, title, why, next, more = null) {
  return el(
    'article',
    { class: 'card wait bad', 'data-key': 'halted-' + run },
    el('h3', {}, el('a', { href: '#/run/' + run, class: 'stop' }, title)),
    el('p', { class: 'sentence' }, why),
    more,
    next.slice(0, 2).map(each => command(each)),
  );
}

// ---- workflows

export function workflowCard(view, around, again) {
  const done = view.tasks.filter(task => task.merged).length;
  const id = view.workflow.id;
  return el(
    'article',
    { class: 'card workflow', 'data-key': 'w-' + id, 'data-workflow': id },
    el(
      'header',
      {},
      el('h3', {}, el('a', { href: '#/run/' + id, class: 'stop' }, view.workflow.name)),
      stands(view.workflow.status),
      el(
        'span',
        { class: 'meta' },
        count(view.tasks.length, 'task'),
        done ? ', ' + done + ' merged' : '',
        view.workflow.target ? ' into ' + view.workflow.target : '',
        view.workflow.started_at
          ? [
              ' · ',
              isAlive(view.workflow)
                ? elapsed(view.workflow.started_at)
                : [
                    'started ',
                    day(view.workflow.started_at),
                    ', took ',
                    elapsed(view.workflow.started_at, view.workflow.completed_at),
                  ],
            ]
          : null,
        !view.driver && ['running', 'merging'].includes(view.workflow.status)
          ? ' · not active'
          : null,
      ),
      buttons(view, around, again),
    ),
    view.workflow.error ? el('p', { class: 'why' }, view.workflow.error) : null,
    el(
      'div',
      {
        class: 'progress',
        role: 'img',
        'aria-label': done + ' of ' + view.tasks.length + ' tasks merged',
      },
      view.tasks.map(task =>
        el('span', { class: 'step ' + (task.merged ? 'merged' : task.status) }),
      ),
    ),
    taskTable(view),
  );
}

export function taskTable(view) {
  return el(
    'ul',
    { class: 'tasks' },
    view.tasks.map(task =>
      el(
        'li',
        { 'data-key': task.id, 'data-task': task.id },
        el(
          'span',
          { class: 'task' },
          task.run ? el('a', { href: '#/run/' + task.run }, task.name) : task.name,
        ),
        stands(task.merged ? 'merged' : task.status),
        el(
          'span',
          { class: 'terminals' },
          task.terminals.map(each =>
            el(
              'span',
              { class: 'terminal', title: each.agents?.join(', ') ?? '' },
              el('b', {}, each.role ?? each.id),
              ' ',
              stands(each.status),
            ),
          ),
        ),
        el('span', { class: 'meta branch' }, task.branch ?? ''),
        task.error ? el('p', { class: 'why' }, task.error) : null,
      ),
    ),
  );
}

/** Those that are over, or too many. */
function workflowTable(lines) {
  return el(
    'div',
    { class: 'scroll', 'data-key': 'others' },
    el(
      'table',
      { class: 'runs' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ['Workflow', 'Status', 'Target', 'Started', 'Id'].map(each =>
            el('th', { scope: 'col' }, each),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        lines.map(line =>
          el(
            'tr',
            { 'data-key': line.id, 'data-workflow': line.id },
            el(
              'th',
              { scope: 'row' },
              el('a', { href: '#/run/' + line.id, class: 'stop' }, line.name ?? line.id),
            ),
            el('td', {}, stands(line.status)),
            el('td', {}, line.target ?? ''),
            el('td', {}, line.started_at ? day(line.started_at) : ''),
            el('td', { class: 'branch' }, line.id),
          ),
        ),
      ),
    ),
  );
}
