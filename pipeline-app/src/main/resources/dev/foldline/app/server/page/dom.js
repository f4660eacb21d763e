// Creates elements without parsing HTML: text from agents, commits and users is never interpreted.

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element. `on` holds listeners by event name; children are elements, texts, lists of them, or nothing. */
export function el(name, props = {}, ...children) {
  return filled(document.createElement(name), props, children);
}

/** The same for pictures. */
export function svg(name, props = {}, ...children) {
  return filled(document.createElementNS(SVG, name), props, children);
}

function filled(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'on') listen(node, value);
    else if (name === 'href') node.setAttribute('href', inside(value));
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === '') continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** Links lead nowhere but into these pages. */
function inside(href) {
  if (!/^[#/]/.test(href) || href.startsWith('//')) throw new Error('not a link of ours: ' + href);
  return href;
}

function listen(node, handlers) {
  const first = node.handlers === undefined;
  const known = new Set(first ? [] : Object.keys(node.handlers));
  node.handlers = handlers;
  for (const type of Object.keys(handlers)) {
    if (!known.has(type)) node.addEventListener(type, event => node.handlers[type]?.(event));
  }
}

/**
 * Makes what `parent` shows equal to `children`, and touches only what differs: the focus, what is unfolded, what was typed and
 * how far one has scrolled stay. A child with a `data-key` is found again wherever it has moved to.
 */
export function show(parent, ...children) {
  const wanted = children
    .flat(Infinity)
    .filter(child => child !== undefined && child !== null && child !== false && child !== '')
    .map(child => (child instanceof Node ? child : document.createTextNode(String(child))));
  const focused = document.activeElement;
  reconcile(parent, wanted);
  // What is moved loses the focus.
  if (focused !== document.activeElement && focused?.isConnected)
    focused.focus({ preventScroll: true });
}

function reconcile(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = parent.firstChild;
  for (const next of wanted) {
    const key = keyOf(next);
    let old = key ? keyed.get(key) : at;
    if (old && (!alike(old, next) || (!key && keyOf(old)))) old = undefined;
    if (!old) {
      parent.insertBefore(next, at);
      continue;
    }
    if (old === at) at = at.nextSibling;
    else parent.insertBefore(old, at);
    become(old, next);
  }
  while (at) {
    const after = at.nextSibling;
    at.remove();
    at = after;
  }
}

/**
 * A part that draws itself and is shown again: while it is on the page a twin stands for it, so that it is not moved and keeps the
 * focus. It has a `data-own`, which says that its inside is its own.
 */
export function kept(node) {
  if (!node.isConnected) return node;
  const twin = node.cloneNode(false);
  twin.handlers = node.handlers;
  return twin;
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.dataset?.key : undefined;
}

function alike(old, next) {
  return (
    old.nodeName === next.nodeName && old.nodeType === next.nodeType && keyOf(old) === keyOf(next)
  );
}

function become(old, next) {
  if (old === next) return;
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !(name === 'open' && old.nodeName === 'DETAILS'))
      old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) !== value && !(name === 'open' && old.nodeName === 'DETAILS'))
      old.setAttribute(name, value);
  }
  listen(old, next.handlers ?? {});
  if (old.dataset?.own === undefined) reconcile(old, [...next.childNodes]);
}
