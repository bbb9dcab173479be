import { expect, test } from 'vitest'
import { commands, startNode } from '../support/processes'

test.each(Object.values(commands))(
  '%s says which Node it needs where this one is too old',
  async (script) => {
    const older = `Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })`
    const { ended } = startNode(['--import', `data:text/javascript,${older}`, script, '--version'])
    const { status, out, err } = await ended
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toMatch(/^event-delivery\S* needs Node 20\.19 or newer, and this is 20\.18\.3\. .+\n$/)
  },
)
