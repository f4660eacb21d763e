// The list of runs with its filter, which is part of the address and can be saved as a link.

import { el } from './dom.js';
import { command, cost, day, duration, elapsed, stands } from './words.js';

const STATES = {
  '': 'All states',
  running: 'Running',
  'needs-you': 'Needs you',
  stopped: 'Stopped',
  done: 'Done',
  failed: 'Failed',
};

const TIMES = { '': 'Any time', '24h': 'Last day', '7d': 'Last week', '30d': 'Last month' };

/** The filter that an address names. */
export function filterOf(query) {
  const given = new URLSearchParams(query);
  return Object.fromEntries(
    ['text', 'state', 'workflow', 'since']
      .map(name => [name, given.get(name) ?? ''])
      .filter(([, value]) => value !== ''),
  );
}

/**
 * @param changed is called with a new filter
 * @param times how often the address has set the filter: then what was typed goes
 */
export function filterForm(filter, changed, times) {
  const send = form =>
    changed(Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== '')));
  return el(
    'form',
    {
      class: 'filter',
      role: 'search',
      'aria-label': 'Runs',
      'data-key': 'filter-' + times,
      on: {
        submit: event => {
          event.preventDefault();
          send(event.currentTarget);
        },
        change: event => send(event.currentTarget),
      },
    },
    field('text', 'Search', { type: 'search', placeholder: 'Title, id or error' }, filter),
    choice('state', 'State', STATES, filter),
    field('workflow', 'Workflow', { type: 'text', placeholder: 'any' }, filter),
    choice('since', 'Started', TIMES, filter),
  );
}

function field(name, label, props, filter) {
  return el(
    'label',
    {},
    el('span', {}, label),
    el('input', { ...props, name, value: filter[name], autocomplete: 'off' }),
  );
}

function choice(name, label, words, filter) {
  const chosen = filter[name] ?? '';
  return el(
    'label',
    {},
    el('span', {}, label),
    el(
      'select',
      { name },
      Object.entries(words).map(([value, word]) =>
        el('option', { value, selected: value === chosen }, word),
      ),
    ),
  );
}

const COLUMNS = [
  ['Run', run => (run.title ?? run.run.id).toLowerCase()],
  ['Status', run => run.reason],
  ['Workflow', run => run.run.workflow ?? ''],
  ['Started', run => run.started_at ?? ''],
  ['Took', tookMillis],
  ['Calls', run => run.spent?.agent_calls ?? 0],
  ['Cost', run => run.spent?.usd ?? 0],
];
const NUMBERS = 4;

/** By which column the list is sorted; the server's order is the latest first. */
let order = { column: 3, down: true };

function sorted(runs) {
  const { column, down } = order;
  if (column === 3 && down) return runs;
  const of = COLUMNS[column][1];
  const rising = [...runs].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0));
  return down ? rising.reverse() : rising;
}

function tookMillis(run) {
  return run.started_at
    ? Date.parse(run.ended_at ?? run.updated_at) - Date.parse(run.started_at)
    : 0;
}

/** @param again draws the list anew */
export function runTable(runs, again) {
  return el(
    'div',
    { class: 'scroll' },
    el(
      'table',
      { class: 'runs list' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          COLUMNS.map(([name], index) => heading(name, index, again)),
        ),
      ),
      el('tbody', {}, sorted(runs).map(row)),
    ),
  );
}

function heading(name, index, again) {
  const isIt = order.column === index;
  return el(
    'th',
    {
      scope: 'col',
      class: index >= NUMBERS ? 'num' : null,
      'aria-sort': isIt ? (order.down ? 'descending' : 'ascending') : null,
    },
    el(
      'button',
      {
        type: 'button',
        class: 'sort',
        on: {
          click: () => {
            order = { column: index, down: isIt ? !order.down : index >= 3 };
            again();
          },
        },
      },
      name,
      isIt ? (order.down ? ' ↓' : ' ↑') : '',
    ),
  );
}

function row(run) {
  const id = run.run.id;
  if (run.reason === 'unreadable')
    return el(
      'tr',
      { 'data-key': id },
      el('th', { scope: 'row' }, id),
      el('td', {}, stands('unreadable')),
      el('td', { colspan: '5' }, run.error?.message ?? ''),
    );
  return el(
    'tr',
    { 'data-key': id, 'data-run': id },
    el(
      'th',
      { scope: 'row' },
      el('a', { href: '#/run/' + id, class: 'stop' }, run.title ?? id),
      el('span', { class: 'id' }, id),
    ),
    el('td', {}, stands(run.reason)),
    el(
      'td',
      {},
      run.run.workflow,
      run.run.phase ? el('span', { class: 'id' }, run.run.phase) : null,
    ),
    el('td', {}, run.started_at ? day(run.started_at) : ''),
    el(
      'td',
      { class: 'num', 'data-label': 'took' },
      run.driver && !run.ended_at ? elapsed(run.started_at) : duration(tookMillis(run)),
    ),
    el('td', { class: 'num', 'data-label': 'calls' }, String(run.spent.agent_calls)),
    el('td', { class: 'num', 'data-label': 'cost', title: cost(run.spent) }, shortCost(run.spent)),
  );
}

/** A tilde marks an estimate, a plus a sum of which a part is unknown. */
function shortCost(spent) {
  const text = cost(spent).replace('cost ', '');
  const amount = text.replace('at least ', '').replace(/[ ,].*/, '');
  return (
    (text.includes('estimated') ? '~' : '') + amount + (text.startsWith('at least ') ? '+' : '')
  );
}

export function noRuns(filter) {
  return Object.keys(filter).length
    ? el('p', { class: 'empty' }, 'No run matches. ', el('a', { href: '#/' }, 'Show all runs'))
    : el('p', { class: 'empty' }, 'None yet. ', command('foldline run "add a --version flag"'));
}
