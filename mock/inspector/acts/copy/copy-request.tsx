import type { CompleteDialect } from '../../../../generated/dialect'
import type { RequestEntry } from '../../../journal/entry'
import type { StoredKey } from '../../../store/records'
import { requestForms } from '../../copy/copies'
import { useApp } from '../../frame/app-context'
import type { Control } from '../../transport/control'
import { CompareButton } from '../compare/compare-button'
import { CopyForms } from './copy-forms'

/** The occasion of a refusal. `undefined` where the journal of the mock does not hold the request any more. */
async function situationOf(
  number: number,
  control: Pick<Control, 'call'>,
): Promise<string | null | undefined> {
  const path = `/__mock/journal/${number}/explanation`
  const found = await control.call<{ situation?: string }>('GET', path).catch(() => undefined)
  return found && (found.situation ?? null)
}

/** The acts of a request: to copy it, and to compare its body and its answer. */
export function CopyRequest({ request }: { request: RequestEntry }) {
  const { control } = useApp()
  const { method, path, number, body, answer } = request

  async function forms() {
    const [dialect, keys, situation] = await Promise.all([
      control.call<CompleteDialect>('GET', '/__mock/dialect'),
      control.call<{ data: StoredKey[] }>('GET', '/__mock/keys'),
      request.refusal ? situationOf(number, control) : null,
    ])
    const key = keys.data.find(({ id }) => id === request.key?.id)
    return requestForms(request, { dialect, key, situation, baseUrl: control.origin })
  }

  return (
    <>
      <CopyForms label={`Copy request ${number}`} forms={forms} />
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
