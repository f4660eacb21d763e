// Selects the page, and holds what all pages share: the header, the keys, the theme, the messages.

import { el, show } from './dom.js';
import { Refused, calls } from './api.js';
import { Live } from './live.js';
import { keysDialog } from './keys.js';
import { overview } from './overview.js';
import { repositories } from './repositories.js';
import { RUN_ADDRESS, runPage } from './run.js';
import { fleetPage } from './fleet.js';
import { gatePage } from './gate.js';
import { spoken } from './words.js';

const main = document.getElementById('main');
const dialog = document.getElementById('dialog');
const live = new Live(showLive);
let page = null;

/** The name of the repository, if the server serves several. */
const repository = decodeURIComponent(/^\/r\/([^/]+)/.exec(location.pathname)?.[1] ?? '');

/** The pages of a repository. */
const PAGES = [
  [/^#?\/?(?:\?(.*))?$/, query => around => overview(around, query ?? '')],
  [
    RUN_ADDRESS,
    (run, tab, seq) => around =>
      runPage(around, decodeURIComponent(run), tab, seq ? Number(seq) : undefined),
  ],
  [/^#\/fleet$/, () => around => fleetPage(around)],
  [
    /^#\/gate\/([^/]+)\/([^/]+)$/,
    (run, gate) => around => gatePage(around, decodeURIComponent(run), decodeURIComponent(gate)),
  ],
];

/** The only page of a server of several repositories; the others are below the paths of those. */
const LIST = [[/^#?\/?$/, () => repositories]];

const pages = document.documentElement.dataset.list ? LIST : PAGES;

/** The context of a page: where to draw, how to show a message, and the live streams. */
const around = { main, live, say, failed, title };

function turn() {
  const hash = location.hash;
  // The page itself moves within its own address, as along a timeline.
  if (page?.address?.(hash)) return;
  page?.leave?.();
  live.follow([], () => {});
  if (dialog.open) dialog.close();
  say('');
  for (const [pattern, make] of pages) {
    const found = pattern.exec(hash);
    if (found) {
      show(main, el('p', { class: 'empty', 'data-key': 'loading' }, 'Loading …'));
      page = make(...found.slice(1))(around);
      window.scrollTo(0, 0);
      return;
    }
  }
  page = null;
  title('Not found');
  show(
    main,
    el('section', { class: 'card' }, [
      el('h1', {}, 'Page not found'),
      el('p', { class: 'empty' }, el('a', { href: '#/' }, 'Go to the overview')),
    ]),
  );
}

function title(text, where) {
  document.title = [text, repository, 'Foldline'].filter(each => each).join(' · ');
  if (where !== undefined) document.getElementById('where').textContent = where;
}

/** Says what happened, for eyes and for screen readers alike. */
function say(text, tone = 'plain') {
  const said = document.getElementById('said');
  said.className = 'said ' + tone;
  show(
    said,
    text
      ? [
          el('p', {}, text),
          el(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': 'Close this message',
              on: { click: () => say('') },
            },
            '✕',
          ),
        ]
      : null,
  );
}

/** Whether the message says that the server does not answer; it goes when the server answers. */
let isUnanswered = false;

/** Says why a call was refused or not answered. */
function failed(error) {
  if (error instanceof Refused && error.status === 401) {
    const isLeft = lastSignOut() !== SIGN_OUT_BEFORE;
    if (!isLeft) keepAddress();
    outside(isLeft ? 'You are signed out' : 'You are not signed in');
    return;
  }
  if (error instanceof Refused)
    say(error.message + (error.next ? ' Help: ' + error.next : ''), 'bad');
  else {
    say('The server does not answer: ' + error.message, 'bad');
    isUnanswered = true;
  }
}

// ---- signing out

/** The last time that a tab of this browser signed out, when this page was loaded. */
const SIGN_OUT_BEFORE = lastSignOut();

/** A user who signs out leaves nothing behind for the next one: no tab keeps its address. */
function lastSignOut() {
  try {
    return localStorage.getItem('foldline-signed-out');
  } catch {
    return null;
  }
}

function noteSignOut() {
  try {
    localStorage.setItem('foldline-signed-out', new Date().toISOString());
  } catch {
    // Where nothing may be stored, the other tabs keep their addresses.
  }
}

/** A login link leads back to this page. The server serves no script any more, so this is not in a module of its own. */
function keepAddress() {
  document.cookie =
    'foldline_return=' +
    encodeURIComponent(location.pathname + location.search + location.hash) +
    '; Max-Age=600; Path=/login; SameSite=Lax';
}

function outside(title) {
  page?.leave?.();
  page = null;
  live.follow([], () => {});
  document.getElementById('leave').hidden = true;
  show(
    main,
    el(
      'section',
      { class: 'card narrow' },
      el('h1', {}, title),
      el(
        'p',
        {},
        'For a link that opens once, within ten minutes, run ',
        el('code', {}, 'foldline serve --link'),
        ' in the repository, or call ',
        el('code', {}, '/api/logins'),
        ' with its token.',
      ),
    ),
  );
}

async function signOut() {
  try {
    noteSignOut();
    await calls.logout();
    say('');
    outside('You are signed out');
  } catch (error) {
    failed(error);
  }
}

function showLive(state) {
  const words = { live: 'live', lost: 'connection lost, reconnecting', still: '' };
  const node = document.getElementById('live');
  if (state === 'live' && isUnanswered) {
    isUnanswered = false;
    say('');
  }
  if (node.dataset.state === state) return;
  node.dataset.state = state;
  node.className = 'live ' + ({ live: 'on', lost: 'lost' }[state] ?? '');
  node.textContent = words[state];
}

// ---- light and dark

const THEMES = ['auto', 'light', 'dark'];

function theme(choice) {
  if (choice === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  const button = document.getElementById('theme');
  show(
    button,
    el('span', { class: 'moon ' + choice, 'aria-hidden': 'true' }),
    el('span', { class: 'wide' }, spoken(choice)),
  );
  button.setAttribute('aria-label', 'Colours: ' + choice + '. Change');
  button.title = 'Colours: ' + choice + ' (t)';
}

function nextTheme() {
  const choice = THEMES[(THEMES.indexOf(stored()) + 1) % THEMES.length];
  try {
    localStorage.setItem('foldline-theme', choice);
  } catch {
    // Where nothing may be stored, the choice lasts as long as the page.
  }
  theme(choice);
}

function stored() {
  let choice = document.documentElement.dataset.theme ?? 'auto';
  try {
    choice = localStorage.getItem('foldline-theme') ?? choice;
  } catch {
    // As above.
  }
  return THEMES.includes(choice) ? choice : 'auto';
}

// ---- keys

function key(event) {
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    dialog.open ||
    event.target.closest('input, textarea, select')
  )
    return;
  if (page?.key?.(event)) {
    event.preventDefault();
    return;
  }
  const go = {
    '?': () => keysDialog(dialog),
    t: nextTheme,
    o: () => {
      location.hash = '#/';
    },
    j: () => step(1),
    k: () => step(-1),
  }[event.key];
  if (!go) return;
  event.preventDefault();
  go();
}

/** To the next or the last of what can be opened on a page. */
function step(by) {
  const stops = [...main.querySelectorAll('a.stop')];
  const at = stops.indexOf(document.activeElement);
  stops[Math.min(Math.max(0, at + by), stops.length - 1)]?.focus();
}

document.getElementById('theme').addEventListener('click', nextTheme);
document.getElementById('leave').addEventListener('click', signOut);
document.getElementById('help').addEventListener('click', () => keysDialog(dialog));
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('keydown', key);
/** What the user's role may not do is not shown; see the style of data-needs. */
async function role() {
  try {
    const me = await calls.me();
    document.documentElement.dataset.role = me.role;
    document.getElementById('fleet').hidden = !me.fleet;
    if (me.name) document.getElementById('leave').title += ' (' + me.name + ', ' + me.role + ')';
  } catch (error) {
    failed(error);
  }
}

/** Names the repository, and leads to the others. */
async function switcher() {
  if (!repository) return;
  const select = document.getElementById('repositories');
  try {
    const all = await calls.repositories(true);
    show(
      select,
      el('option', { value: '/' }, 'All repositories'),
      all.map(each => el('option', { value: each.path }, each.name)),
    );
    select.value = all.find(each => each.name === repository)?.path ?? '/';
    select.hidden = false;
    select.addEventListener('change', () => location.assign(select.value));
  } catch (error) {
    failed(error);
  }
}

window.addEventListener('hashchange', turn);
theme(stored());
role();
switcher();
turn();
