import js from '@eslint/js'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  // Some programs of the tests are compiled where their frameworks and generators are installed.
  {
    ignores: [
      ...[
        '**/dist/',
        '**/node_modules/',
        'generated/',
        'reports/',
        'docs/examples/',
        'test/{adapters,frameworks}/installed/',
      ],
      ...['test/frontend/{programs,storybook}/', 'test/generators/*/', 'test/examples/*/'],
    ],
  },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      // One project has all files. A service that finds the project of each file made three of them, and took twice as long.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A method of an interface may be asynchronous where one implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // Our objects are closures: `backend.fetch` is made to be handed on.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message:
            'Node 20 and 22 refuse letters beyond ASCII in it after some thousand calls: use parseUrl.',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ExportAllDeclaration:not([exported])', message: 'A barrel lists its exports.' },
      ],
    },
  },
  {
    // Tools read a default export, also from what guides show.
    files: [
      '**/*.config.{ts,js}',
      'docs/.vitepress/config.ts',
      'docs/.vitepress/theme/index.js',
      'test/docs/snippets/*.ts',
      '.dependency-cruiser.js',
      'test/support/reporter.ts',
      'test/support/hang-watch.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    // A server of Node takes a listener that is asynchronous: `createServer(receive)`.
    files: ['test/docs/snippets/*.ts'],
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
    },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
)
