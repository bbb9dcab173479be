import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { Trouble } from '../../ui/trouble'
import { carryOut, type ActRequest } from './act-request'
import { FailureProvider } from './failure-context'
import { RouteLine } from './route-line'
import { useAct } from './use-act'

/** The properties of a {@link Form}. */
export interface FormProps<Result> {
  /** The name of the form for screen readers. */
  label: string
  /** The words of its button. */
  submit: string
  /** The request that the fields make now. */
  request: ActRequest
  /** Gets the answer. */
  onDone?: (result: Result) => void
  /** The words of the page when the act succeeded. */
  said: string
  /** The act cannot be carried out yet. */
  disabled?: boolean
  children: ComponentChildren
}

/**
 * The fields of an act with its button and its line of curl. A refusal that names a field is shown at this field, which gets the focus;
 * any other one stands before the button.
 */
export function Form<Result>(props: FormProps<Result>) {
  const { label, submit, request, onDone, said, disabled, children } = props
  const { control } = useApp()
  const { busy, failure, run } = useAct()
  const form = useRef<HTMLFormElement>(null)
  const [isPlaced, setPlaced] = useState(false)

  useLayoutEffect(() => {
    const field = failure?.param === undefined ? null : form.current?.elements.namedItem(failure.param)
    setPlaced(field instanceof HTMLElement)
    if (field instanceof HTMLElement) field.focus()
  }, [failure])

  function carry(event: Event) {
    event.preventDefault()
    if (disabled) return
    void run(async () => {
      const result = await carryOut<Result>(control, request)
      onDone?.(result)
    }, said)
  }

  return (
    <FailureProvider value={failure}>
      <form class="form" aria-label={label} noValidate ref={form} onSubmit={carry}>
        {children}
        {!isPlaced && <Trouble error={failure} />}
        <div class="buttons">
          <button type="submit" class="button primary" disabled={busy || disabled}>
            {submit}
          </button>
        </div>
        <RouteLine request={request} />
      </form>
    </FailureProvider>
  )
}
