/** Of the inspector. Whatever came from outside is put in as text, never as HTML. */
export const script = String.raw`
const byId = (id) => document.getElementById(id)
const kept = 500
// Milliseconds. The mock may be starting anew.
const reconnectAfter = 1000
let token = sessionStorage.getItem('mock-token')
let last = 0
let clock = { at: Date.now(), now: Date.now(), frozen: true }

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function ask(path, init) {
  const session = new URLSearchParams(location.search).get('session')
  const headers = { ...(init && init.headers) }
  if (token) headers.authorization = 'Bearer ' + token
  if (session) headers['x-mock-session'] = session
  return fetch('/__mock' + path, { ...init, headers })
}

async function call(method, path, body) {
  const init = { method }
  if (body) Object.assign(init, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const response = await ask(path, init)
  if (response.status === 401) byId('token').hidden = false
  const text = await response.text()
  const json = text === '' ? undefined : JSON.parse(text)
  if (!response.ok) throw new Error(json.error.message)
  return json
}

async function act(work) {
  try {
    await work()
    byId('problem').hidden = true
  } catch (error) {
    byId('problem').textContent = error.message
    byId('problem').hidden = false
  }
}

function remover(label, path) {
  return element('button', {
    textContent: label,
    className: 'danger',
    onclick: () => act(async () => { await call('DELETE', path); await refresh() }),
  })
}

function row(title, note, ...buttons) {
  return element('li', {}, element('span', {}, title, element('small', { textContent: note })), ...buttons)
}

function copier(label, text) {
  return element('button', {
    textContent: label,
    async onclick(event) {
      await navigator.clipboard.writeText(text)
      event.target.textContent = 'Copied'
      setTimeout(() => { event.target.textContent = label }, 1500)
    },
  })
}

function tone(entry) {
  if (entry.kind === 'delivery') return entry.outcome === 'delivered' ? 'good' : entry.outcome === 'failed' ? 'odd' : 'bad'
  return entry.status < 400 ? 'good' : entry.status < 500 ? 'odd' : 'bad'
}

function readable(timestamp) {
  return timestamp.slice(0, 19).replace('T', ' ')
}

// Text that JSON.parse would change, by a number beyond a double say, is shown as it is.
function parsed(text) {
  try {
    const value = JSON.parse(text)
    return JSON.stringify(value) === text ? value : text
  } catch {
    return text
  }
}

function shown(entry) {
  const isDelivery = entry.kind === 'delivery'
  const what = isDelivery
    ? entry.eventType + ' → ' + (entry.forwardedTo || entry.url) + (entry.attempt > 1 ? ', attempt ' + entry.attempt : '')
    : entry.method + ' ' + entry.path
  const why = [
    isDelivery ? entry.error : entry.refusal && entry.refusal.message,
    entry.retryAt && 'again at ' + readable(entry.retryAt),
    entry.fault && 'fault ' + entry.fault,
  ].filter(Boolean).join(' · ')
  const summary = element('summary', {},
    element('b', { className: tone(entry), textContent: entry.status || 'none' }),
    element('span', { textContent: what }),
    element('time', { textContent: entry.at.slice(11, 23) }),
    ...(why ? [element('small', { textContent: why, className: tone(entry) })] : []))
  const details = element('details', {}, summary)
  // Made when it is looked at: a journal is long.
  details.addEventListener('toggle', () => {
    const { curl, ...rest } = entry
    for (const part of ['body', 'answer']) if (rest[part]) rest[part] = parsed(rest[part])
    details.append(element('pre', { textContent: JSON.stringify(rest, null, 2) }))
    if (curl) details.append(copier('Copy as curl', curl))
    if (isDelivery) details.append(copier('Copy body', entry.body))
  }, { once: true })
  return element('li', { className: entry.kind }, details)
}

function add(entry) {
  const list = byId('journal')
  // Numbers that begin again are those of a mock that was started anew.
  if (entry.number <= last) list.replaceChildren()
  last = entry.number
  const item = shown(entry)
  item.dataset.tone = tone(entry)
  item.hidden = byId('refused').checked && item.dataset.tone === 'good'
  list.prepend(item)
  if (list.children.length > kept) list.lastChild.remove()
}

function setClock({ now, frozen }) {
  clock = { at: Date.now(), now: Date.parse(now), frozen }
  byId('freeze').textContent = frozen ? 'Resume' : 'Freeze'
  tick()
}

function tick() {
  const now = clock.frozen ? clock.now : clock.now + Date.now() - clock.at
  byId('now').textContent = readable(new Date(now).toISOString()) + ' UTC' + (clock.frozen ? ' (frozen)' : '')
}

async function refresh() {
  const [webhooks, keys, faults, time] = await Promise.all(['/webhooks', '/keys', '/faults', '/clock'].map((path) => call('GET', path)))
  await refreshForwards()
  byId('webhooks').replaceChildren(...webhooks.data.map((hook) =>
    row(hook.url, [hook.mode, hook.events.join(', '), hook.description, hook.id].filter(Boolean).join(' · '))))
  byId('keys').replaceChildren(...keys.data.map((key) =>
    row(key.key, [key.name, key.scopes ? key.scopes.join(', ') : 'full access', key.expiresAt && 'ends ' + key.expiresAt.slice(0, 10)].filter(Boolean).join(' · '),
      copier('Copy', key.key), remover('Delete', '/keys/' + key.id))))
  byId('faults').replaceChildren(...faults.data.map((fault) =>
    row(fault.kind + (fault.status ? ' ' + fault.status : '') + ' · ' + (fault.operation || 'all'),
      'probability ' + fault.probability + ' · struck ' + fault.hits + (fault.times ? ' of ' + fault.times : '') + ' times · seed ' + fault.seed,
      remover('Remove', '/faults/' + fault.id))))
  setClock(time)
}

// A backend in a test may have none to change.
async function refreshForwards() {
  const response = await ask('/forwards')
  byId('newForward').hidden = !response.ok
  const { data } = response.ok ? await response.json() : { data: [] }
  byId('forwards').replaceChildren(...data.map((forward) =>
    row(forward.from, '→ ' + forward.to, remover('Remove', '/forwards/' + forward.id))))
}

let planned
function refreshSoon() {
  planned ??= setTimeout(() => { planned = undefined; act(refresh) }, 300)
}

async function follow() {
  const response = await ask('/journal', { headers: { accept: 'text/event-stream', 'last-event-id': String(last) } })
  if (!response.ok) throw new Error('The journal answered ' + response.status + '.')
  byId('link').textContent = 'live'
  byId('link').className = 'live'
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += decoder.decode(value, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data) add(JSON.parse(data.slice(6)))
    }
    refreshSoon()
  }
}

async function live() {
  for (;;) {
    await act(refresh)
    await follow().catch(() => {})
    byId('link').textContent = 'not connected'
    byId('link').className = ''
    await new Promise((resolve) => setTimeout(resolve, reconnectAfter))
  }
}

for (const button of document.querySelectorAll('[data-advance]')) {
  button.onclick = () => act(async () => { setClock(await call('POST', '/clock/advance', JSON.parse(button.dataset.advance))) })
}
byId('freeze').onclick = () => act(async () => { setClock(await call('POST', clock.frozen ? '/clock/resume' : '/clock/freeze')) })
byId('reset').onclick = () => act(async () => {
  const what = new URLSearchParams(location.search).has('session') ? 'this session' : 'what no session keeps apart'
  if (!confirm('Reset ' + what + '? All events, webhooks, keys and faults become what they were at the start, and the journal is emptied. The clock and the forwards stay.')) return
  await call('POST', '/reset')
  byId('journal').replaceChildren()
  await refresh()
})
byId('refused').onchange = (event) => {
  for (const item of byId('journal').children) item.hidden = event.target.checked && item.dataset.tone === 'good'
}
byId('newKey').onsubmit = (event) => {
  event.preventDefault()
  const form = event.target
  act(async () => { await call('POST', '/keys', Object.fromEntries(new FormData(form))); form.reset(); await refresh() })
}
byId('newForward').onsubmit = (event) => {
  event.preventDefault()
  const form = event.target
  act(async () => { await call('POST', '/forwards', Object.fromEntries(new FormData(form))); form.reset(); await refresh() })
}
byId('newFault').onsubmit = (event) => {
  event.preventDefault()
  const form = event.target
  act(async () => {
    const fault = {}
    for (const [name, value] of new FormData(form)) {
      if (value !== '') fault[name] = name === 'kind' || name === 'operation' ? value : Number(value)
    }
    await call('POST', '/faults', fault)
    form.reset()
    await refresh()
  })
}
byId('token').onsubmit = (event) => {
  event.preventDefault()
  token = new FormData(event.target).get('token')
  sessionStorage.setItem('mock-token', token)
  event.target.hidden = true
  act(refresh)
}
setInterval(tick, 250)
live()
`
