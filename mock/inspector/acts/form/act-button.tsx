import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../frame/app-context'
import { Button } from '../../ui/button'
import { Trouble } from '../../ui/trouble'
import { Visible } from '../../ui/visible'
import { carryOut, type ActRequest } from './act-request'
import { FailureProvider } from './failure-context'
import { RouteLine } from './route-line'
import { useAct } from './use-act'

/** The properties of an {@link ActButton}. */
export interface ActButtonProps<Result> {
  text: string
  /** The name of the act, where the button's text does not name the thing. */
  label?: string
  request: ActRequest
  /** Asked once before the act, where it destroys something. The question says what is lost. */
  question?: string
  /** False where the question is about how the act is done, and nothing is lost by it. */
  destroys?: boolean
  said: string
  disabled?: boolean
  /** Called before the request is sent. */
  onBegin?: () => void
  onDone?: (result: Result) => void
  /** Fields that stand below the question. A refusal that names one of them is shown there. */
  children?: ComponentChildren
}

/**
 * A button that carries out an act. Where it has a question, the first press asks it in place, with the line of curl of the act; the
 * focus goes to the answer that keeps everything, and returns to the button when the question is answered or Escape is pressed.
 */
export function ActButton<Result>(props: ActButtonProps<Result>) {
  const { text, label, request, question, destroys = true, said, disabled, onBegin, onDone, children } = props
  const { control, root } = useApp()
  const { busy, failure, run, clear } = useAct()
  const [isAsking, setAsking] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  const [isPlaced, setPlaced] = useState(false)

  useLayoutEffect(() => {
    if (isAsking) place.current?.querySelector<HTMLElement>('.keep button')?.focus()
    else if (wasAsking.current) place.current?.querySelector<HTMLElement>('button')?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  useLayoutEffect(() => {
    const names = [...(place.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
    const field = names.find(({ name }) => name === failure?.param)
    setPlaced(field !== undefined)
    field?.focus()
  }, [failure])

  async function act() {
    const isDone = await run(async () => {
      onBegin?.()
      const result = await carryOut<Result>(control, request)
      onDone?.(result)
    }, said)
    if (!isDone) return
    // A deleted thing takes its button along, and the focus must not fall out of the panel.
    if (isAsking) root.querySelector<HTMLElement>('#panel-title')?.focus()
    wasAsking.current = false
    setAsking(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isAsking) return
    event.preventDefault()
    setAsking(false)
  }

  return (
    <div class="act" ref={place} onKeyDown={onKeyDown}>
      {isAsking ? (
        <div class={destroys ? 'question' : 'question gentle'} role="group" aria-label={question}>
          <p>
            <Visible text={question ?? ''} />
          </p>
          {children && <FailureProvider value={failure}>{children}</FailureProvider>}
          <div class="buttons">
            <Button tone={destroys ? 'destructive' : 'primary'} disabled={busy} onClick={() => void act()}>
              {text}
            </Button>
            <span class="keep">
              <Button onClick={() => setAsking(false)}>Keep</Button>
            </span>
          </div>
          <RouteLine request={request} />
        </div>
      ) : (
        <Button
          tone={question !== undefined && destroys ? 'danger' : undefined}
          label={label}
          disabled={busy || disabled}
          onClick={() => {
            clear()
            if (question === undefined) void act()
            else setAsking(true)
          }}
        >
          {text}
        </Button>
      )}
      {!isPlaced && <Trouble error={failure} />}
    </div>
  )
}
