import { type ComponentChildren, createContext } from 'preact'
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../../frame/app'
import type { ControlFailure } from '../../transport/control'
import type { ControlCall } from '../../transport/curl-line'
import { Button, CopyButton } from '../../ui/button'
import { Trouble, Visible } from '../../ui/text'

/** An act of a component, under way or not. */
interface ActState {
  /** Whether the act has begun and was not answered yet. */
  busy: boolean
  /** The refusal of the last try, until the next one. */
  failure: ControlFailure | undefined
  /** Carries the act out. Says `said` when it succeeded, and resolves with whether it did. A second try waits for the first. */
  run(work: () => Promise<unknown>, said?: string): Promise<boolean>
  /** Forgets the refusal. */
  clear(): void
}

/** Gives a component an act, with its state. */
export function useAct(): ActState {
  const { say } = useApp()
  const [state, setState] = useState<Pick<ActState, 'busy' | 'failure'>>({ busy: false, failure: undefined })
  return {
    ...state,
    async run(work, said) {
      if (state.busy) return false
      setState({ busy: true, failure: undefined })
      try {
        await work()
        setState({ busy: false, failure: undefined })
        if (said !== undefined) say(said)
        return true
      } catch (error) {
        const failure = error instanceof Error ? error : new Error(String(error))
        setState({ busy: false, failure })
        return false
      }
    },
    clear: () => setState({ busy: false, failure: undefined }),
  }
}

const context = createContext<ControlFailure | undefined>(undefined)

const FailureProvider = context.Provider

/** The message of the refusal that names this field of a form. `undefined` where no refusal does. */
export function useProblemOf(name: string): string | undefined {
  const failure = useContext(context)
  return failure?.param === name ? failure.message : undefined
}

/** Gives the focus to the field that a refusal names, and tells whether there is one. */
function useField(around: { current: HTMLElement | null }, failure: ControlFailure | undefined): boolean {
  const [isPlaced, setPlaced] = useState(false)
  useLayoutEffect(() => {
    const fields = [...(around.current?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
    const field = fields.find(({ name }) => name === failure?.param)
    setPlaced(field !== undefined)
    field?.focus()
  }, [failure])
  return isPlaced
}

/** The properties of an {@link ActButton}. */
interface ActButtonProps<Result> {
  text: string
  /** The name of the act, where the button's text does not name the thing. */
  label?: string
  request: ControlCall
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
  const page = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  const isPlaced = useField(page, failure)

  useLayoutEffect(() => {
    if (isAsking) page.current?.querySelector<HTMLElement>('.keep button')?.focus()
    else if (wasAsking.current) page.current?.querySelector<HTMLElement>('button')?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  async function act() {
    const isDone = await run(async () => {
      onBegin?.()
      const result = await control.call<Result>(request, true)
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
    <div class="act" ref={page} onKeyDown={onKeyDown}>
      {isAsking ? (
        <div class={destroys ? 'question' : 'question gentle'} role="group" aria-label={question}>
          <Visible as="p" text={question ?? ''} />
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

/** The properties of a {@link ActForm}. */
interface ActFormProps<Result> {
  /** The name of the form for screen readers. */
  label: string
  /** The words of its button. */
  submit: string
  /** The request that the fields make now. */
  request: ControlCall
  /** Gets the answer. */
  onDone?: (result: Result) => void
  /** What the page says when the act has succeeded. */
  said?: string
  /** Whether the act cannot be carried out yet. */
  disabled?: boolean
  children: ComponentChildren
}

/**
 * The fields of an act with its button and its line of curl. A refusal that names a field is shown at this field, which gets the focus;
 * any other one stands before the button.
 */
export function ActForm<Result>(props: ActFormProps<Result>) {
  const { label, submit, request, onDone, said, disabled, children } = props
  const { control } = useApp()
  const { busy, failure, run } = useAct()
  const form = useRef<HTMLFormElement>(null)
  const isPlaced = useField(form, failure)

  function submitForm(event: Event) {
    event.preventDefault()
    if (disabled) return
    void run(async () => {
      const result = await control.call<Result>(request, true)
      onDone?.(result)
    }, said)
  }

  return (
    <FailureProvider value={failure}>
      <form class="form" aria-label={label} noValidate ref={form} onSubmit={submitForm}>
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

/** The route of an act, and on request its command line, to copy. */
export function RouteLine({ request }: { request: ControlCall }) {
  const { control } = useApp()
  const line = control.curl(request)
  return (
    <details class="route">
      <summary>
        <Visible as="code" text={`${request.method} ${request.path}`} />
      </summary>
      <Visible as="pre" tabIndex={0} role="region" aria-label="Command line" text={line} />
      <CopyButton label="Copy as curl" text={line} />
    </details>
  )
}
