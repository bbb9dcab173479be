import { mountInspector } from '@event-delivery/mock/inspector'
import { highlighted } from './highlight'
import { type Preset, presets } from './presets'
import { createStage } from './stage'
import './playground.css'

const markup = `<div class="presets" role="group" aria-label="Programs"></div>
<p class="says"></p>
<div class="bench">
  <div class="editor"><pre aria-hidden="true"></pre><textarea aria-label="Program" spellcheck="false" autocapitalize="off"></textarea></div>
  <div class="results">
    <h3 id="playground-output">Output of the program</h3>
    <pre class="output" role="log" tabindex="0" aria-labelledby="playground-output"></pre>
    <h3 id="playground-receiver">Receiver of the webhook</h3>
    <pre class="receiver" role="log" tabindex="0" aria-labelledby="playground-receiver"></pre>
  </div>
</div>
<p><button class="run" type="button">Run</button></p>
<h3>Inspector of the mock</h3>
<div class="inspector-place"></div>`

/** Mounts the playground in an element of the page. Everything happens in this page: there is no server, and no key of a real service. */
export async function mountPlayground(element: HTMLElement): Promise<void> {
  element.innerHTML = markup
  const part = <Part extends HTMLElement>(name: string) => element.querySelector<Part>(name)!
  const editor = part<HTMLTextAreaElement>('textarea')
  const colours = part('.editor pre')
  const run = part<HTMLButtonElement>('.run')
  const lines = (name: string) => (line: string) => part(name).append(`${line}\n`)

  const colour = () => colours.replaceChildren(...highlighted(editor.value))
  editor.addEventListener('input', colour)
  editor.addEventListener('scroll', () => colours.scrollTo(editor.scrollLeft, editor.scrollTop))

  let leave = () => {}
  let stage: Awaited<ReturnType<typeof createStage>>
  async function choose(preset: Preset): Promise<void> {
    leave()
    for (const log of ['.output', '.receiver']) part(log).replaceChildren()
    for (const button of element.querySelectorAll('.presets button'))
      button.setAttribute('aria-pressed', String(button.textContent === preset.title))
    part('.says').textContent = preset.says
    editor.value = preset.code
    colour()
    const { backend, run: play } = await createStage(preset, lines('.receiver'))
    stage = { backend, run: play }
    const remove = mountInspector(part('.inspector-place'), backend)
    leave = () => {
      remove()
      void backend.close()
    }
  }

  for (const preset of presets) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      textContent: preset.title,
    })
    button.addEventListener('click', () => void choose(preset))
    part('.presets').append(button)
  }
  run.addEventListener('click', () => {
    run.disabled = true
    void stage.run(editor.value, lines('.output')).finally(() => (run.disabled = false))
  })
  await choose(presets[0]!)
}
