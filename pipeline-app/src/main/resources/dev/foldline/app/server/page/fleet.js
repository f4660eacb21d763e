// The hosts of the fleet, the runs that they drive, and those that wait for a host.

import { el, show } from './dom.js';
import { Refused, calls } from './api.js';
import { gathered } from './live.js';
import { command, duration, elapsed, marked } from './words.js';

/** What changes on other hosts is in no log here, so it is asked for. */
const LOOK_MILLIS = 5000;

/** Each state of a lease has a shape and a colour. */
const LEASES = { held: ['play', 'busy'], expired: ['clock', 'care'], released: ['ring', 'quiet'] };

export function fleetPage(around) {
  let left = false;
  const look = gathered(async () => {
    try {
      const fleet = await calls.fleet();
      if (!left) draw(around, fleet);
    } catch (error) {
      if (left) return;
      if (error instanceof Refused && error.status !== 401) draw(around, null, error.message);
      else around.failed(error);
    }
  }, 700);
  const timer = setInterval(() => {
    if (!document.hidden) look();
  }, LOOK_MILLIS);
  around.title('Fleet');
  look();
  return {
    leave() {
      left = true;
      look.stop();
      clearInterval(timer);
    },
  };
}

function draw(around, fleet, problem) {
  const trouble = problem ?? (fleet.engine === 'away' ? fleet.engine_error : null);
  show(
    around.main,
    el('h1', { 'data-key': 'h1' }, 'Fleet'),
    trouble ? el('p', { class: 'trouble', 'data-key': 'trouble', role: 'status' }, trouble) : null,
    fleet ? [hosts(fleet), waiting(fleet), runs(fleet)] : null,
  );
}

function hosts(fleet) {
  return section(
    'hosts',
    'Hosts',
    fleet.hosts,
    fleet.engine === 'away'
      ? el('p', { class: 'empty' }, 'Unknown while the engine does not answer.')
      : el('p', { class: 'empty' }, 'No worker is connected. ', command('foldline worker')),
    ['Host', 'Slots', 'Runs', 'Labels', 'Last sign of life'],
    host =>
      el(
        'tr',
        { 'data-key': host.host, 'data-host': host.host },
        el('th', { scope: 'row' }, host.host),
        el('td', { 'data-label': 'slots' }, host.runs.length + ' of ' + host.slots),
        el('td', { 'data-label': 'runs' }, host.runs.length ? host.runs.map(runId) : 'none'),
        el('td', { 'data-label': 'labels' }, host.labels.join(', ') || 'none'),
        el('td', { 'data-label': 'last sign of life' }, 'within ' + duration(host.timeout_ms)),
      ),
  );
}

function waiting(fleet) {
  return fleet.waiting.length
    ? el(
        'section',
        { 'data-key': 'waiting', 'aria-labelledby': 'h-waiting' },
        el('h2', { id: 'h-waiting' }, 'Waiting for a host ', number(fleet.waiting)),
        el('p', {}, fleet.waiting.map(runId)),
      )
    : null;
}

function runs(fleet) {
  return section(
    'shared',
    'Shared runs',
    fleet.runs,
    el('p', { class: 'empty' }, 'None in ' + fleet.remote + '.'),
    ['Run', 'State', 'Lease', 'Host', 'Published'],
    run =>
      el(
        'tr',
        { 'data-key': run.run, 'data-run': run.run },
        el('th', { scope: 'row' }, run.run),
        el('td', {}, run.state, el('span', { class: 'id' }, run.workflow)),
        el('td', {}, lease(run)),
        el('td', { 'data-label': 'host' }, run.holder),
        el('td', { 'data-label': 'published' }, elapsed(run.at), ' ago'),
      ),
  );
}

function section(key, title, list, empty, columns, row) {
  return el(
    'section',
    { 'data-key': key, 'aria-labelledby': 'h-' + key },
    el('h2', { id: 'h-' + key }, title, ' ', number(list)),
    list.length
      ? el(
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
                columns.map(name => el('th', { scope: 'col' }, name)),
              ),
            ),
            el('tbody', {}, list.map(row)),
          ),
        )
      : empty,
  );
}

function number(list) {
  return el('span', { class: 'number' }, String(list.length));
}

/** The log of a run of another clone is not here, so its id is no link. */
function runId(run) {
  return el('span', { class: 'id' }, run);
}

function lease(run) {
  const [shape, tone] = LEASES[run.lease];
  return marked(shape, tone, run.lease);
}
