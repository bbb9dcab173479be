import { useState } from 'preact/hooks'
import type { CompleteDialect } from '../../../generated/dialect'
import type { DeliveryEntry } from '../../journal/delivery-entry'
import type { RequestEntry } from '../../journal/entry'
import { type CopyForm, deliveryForms, requestForms } from '../copy/copies'
import { useApp } from '../frame/app'
import { Button } from '../ui/button'
import { CompareButton } from './compare-panel'

/** The acts of a request: to copy it, and to compare its body and its answer. */
export function CopyRequest({ request }: { request: RequestEntry }) {
  const { control } = useApp()
  const { method, path, number, body, answer } = request

  async function forms() {
    const dialect = await control.call<CompleteDialect>('GET', '/__mock/dialect')
    return requestForms(request, { dialect, baseUrl: control.origin })
  }

  return (
    <>
      <CopyForms label={`Copy request ${number}`} words={['curl', 'fetch', 'SDK call']} forms={forms} />
      {body !== undefined && (
        <CompareButton
          words="Compare body"
          title={`body of ${method} ${path}, entry ${number}`}
          text={body}
        />
      )}
      {answer !== undefined && (
        <CompareButton
          words="Compare answer"
          title={`answer to ${method} ${path}, entry ${number}`}
          text={answer}
        />
      )}
    </>
  )
}

/** The acts of an attempt: to copy it, and to compare what was sent and answered. */
export function CopyAttempt({ attempt }: { attempt: DeliveryEntry }) {
  const { control } = useApp()
  const { number, eventType, body, answer } = attempt
  const page = `${eventType}, attempt ${attempt.attempt}, entry ${number}`

  async function forms() {
    const dialect = await control.call<CompleteDialect>('GET', '/__mock/dialect')
    return deliveryForms(attempt, { dialect })
  }

  return (
    <>
      <CopyForms
        label={`Copy attempt ${number}`}
        words={['curl', 'fetch', 'SDK call', 'test']}
        forms={forms}
      />
      <CompareButton words="Compare body" title={`body of ${page}`} text={body} />
      {answer && <CompareButton words="Compare answer" title={`answer to ${page}`} text={answer.body} />}
    </>
  )
}

/** A menu of the forms in which an entry can be copied. A form that the entry does not have says why. */
function CopyForms({
  label,
  words,
  forms,
}: {
  label: string
  words: readonly string[]
  forms: () => Promise<readonly CopyForm[]>
}) {
  const { say } = useApp()
  const [reason, setReason] = useState<string>()

  async function copy(id: string) {
    const form = (await forms()).find((one) => one.id === id)
    const made = form?.make() ?? { reason: 'There is no such form.' }
    setReason('reason' in made ? made.reason : undefined)
    if ('reason' in made) return
    try {
      await navigator.clipboard.writeText(made.text)
      say('Copied.')
    } catch {
      setReason('This browser does not let the page copy.')
    }
  }

  return (
    <div class="copy-forms">
      <span class="faint" aria-hidden="true">
        Copy as
      </span>
      <div class="segments" role="group" aria-label={label}>
        {words.map((form) => (
          <Button key={form} label={`${label} as ${form}`} onClick={() => void copy(form)}>
            {form}
          </Button>
        ))}
      </div>
      {reason !== undefined && (
        <p class="problem" role="alert">
          {reason}
        </p>
      )}
    </div>
  )
}
