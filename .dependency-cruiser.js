// The arrows of the code. `npm run check:rooms` holds every import against them, imports of types included.

// Packages import leftwards only.
const packages = ['openapi', 'generated', 'src', 'mock', 'test']

// What each package holds, in the order in which it may be imported: a room, or a file of composition at the package's root, imports
// only what stands before it. Entries, the other files at the root, come last: nothing of the package imports them.
const order = {
  src: [
    'core/',
    'errors/',
    'catalog/',
    'transport/',
    'bulk/',
    'resources/',
    'options.ts',
    'client.ts',
    'receiving/',
    'testing/',
    'otel/',
    'postgres/',
    'outbox/',
    'stores/',
    'command/',
  ],
  mock: [
    'settings/',
    'store/',
    'http/',
    'access/',
    'faults/',
    'deliveries/',
    'journal/',
    'state/',
    'operations/',
    'document/',
    'inspector/',
    'control/',
    'backend-options.ts',
    'backend.ts',
    'faces/',
    'testing/',
    'command/',
  ],
  test: [
    'contract/',
    'support/',
    'mutants/',
    'tools/',
    'core/',
    'sdk/',
    'mock/',
    'conformance/',
    'faces/',
    'browser/',
    'openapi/',
    'docs/',
    'adapters/',
    'generators/',
    'frameworks/',
    'frontend/',
    'examples/',
    'packages/',
  ],
  'test/contract': ['wire/', 'receiver/', 'engine/', 'probes/', 'checks/', 'reports/', 'twin/', 'command/'],
}

const pattern = (name) => (name.endsWith('/') ? name : `${name.replace('.', '\\.')}$`)
const anyOf = (names) => `(${names.join('|')})`

/** Forbids each package to import the packages to the right of it. */
const packageArrows = packages.slice(0, -1).map((name, index) => ({
  name: `${name} imports leftwards`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: { path: `^${anyOf(packages.slice(index + 1))}/` },
}))

/** Forbids each part of a package to import the parts after it, and the entries. */
const roomArrows = Object.entries(order).flatMap(([folder, names]) =>
  names.map((name, index) => ({
    name: `${folder}/${name} imports leftwards`,
    severity: 'error',
    from: { path: `^${folder}/${pattern(name)}` },
    to: {
      path: `^${folder}/`,
      pathNot: `^${folder}/${anyOf([...names.slice(0, index + 1).map(pattern), 'node_modules/', 'package\\.json$'])}`,
    },
  })),
)

/** Forbids folders that are no room. */
const knownRooms = Object.entries(order).map(([folder, names]) => ({
  name: `${folder} has no other rooms`,
  severity: 'error',
  from: {},
  to: {
    path: `^${folder}/[^/]+/`,
    pathNot: `^${folder}/${anyOf([...names.map(pattern), 'bin/', 'node_modules/'])}`,
  },
}))

export default {
  forbidden: [
    ...packageArrows,
    ...roomArrows,
    ...knownRooms,
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'chapters of checks stand alone',
      severity: 'error',
      from: { path: '^test/contract/checks/([^/]+)/' },
      to: { path: '^test/contract/checks/[^/]+/', pathNot: '^test/contract/checks/$1/' },
    },
    {
      name: 'mock takes the sdk by its entries and its core',
      severity: 'error',
      from: { path: '^mock/' },
      to: { path: '^src/', pathNot: '^src/(core/|(index|webhooks|testing)\\.ts$)' },
    },
    {
      name: 'suite shares no code with what it judges but the core',
      severity: 'error',
      from: { path: '^test/contract/' },
      to: { path: '^(src|mock)/', pathNot: '^src/core/' },
    },
    {
      name: 'core imports itself and what is generated',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^(openapi|src|mock|test)/', pathNot: '^src/core/' },
    },
    {
      name: 'the library of commands serves commands',
      severity: 'error',
      from: {
        path: '^(src|mock|test/contract)/',
        pathNot: '^(src/core/commands/|(src|mock|test/contract)/(command/|cli\\.ts$))',
      },
      to: { path: '^src/core/commands/|node_modules/commander/' },
    },
    {
      name: 'no entry but a command reaches the library of commands',
      severity: 'error',
      from: { path: '^(src|mock|test/contract)/[^/]+\\.ts$', pathNot: '/cli\\.ts$' },
      to: { path: '^src/core/commands/|node_modules/commander/', reachable: true },
    },
    {
      name: 'neither client nor page reaches certificates',
      severity: 'error',
      from: {
        path: '^(src|mock)/[^/]+\\.ts$',
        pathNot: '^(src/cli|mock/(cli|node|vite|vitest|playwright))\\.ts$',
      },
      to: { path: '^src/core/(certificate|authorities)\\.ts$|node_modules/@peculiar/', reachable: true },
    },
    {
      name: 'no entry but the command and the page reaches the mistakes of signatures',
      severity: 'error',
      from: { path: '^(src|mock)/[^/]+\\.ts$', pathNot: '^(src/cli|mock/inspector)\\.ts$' },
      to: { path: '^src/core/signature/', reachable: true },
    },
    {
      name: 'suite imports no test',
      severity: 'error',
      from: { path: '^test/contract/' },
      to: { path: '^test/', pathNot: '^test/contract/' },
    },
    {
      name: 'openapi gives its model and its check of schemas alone',
      severity: 'error',
      from: { path: '^(generated|src|mock|test/contract)/' },
      to: { path: '^openapi/', pathNot: '^openapi/(model|schema-check)\\.ts$' },
    },
    {
      name: 'sdk imports nothing of node',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(command/|core/(commands/|(certificate|authorities|folders)\\.ts$))',
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    // Imports that only take types are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // What configures a build is part of no package.
    exclude: { path: ['/dist/', 'generated/.*\\.js$', '/tsup\\.config\\.'] },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'default'], exportsFields: ['exports'] },
  },
}
