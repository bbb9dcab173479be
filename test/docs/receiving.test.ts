import { expect, test } from 'vitest'
import { mounts } from '../sdk/framework-doubles'
import { refusalOf } from '../support/receiver-probe'
import { guides } from './markdown'
import { readText } from '../support/root'

/** The quotes of the pages, each on one line, without the marks of Markdown. */
const pages = guides()
  .filter((path) => path.startsWith('docs/receiving'))
  .map((path) => readText(path))
const quotes = [...pages.join('\n').matchAll(/^> .*(\n> .*)*/gm)].map(([quote]) =>
  quote.slice(2).replaceAll('\n> ', ' ').replaceAll('\\', ''),
)

test.each(mounts.filter(({ cure }) => cure))(
  'the guide quotes the refusal for $name as it is',
  async (mount) => {
    const message = await refusalOf(mount)
    expect(quotes.filter((quote) => message.endsWith(quote))).toHaveLength(1)
  },
)
