import DefaultTheme from 'vitepress/theme'
import { useData } from 'vitepress'
import { h } from 'vue'
import Playground from './Playground.vue'
import RowFilter from './RowFilter.vue'
import './site.css'

// The pages that are mostly tables, of which a reader wants a few rows.
const filtered = ['conformance/coverage.md', 'dialects.md', 'glossary.md', 'troubleshooting.md']

export default {
  extends: DefaultTheme,
  Layout() {
    const { relativePath } = useData().page.value
    const filter = filtered.includes(relativePath) ? h(RowFilter, { key: relativePath }) : undefined
    return h(DefaultTheme.Layout, undefined, { 'doc-before': () => filter })
  },
  enhanceApp: ({ app }) => app.component('Playground', Playground),
}
