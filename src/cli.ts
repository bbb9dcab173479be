import { runCommand } from './command/command'

await runCommand(process.argv.slice(2))
