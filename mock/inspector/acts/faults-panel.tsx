import { routes } from '../../../generated/routes'
import { type ActiveFault, deliveryFaultKinds, type Fault, requestFaultKinds } from '../../faults/fault'
import { faultNumbers, kindsWith } from '../../faults/fault-fields'
import { useApp } from '../frame/app'
import { useList, useResource } from '../frame/use-resource'
import { faultTitle } from '../text/fault-words'
import { ActButton, ActForm } from './form/act'
import { given, SelectField, TextField, useDraft } from './form/fields'
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

const ofSchedule = 'Attempts of the schedule. What is resent by hand shows the receiver as it is.'

/** The fields that a fault of this kind has, for requests or for deliveries. */
function fieldsOf(kind: string, target: string): string[] {
  return Object.keys(faultNumbers).filter((field) => {
    const kinds = kindsWith[field as keyof typeof kindsWith] as readonly string[] | undefined
    if (field === 'latency' && kind === 'status' && target === 'deliveries') return false
    return kinds === undefined || kinds.includes(kind)
  })
}

/** Adds a fault of any kind, with the fields that mean something for this kind. */
function NewFault() {
  const [values, setValues] = useDraft<Record<string, string>>('fault', {})
  const { items: webhooks = [] } = useList<{ id: string }>('/__mock/webhooks?limit=1000')
  const { target = 'requests', kind: chosen = 'status', operation, webhook } = values
  const kinds = target === 'requests' ? requestKinds : deliveryKinds
  // A kind of requests may be none of deliveries.
  const kind = kinds.find((one) => one === chosen) ?? kinds[0] ?? ''
  const fields = fieldsOf(kind, target)
  const field = (name: string) => ({
    name,
    value: values[name] ?? '',
    onInput: (value: string) => setValues({ ...values, [name]: value }),
  })

  const body = {
    kind,
    operation: target === 'requests' ? given(operation) : undefined,
    // The kind status affects deliveries only where a webhook is named.
    webhook: target === 'requests' ? undefined : webhook || (kind === 'status' ? '*' : undefined),
    ...Object.fromEntries(fields.flatMap((name) => (values[name] ? [[name, numberIn(values[name])]] : []))),
  }

  return (
    <ActForm
      label="New fault"
      submit="Add fault"
      request={{ method: 'POST', path: '/__mock/faults', body }}
      said="The fault is in force."
    >
      <SelectField
        {...field('target')}
        label="Applied to"
        value={target}
        hint={target === 'deliveries' ? ofSchedule : undefined}
        choices={['requests', 'deliveries']}
      />
      <SelectField {...field('kind')} label="Kind" value={kind} choices={kinds} />
      {target === 'requests' ? (
        <SelectField
          {...field('operation')}
          label="Operation"
          choices={[['', 'all operations'], ...Object.keys(routes)]}
        />
      ) : (
        <TextField
          {...field('webhook')}
          label="Webhook"
          list={['*', ...webhooks.map(({ id }) => id)]}
          hint="An id. Empty: all."
        />
      )}
      <div class="field-grid">
        {fields.map((name) => (
          <TextField
            {...field(name)}
            key={name}
            label={numbers[name]?.label ?? name}
            hint={numbers[name]?.hint}
            inputMode={faultNumbers[name]?.[2] ? 'numeric' : 'decimal'}
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
