import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import { useApp } from '../frame/app'
import { Button, copyText } from '../ui/button'
import { Trouble } from '../ui/text'
import { CompareButton } from './compare-panel'
import { useAct } from './form/act'

const ofRequests = ['curl', 'fetch', 'SDK call']

/** The acts of a request: to copy it, and to compare its body and its answer. */
export function CopyRequest({ request: { method, path, number, body, answer } }: { request: RequestEntry }) {
  const what = `${method} ${path}, entry ${number}`
  return (
    <>
      <CopyForms label={`Copy request ${number}`} number={number} forms={ofRequests} />
      {body !== undefined && <CompareButton words="Compare body" title={`body of ${what}`} text={body} />}
      {answer !== undefined && (
        <CompareButton words="Compare answer" title={`answer to ${what}`} text={answer} />
      )}
    </>
  )
}

/** The acts of an attempt: to copy it, and to compare what was sent and answered. */
export function CopyAttempt({ attempt: entry }: { attempt: DeliveryEntry }) {
  const { attempt, number, eventType, body, answer } = entry
  const what = `${eventType}, attempt ${attempt}, entry ${number}`
  return (
    <>
      <CopyForms label={`Copy attempt ${number}`} number={number} forms={[...ofRequests, 'test']} />
      <CompareButton words="Compare body" title={`body of ${what}`} text={body} />
      {answer && <CompareButton words="Compare answer" title={`answer to ${what}`} text={answer.body} />}
    </>
  )
}

/** A menu of the forms in which an entry can be copied, as the mock writes them. A form that the entry does not have says why. */
function CopyForms({ label, number, forms }: { label: string; number: number; forms: readonly string[] }) {
  const { control, say } = useApp()
  const { run, failure } = useAct()

  async function copy(wanted: string) {
    const { data } = await control.call<{ data: { form: string; text?: string; reason?: string }[] }>({
      method: 'GET',
      path: `/__mock/journal/${number}/copies`,
    })
    const { text, reason } = data.find(({ form }) => form === wanted) ?? {}
    if (text === undefined) throw new Error(reason)
    say(await copyText(text))
  }

  return (
    <div class="copy-forms">
      <span class="faint" aria-hidden="true">
        Copy as
      </span>
      <div class="segments" role="group" aria-label={label}>
        {forms.map((form) => (
          <Button key={form} label={`${label} as ${form}`} onClick={() => void run(() => copy(form))}>
            {form}
          </Button>
        ))}
      </div>
      <Trouble error={failure} />
    </div>
  )
}
