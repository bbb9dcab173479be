import type * as FileSystem from 'node:fs'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepSecret } from '../../src/command/secret-file'
import { makeFolder } from '../support/folder'

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  const writeFileSync = (path: string, _text: string, options: object) => {
    fs.writeFileSync(path, '', options)
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  }
  return { ...fs, writeFileSync }
})

test('a full disk keeps no file without the secret, which a later start would refuse', async () => {
  const file = join(await makeFolder(onTestFinished), 'listen.secret')
  expect(() => keepSecret(file)).toThrow(`${file} cannot be written: the disk is full.`)
  expect(existsSync(file)).toBe(false)
})
