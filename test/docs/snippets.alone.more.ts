import { runSnippets } from './snippets'

runSnippets((place) => !place.includes('README.md:'))
