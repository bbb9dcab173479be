import { operations } from '../../../generated/operations'
import { deliveryFaultKinds, requestFaultKinds } from '../../faults/fault'
import type { Answer } from '../../http/answer'
import { script } from './script'
import { style } from './style'

const options = (values: readonly string[]) => values.map((value) => `<option>${value}</option>`).join('')

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Event Delivery mock</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
  <h1>Event Delivery mock</h1>
  <span id="link" role="status">connecting</span>
  <div class="clock">
    <time id="now"></time>
    <button data-advance='{"seconds":5}'>+5 s</button>
    <button data-advance='{"minutes":5}'>+5 min</button>
    <button data-advance='{"hours":1}'>+1 h</button>
    <button data-advance='{"hours":24}'>+24 h</button>
    <button id="freeze">Freeze</button>
    <button id="reset" class="danger">Reset</button>
  </div>
</header>
<p id="problem" role="alert" hidden></p>
<form id="token" hidden><label>Token of this mock <input name="token" type="password" autocomplete="off" required></label><button>Use</button></form>
<main>
  <section>
    <div class="title">
      <h2>Journal</h2>
      <label><input type="checkbox" id="refused"> refused and failed only</label>
    </div>
    <ol id="journal" reversed></ol>
    <p class="empty">Nothing yet. Send a request with the key <code>sk_live_mock</code>.</p>
  </section>
  <aside>
  <section>
    <h2>Webhooks</h2>
    <ul id="webhooks"></ul>
    <p class="empty">None is registered.</p>
    <h3>Forwards</h3>
    <ul id="forwards"></ul>
    <p class="empty">Deliveries go where the webhooks say.</p>
    <form id="newForward">
      <input name="from" type="url" placeholder="https://shop.example/hooks" aria-label="From" required>
      <input name="to" type="url" placeholder="http://localhost:3000/hooks" aria-label="To" required>
      <button>Add forward</button>
    </form>
  </section>
  <section>
    <h2>Keys</h2>
    <ul id="keys"></ul>
    <form id="newKey">
      <select name="mode" aria-label="Mode"><option>live</option><option>test</option></select>
      <input name="name" placeholder="Name" aria-label="Name">
      <button>Create key</button>
    </form>
  </section>
  <section>
    <h2>Faults</h2>
    <ul id="faults"></ul>
    <p class="empty">None is in force.</p>
    <form id="newFault">
      <select name="kind" aria-label="Kind">${options([...requestFaultKinds, ...deliveryFaultKinds])}</select>
      <select name="operation" aria-label="Operation"><option value="">any operation</option>${options(Object.keys(operations))}</select>
      <input name="status" inputmode="numeric" placeholder="Status" aria-label="Status">
      <input name="latency" inputmode="numeric" placeholder="Latency in ms" aria-label="Latency in milliseconds">
      <input name="probability" inputmode="decimal" placeholder="Probability 0 to 1" aria-label="Probability">
      <input name="times" inputmode="numeric" placeholder="Times" aria-label="Times">
      <button>Add fault</button>
    </form>
  </section>
  </aside>
</main>
<script>${script}</script>
</body>
</html>
`

/** The inspector. It holds no data: what it shows it asks the control routes for, which judge who asks. */
export function pageAnswer(): Answer {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  }
  return { status: 200, headers, body: page }
}

/** Whether a browser asks for the page. Other clients get the list of routes as JSON. */
export function isPageRequest({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
