#!/usr/bin/env node
// This file runs on every Node. One that is too old for the command would end in an error of its syntax.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major > 20 || (major === 20 && minor >= 19)) await import('../dist/cli.js')
else {
  console.error(
    `event-delivery needs Node 20.19 or newer, and this is ${process.versions.node}. Install one: https://nodejs.org/en/download`,
  )
  process.exitCode = 2
}
