import type { CompleteDialect } from '../../../../generated/dialect'
import type { DeliveryEntry } from '../../../journal/delivery-entry'
import { deliveryForms } from '../../copy/copies'
import { useApp } from '../../frame/app-context'
import { CompareButton } from '../compare/compare-button'
import { CopyForms } from './copy-forms'

/** The acts of an attempt: to copy it, and to compare what was sent and answered. */
export function CopyAttempt({ attempt }: { attempt: DeliveryEntry }) {
  const { control } = useApp()
  const { number, eventType, body, answer } = attempt
  const place = `${eventType}, attempt ${attempt.attempt}, entry ${number}`

  async function forms() {
    const dialect = await control.call<CompleteDialect>('GET', '/__mock/dialect')
    return deliveryForms(attempt, { dialect })
  }

  return (
    <>
      <CopyForms label={`Copy attempt ${number}`} forms={forms} />
      <CompareButton words="Compare body" title={`body of ${place}`} text={body} />
      {answer && <CompareButton words="Compare answer" title={`answer to ${place}`} text={answer.body} />}
    </>
  )
}
