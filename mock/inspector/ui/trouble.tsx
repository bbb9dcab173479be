import { Visible } from './visible'

/** The failure of a route. */
export function Trouble({ error }: { error: Error | undefined }) {
  return error ? (
    <p class="problem" role="alert">
      <Visible text={error.message} />
    </p>
  ) : null
}
