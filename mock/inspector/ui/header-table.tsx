import { Visible } from './visible'

/** Header fields from outside. */
export function HeaderTable({ headers }: { headers: Readonly<Record<string, string>> }) {
  const fields = Object.entries(headers)
  if (fields.length === 0) return <p class="faint">No headers.</p>
  return (
    <dl class="headers">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>
            <Visible text={name} />
          </dt>
          <dd>
            <Visible text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
