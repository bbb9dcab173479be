import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readText, root } from '../support/root'
import { guides } from './markdown'

test.each(guides())('each link and picture of %s leads to something in the repository', (guide) => {
  const text = readText(guide)
  const targets = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, target]) => target!)
  expect(targets.filter((target) => !existsSync(join(root, dirname(guide), target)))).toEqual([])
})

test('each link to a heading names a heading of that guide', () => {
  for (const guide of guides()) {
    const text = readText(guide)
    for (const [, path, heading] of text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)) {
      const target = readText(path === '' ? guide : join(dirname(guide), path!))
      const headings = [...target.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
        title!
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      )
      expect(headings, `${guide} links to ${path}#${heading}`).toContain(heading)
    }
  }
})

test('the first page is short enough to be read', () => {
  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(111)
})
