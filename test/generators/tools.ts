/** A generator of clients, in the folder of its name. */
export interface Generator {
  name: string
  /** The file of its command, and its arguments. It reads `openapi.json` and writes into `made`. */
  command: readonly string[]
  /** The files that it writes into every client, whatever the document says. */
  runtime: RegExp
  /** The tool whose `use.ts` fits this client too. It has one of its own unless given. */
  uses?: string
  /** The document that it reads is the one of the control routes, which no dialect changes. */
  ofControl?: true
}

export const generators: readonly Generator[] = [
  {
    name: 'orval',
    command: ['node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
    runtime: /^$/,
  },
  {
    name: 'hey-api',
    command: [
      ...['node_modules/@hey-api/openapi-ts/bin/run.js', '--input', './openapi.json'],
      ...['--output', 'made', '--client', '@hey-api/client-fetch'],
    ],
    runtime: /^(core|client)\//,
  },
  {
    name: 'kubb',
    command: ['node_modules/@kubb/cli/bin/kubb.cjs', 'generate', '--config', 'kubb.config.mjs'],
    runtime: /^\.kubb\//,
  },
  {
    name: 'swagger-typescript-api',
    command: [
      ...['node_modules/swagger-typescript-api/dist/cli.mjs', 'generate', '--path', 'openapi.json'],
      ...['--output', 'made', '--modular', '--custom-config', 'config.cjs'],
    ],
    runtime: /^http-client\.ts$/,
  },
  {
    name: 'oazapfts',
    command: ['node_modules/oazapfts/dist/cli.js', '--useUnknown', 'openapi.json', 'made/client.ts'],
    runtime: /^$/,
    uses: 'orval',
  },
  {
    name: 'openapi-typescript',
    command: ['node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'made/control.ts'],
    runtime: /^$/,
    ofControl: true,
  },
]
