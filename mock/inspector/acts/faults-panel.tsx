import { useState } from 'preact/hooks'
import { routes } from '../../../generated/routes'
import { type ActiveFault, deliveryFaultKinds, type Fault, requestFaultKinds } from '../../faults/fault'
import { faultNumbers, kindsWith } from '../../faults/fault-fields'
import { useApp } from '../frame/app'
import { useList, useResource } from '../frame/use-resource'
import { faultTitle } from '../text/fault-words'
import { ActButton, ActForm } from './form/act'
import { SelectField, TextField, useDraft } from './form/fields'
import { Item, Listing } from './form/listing'

/** The faults that most people want, each by one press. */
const presets: readonly (readonly [text: string, fault: Fault])[] = [
  ['Next 3: 503', { kind: 'status', status: 503, times: 3 }],
  ['Next: 429', { kind: 'status', status: 429, retryAfter: 2, times: 1 }],
  ['Slow', { kind: 'latency', latency: 3_000 }],
  ['Reset', { kind: 'reset', times: 1 }],
  ['Receivers: 503', { kind: 'status', status: 503, webhook: '*', times: 3 }],
]

/** The faults in force, those that are spent, and a form for more. */
export function FaultsPanel() {
  const app = useApp()
  const { data, error } = useResource<{ data: ActiveFault[]; spent: ActiveFault[] }>('/__mock/faults')
  const spent = data?.spent ?? []
  return (
    <>
      <Listing label="Faults in force" empty="No fault is in force." items={data?.data} error={error}>
        {(fault) => (
          <Item key={fault.id} title={faultTitle(fault)} notes={notesOf(fault)}>
            <ActButton
              text="Remove"
              label={`Remove ${fault.id}`}
              request={{ method: 'DELETE', path: `/__mock/faults/${fault.id}` }}
              said="The fault is removed."
            />
          </Item>
        )}
      </Listing>
      {data && data.data.length > 1 && (
        <ActButton
          text="Remove all"
          label="Remove all faults"
          request={{ method: 'DELETE', path: '/__mock/faults' }}
          question="Remove all faults? Their counts and draws are lost."
          said="All faults are removed."
        />
      )}
      {spent.length > 0 && (
        <>
          <h3>Spent</h3>
          <ul class="listing" aria-label="Spent faults">
            {spent.map((fault) => (
              <Item key={fault.id} title={faultTitle(fault)} notes={notesOf(fault)} />
            ))}
          </ul>
        </>
      )}
      <h3>New fault</h3>
      <div class="buttons">
        {presets.map(([text, body]) => (
          <ActButton
            key={text}
            text={text}
            request={{ method: 'POST', path: '/__mock/faults', body }}
            said="The fault is in force."
          />
        ))}
      </div>
      <details class="more" open={app.drafts.has('fault')}>
        <summary>More</summary>
        <NewFault />
      </details>
    </>
  )
}

function notesOf(fault: ActiveFault): unknown[] {
  const { id, operation, webhook, probability, hits, times, seed, draw, retryAfter } = fault
  return [
    id,
    operation ??
      (webhook === undefined ? 'all' : webhook === '*' ? 'all deliveries' : `deliveries of ${webhook}`),
    retryAfter !== undefined && `Retry-After ${retryAfter} s`,
    probability < 1 && `probability ${probability}`,
    `occurred ${hits}${times === undefined ? '' : ` of ${times}`} times`,
    `seed ${seed}, draw ${draw}`,
  ]
}

const requestKinds: readonly string[] = requestFaultKinds
const deliveryKinds: readonly string[] = deliveryFaultKinds

/** The fields that are numbers, in the words of the form. */
const numbers: Readonly<Record<string, { label: string; hint: string }>> = {
  status: { label: 'Status', hint: '200 to 599.' },
  retryAfter: { label: 'Retry-After', hint: 'Seconds. Empty: none.' },
  latency: { label: 'Latency', hint: "Milliseconds of the mock's clock." },
  probability: { label: 'Probability', hint: '0 to 1. Empty: always.' },
  times: { label: 'Times', hint: 'Then it is spent. Empty: without end.' },
  seed: { label: 'Seed', hint: 'Makes chance repeatable. Empty: random.' },
  draw: { label: 'First draw', hint: 'Begins a series in its middle. Empty: 1.' },
}

type Target = 'requests' | 'deliveries'

const ofSchedule = 'Attempts of the schedule. What is resent by hand shows the receiver as it is.'

/** The fields that a fault of this kind has, for requests or for deliveries. */
function fieldsOf(kind: Fault['kind'], target: Target): string[] {
  return Object.keys(faultNumbers).filter((field) => {
    const kinds = kindsWith[field as keyof typeof kindsWith] as readonly string[] | undefined
    if (field === 'latency' && kind === 'status' && target === 'deliveries') return false
    return kinds === undefined || kinds.includes(kind)
  })
}

/** Adds a fault of any kind, with the fields that mean something for this kind. */
function NewFault() {
  const [target, setTarget] = useDraft<Target>('fault target', 'requests')
  const [kind, setKind] = useDraft<Fault['kind']>('fault kind', 'status')
  const [operation, setOperation] = useState('')
  const [webhook, setWebhook] = useState('')
  const [values, setValues] = useDraft<Record<string, string>>('fault', {})
  const { items: webhooks = [] } = useList<{ id: string }>('/__mock/webhooks?limit=1000')
  const kinds = target === 'requests' ? requestKinds : deliveryKinds
  const fields = fieldsOf(kind, target)

  function chooseTarget(chosen: string) {
    setTarget(chosen as Target)
    const known = chosen === 'requests' ? requestKinds : deliveryKinds
    if (!known.includes(kind)) setKind(known[0] as Fault['kind'])
  }

  const body = {
    kind,
    operation: target === 'requests' && operation !== '' ? operation : undefined,
    // The kind status affects deliveries only where a webhook is named.
    webhook: target === 'requests' ? undefined : webhook || (kind === 'status' ? '*' : undefined),
    ...Object.fromEntries(
      fields.flatMap((field) => (values[field] ? [[field, numberIn(values[field])]] : [])),
    ),
  }

  return (
    <ActForm
      label="New fault"
      submit="Add fault"
      request={{ method: 'POST', path: '/__mock/faults', body }}
      said="The fault is in force."
    >
      <SelectField
        label="Applied to"
        name="target"
        value={target}
        onInput={chooseTarget}
        hint={target === 'deliveries' ? ofSchedule : undefined}
        choices={['requests', 'deliveries'].map((one) => [one, one])}
      />
      <SelectField
        label="Kind"
        name="kind"
        value={kind}
        onInput={(chosen) => setKind(chosen as Fault['kind'])}
        choices={kinds.map((one) => [one, one])}
      />
      {target === 'requests' ? (
        <SelectField
          label="Operation"
          name="operation"
          value={operation}
          onInput={setOperation}
          choices={[['', 'all operations'], ...Object.keys(routes).map((id) => [id, id] as const)]}
        />
      ) : (
        <TextField
          label="Webhook"
          name="webhook"
          value={webhook}
          onInput={setWebhook}
          list={['*', ...webhooks.map(({ id }) => id)]}
          hint="An id. Empty: all."
        />
      )}
      <div class="field-grid">
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={numbers[field]?.label ?? field}
            hint={numbers[field]?.hint}
            inputMode={faultNumbers[field]?.[2] ? 'numeric' : 'decimal'}
            value={values[field] ?? ''}
            onInput={(value) => setValues({ ...values, [field]: value })}
          />
        ))}
      </div>
    </ActForm>
  )
}

/** The number in a text. What is none is sent as it is, so that the mock says what would be right. */
function numberIn(text: string): number | string {
  return /^\s*-?(\d+\.?\d*|\.\d+)(e\d+)?\s*$/i.test(text) ? Number(text) : text
}
