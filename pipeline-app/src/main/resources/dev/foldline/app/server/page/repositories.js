// The repositories of a server of several: what needs you in each, what runs, and what today has cost.

import { el, show } from './dom.js';
import { calls } from './api.js';
import { gathered } from './live.js';
import { notify } from './notify.js';
import { cost, shapeOf } from './words.js';

const LOOK_MILLIS = 5000;

/** The states of runs, as the filter of the list of runs names them. */
const STATES = [
  ['needs_you', 'Needs you'],
  ['running', 'Running'],
  ['stopped', 'Stopped'],
  ['failed', 'Failed'],
  ['done', 'Done'],
];

export function repositories(around) {
  let left = false;
  const look = gathered(async () => {
    try {
      const all = await calls.repositories();
      if (!left) draw(around, all);
    } catch (error) {
      if (!left) around.failed(error);
    }
  }, 700);
  const timer = setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_MILLIS);
  around.title('', 'Repositories');
  look();
  return {
    leave() {
      left = true;
      look.stop();
      clearInterval(timer);
    },
  };
}

function draw(around, all) {
  const waiting = all.reduce((sum, each) => sum + (each.runs?.needs_you ?? 0), 0);
  notify(waiting);
  around.title(waiting ? '(' + waiting + ')' : '');
  show(
    around.main,
    el('h1', { 'data-key': 'h1' }, 'Repositories'),
    el(
      'div',
      { class: 'scroll', 'data-key': 'list' },
      el(
        'table',
        { class: 'runs list' },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ['Repository', ...STATES.map(([, name]) => name), 'Cost today'].map(name =>
              el('th', { scope: 'col' }, name),
            ),
          ),
        ),
        el('tbody', {}, all.map(row)),
      ),
    ),
  );
}

function row(each) {
  return el(
    'tr',
    { 'data-key': each.name, 'data-repository': each.name },
    el(
      'td',
      { 'data-label': 'repository' },
      el('a', { href: each.path, class: 'stop', title: each.folder }, each.name),
    ),
    each.error
      ? el('td', { colspan: STATES.length + 1, class: 'why' }, each.error)
      : [
          STATES.map(([state, name]) =>
            el(
              'td',
              { class: 'num', 'data-label': name.toLowerCase(), 'data-state': state },
              state === 'needs_you' && each.runs[state] ? [shapeOf('diamond'), ' '] : null,
              String(each.runs[state]),
            ),
          ),
          el('td', { class: 'num', 'data-label': 'cost today' }, cost(each.today)),
        ],
  );
}
