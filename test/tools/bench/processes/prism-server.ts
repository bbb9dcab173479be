// Prism's mock of the same document.
import { startPrism } from '../../../support/prism'

const { baseUrl } = await startPrism()
process.stdout.write(`${JSON.stringify({ baseUrl })}\n`)
