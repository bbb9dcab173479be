import { expect, test } from 'vitest'
import { entries, exportsOf } from './surface'
import { readText } from '../support/root'

const names = Object.keys(entries) as (keyof typeof entries)[]

test.each(names)('%s exports what it has promised, no more and no less', (entry) => {
  const found = exportsOf(entry)
  const list = (isValue: boolean) => found.filter((one) => one.isValue === isValue).map(({ name }) => name)
  expect({ values: list(true), types: list(false) }).toMatchSnapshot()
})

test.each(names)(
  'every export of %s has a doc comment, and whatever can be called has an example',
  (entry) => {
    const found = exportsOf(entry)
    expect(
      found.filter(({ text, isGenerated }) => text === '' && !isGenerated).map(({ name }) => name),
    ).toEqual([])
    const mute = found.filter(({ isValue, examples }) => isValue && examples.length === 0)
    expect(mute.map(({ name }) => name)).toEqual([])
  },
)

test.each(names)('the README of the SDK says what %s is for', (entry) => {
  expect(readText('src/README.md')).toMatch(new RegExp(`^\\| \`${entry}\` +\\| \\S.+\\. +\\|$`, 'm'))
})
