import { useEffect, useRef, useState } from 'preact/hooks'
import { useApp } from '../frame/app'
import { useResource } from '../frame/use-resource'
import { openRow } from '../list/cursor'
import { Visible } from '../ui/text'
import { completed, type Completion, completionsFor, factsOf, takeSession } from './complete'

/** The box that filters the list, with completion. */
export function QueryBox() {
  const app = useApp()
  const { store, page, say, root } = app
  const input = useRef<HTMLInputElement>(null)
  const [options, setOptions] = useState<Completion[]>([])
  const [chosen, setChosen] = useState(-1)
  const [isAsked, setAsked] = useState(false)
  const sessions = useResource<{ data: { name: string | null }[] }>(
    isAsked ? '/__mock/sessions' : undefined,
    { isFixed: true },
  )
  const text = page.query.value
  const isOpen = options.length > 0

  function offer() {
    const { value, selectionStart } = input.current ?? { value: '', selectionStart: 0 }
    const names = sessions.data?.data.map(({ name }) => name) ?? []
    setOptions(completionsFor(value, selectionStart ?? value.length, factsOf(store.rows, names)))
    setChosen(-1)
  }

  // The names of the sessions may come after the term that asks for them was typed.
  useEffect(() => {
    if (sessions.data && text.endsWith('session:')) offer()
  }, [sessions.data])

  function close() {
    setOptions([])
    setChosen(-1)
  }

  /** Selects the session that the query names. The term has done its work then, so it leaves the box. */
  function settle(query: string) {
    const { session, rest } = takeSession(query)
    page.query.value = rest
    if (session === undefined || session === page.session.value) return
    page.open.value = null
    page.session.value = session
    say(`This is the session ${session}.`)
  }

  function accept(option: Completion) {
    const element = input.current
    if (!element) return
    const next = completed(element.value, element.selectionStart ?? element.value.length, option)
    element.value = next.text
    element.setSelectionRange(next.caret, next.caret)
    if (option.text.endsWith(':')) page.query.value = next.text
    else settle(next.text)
    element.focus()
    offer()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const option = options[chosen]
    if (step !== undefined && isOpen) setChosen(turned(chosen, step, options.length))
    else if (event.key === 'Enter' && option) accept(option)
    else if (event.key === 'Enter') {
      settle(text)
      close()
      // A query that named a session has done its work. Any other leads to what it found.
      const newest = store.shown.at(-1)
      if (text.trim() !== '' && page.query.value === text && newest) {
        input.current?.blur()
        openRow(app, newest)
      }
    } else if (event.key === 'ArrowDown') root.querySelector<HTMLElement>('.row[tabindex="0"]')?.focus()
    else if (event.key === 'Tab' && option && !event.shiftKey) accept(option)
    else if (event.key === 'Escape') {
      if (isOpen) close()
      else input.current?.blur()
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div class="query">
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Filter"
        aria-expanded={isOpen}
        aria-controls="completions"
        aria-autocomplete="list"
        aria-activedescendant={options[chosen] ? `completion-${chosen}` : undefined}
        placeholder="Filter by type:, status:, webhook:, key:, id: or text"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          page.query.value = event.currentTarget.value
          offer()
        }}
        onFocus={() => {
          setAsked(true)
          offer()
        }}
        onClick={offer}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <button
          type="button"
          class="clear"
          aria-label="Clear the filter"
          onClick={() => {
            page.query.value = ''
            input.current?.focus()
          }}
        >
          ✕
        </button>
      )}
      <ul id="completions" role="listbox" aria-label="Ways to go on" hidden={!isOpen}>
        {options.map((option, index) => (
          <li
            key={option.text}
            id={`completion-${index}`}
            role="option"
            aria-selected={index === chosen}
            // The box keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault()
              accept(option)
            }}
          >
            <Visible as="b" text={option.text} />
            <Visible as="span" text={option.hint} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The next index in a ring of the options and, as -1, of none of them. */
function turned(chosen: number, step: number, count: number): number {
  return ((chosen + 1 + step + count + 1) % (count + 1)) - 1
}
