// The configuration of the guide, with the Chromium of this machine.
import { readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import guide from './playwright.config'

const launchOptions = JSON.parse(readFileSync('chromium.json', 'utf8')) as object

export default defineConfig(guide, {
  workers: 2,
  reporter: [['line'], ['json', { outputFile: 'results.json' }]],
  use: { launchOptions },
})
