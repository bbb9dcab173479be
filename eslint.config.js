import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/** Forbids imports against the arrows `openapi → generated → src → mock → test`. */
const arrows = (files, patterns, message) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', { patterns: patterns.map((regex) => ({ regex, message })) }],
  },
})

const node = '^node:'
const sdk = '^@event-delivery/sdk'
const mock = '^@event-delivery/mock'
const conformance = '^@event-delivery/conformance'

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'generated/', 'reports/'] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A method of an interface may be asynchronous where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Our objects are closures: `backend.fetch` is made to be handed on.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ExportAllDeclaration:not([exported])', message: 'A barrel lists its exports.' },
      ],
    },
  },
  arrows(['generated/**'], ['/src/', '/mock/', '/test/', sdk, mock, conformance], 'Arrows point right.'),
  arrows(
    ['src/**'],
    ['/mock/', '/test/', mock, conformance, node],
    'The SDK imports from generated/ alone, and nothing of Node.',
  ),
  arrows(['mock/**'], ['/src/', '/test/', conformance], 'The mock reaches the SDK by its package name.'),
  arrows(
    ['test/contract/**'],
    ['/src/', '/mock/', sdk, mock],
    'The suite shares no code with what it judges.',
  ),
  {
    // Tools read a default export.
    files: ['**/*.config.{ts,js}', 'test/support/reporter.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
)
