import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mounts } from '../sdk/framework-doubles'
import { refusalOf } from '../support/receiver-probe'
import { root } from '../support/root'

/** The quotes of the page, each on one line, without the marks of Markdown. */
const page = readFileSync(join(root, 'docs/receiving.md'), 'utf8')
const quotes = [...page.matchAll(/^> .*(\n> .*)*/gm)].map(([quote]) =>
  quote.slice(2).replaceAll('\n> ', ' ').replaceAll('\\', ''),
)

test.each(mounts.filter(({ cure }) => cure))(
  'the page quotes the refusal for $name as it is',
  async (mount) => {
    const message = await refusalOf(mount)
    expect(quotes.filter((quote) => message.endsWith(quote))).toHaveLength(1)
  },
)
