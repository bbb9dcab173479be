// The pages of the site in the order of its navigation, by the files of the repository that they are made of.

/** Pages under one heading of the navigation. */
export interface Chapter {
  title: string
  /** The words in the bar at the top. Chapters without them stand at the side alone. */
  bar?: string
  pages: readonly Page[]
  /** Files of the site that are pages of their own, without its navigation: their words in it, and their paths. */
  others?: readonly (readonly [title: string, path: string])[]
}

/** A page: its words in the navigation, its file from the root of the repository, and its path in the site. */
export type Page = readonly [title: string, file: string, path: string]

export const chapters: readonly Chapter[] = [
  {
    title: 'Start',
    bar: 'Start',
    pages: [
      ['The first minute', 'README.md', 'start'],
      ['Example: a shop on Express', 'docs/examples/express-shop/README.md', 'examples/express-shop'],
      ['Example: a receiver in Next.js', 'docs/examples/next-receiver/README.md', 'examples/next-receiver'],
      ['Example: tests with Playwright', 'docs/examples/playwright/README.md', 'examples/playwright'],
      ['Example: a front end with Vite', 'docs/examples/vite-msw/README.md', 'examples/vite-msw'],
      [
        'Example: a service on Fastify',
        'docs/examples/fastify-service/README.md',
        'examples/fastify-service',
      ],
    ],
  },
  {
    title: 'SDK',
    bar: 'SDK',
    pages: [
      ['A tour', 'src/README.md', 'sdk/'],
      ['In production', 'docs/sdk.md', 'sdk/production'],
      ['The outbox', 'docs/exactly-once.md', 'exactly-once/'],
      ['The inbox', 'docs/exactly-once/inbox.md', 'exactly-once/inbox'],
      ['A shared pace', 'docs/exactly-once/shared-pace.md', 'exactly-once/shared-pace'],
      ['The command', 'docs/command.md', 'sdk/command'],
      ['OpenTelemetry', 'docs/otel.md', 'sdk/otel'],
      ['For coding agents', 'src/AGENTS.md', 'sdk/agents'],
    ],
  },
  {
    title: 'Receive deliveries',
    pages: [
      ['A receiver', 'docs/receiving.md', 'receiving/'],
      ['Express', 'docs/receiving/express.md', 'receiving/express'],
      ['Fastify', 'docs/receiving/fastify.md', 'receiving/fastify'],
      ['Hono', 'docs/receiving/hono.md', 'receiving/hono'],
      ['Koa', 'docs/receiving/koa.md', 'receiving/koa'],
      ['Next.js', 'docs/receiving/next.md', 'receiving/next'],
      ['Nuxt, Nitro, h3', 'docs/receiving/h3.md', 'receiving/h3'],
      ['hapi', 'docs/receiving/hapi.md', 'receiving/hapi'],
      ['AWS Lambda', 'docs/receiving/lambda.md', 'receiving/lambda'],
      ['Workers, Bun, Deno', 'docs/receiving/workers.md', 'receiving/workers'],
      ['SvelteKit and others', 'docs/receiving/sveltekit.md', 'receiving/sveltekit'],
      ['From other libraries', 'docs/receiving/moving.md', 'receiving/moving'],
    ],
  },
  {
    title: 'Mock',
    bar: 'Mock',
    pages: [
      ['The mock', 'mock/README.md', 'mock/'],
      ['A tour with curl', 'docs/tour.md', 'mock/tour'],
      ['The inspector', 'docs/inspector.md', 'mock/inspector'],
      ['Clients from the document', 'docs/generators.md', 'mock/generators'],
      ['In production', 'docs/production.md', 'mock/production'],
      ['For coding agents', 'mock/AGENTS.md', 'mock/agents'],
    ],
  },
  {
    title: 'The mock in front ends',
    pages: [
      ['Overview', 'docs/frontend.md', 'frontend/'],
      ['A server of your own', 'docs/frontend/server.md', 'frontend/server'],
      ['Vite', 'docs/frontend/vite.md', 'frontend/vite'],
      ["MSW's service worker", 'docs/frontend/msw-worker.md', 'frontend/msw-worker'],
      ['The inspector in your page', 'docs/frontend/inspector.md', 'frontend/inspector'],
      ['Vitest', 'docs/frontend/vitest.md', 'frontend/vitest'],
      ['Jest', 'docs/frontend/jest.md', 'frontend/jest'],
      ['Playwright', 'docs/frontend/playwright.md', 'frontend/playwright'],
      ['Storybook', 'docs/frontend/storybook.md', 'frontend/storybook'],
    ],
  },
  {
    title: 'Conformance',
    bar: 'Conformance',
    pages: [
      ['For the owner of a service', 'docs/for-service-owners.md', 'conformance/owners'],
      ['The suite', 'test/contract/README.md', 'conformance/'],
      ['Judge a deployment', 'docs/conformance.md', 'conformance/judging'],
      ['In CI', 'docs/ci.md', 'conformance/ci'],
      ['Which check judges which rule', 'docs/coverage.md', 'conformance/coverage'],
      ['For coding agents', 'test/contract/AGENTS.md', 'conformance/agents'],
    ],
  },
  {
    title: 'Reference',
    bar: 'Reference',
    others: [['The interface', 'interface.html']],
    pages: [
      ['Errors', 'docs/errors.md', 'errors'],
      ['Find a fault by its symptom', 'docs/troubleshooting.md', 'troubleshooting'],
      ['Glossary', 'docs/glossary.md', 'glossary'],
      ['Dialects', 'docs/dialects.md', 'dialects'],
      ['Performance', 'docs/performance.md', 'performance'],
      ['Beside other libraries', 'docs/comparison.md', 'comparison'],
      ['Dependencies', 'docs/dependencies.md', 'dependencies'],
      ['Changes', 'CHANGELOG.md', 'changes'],
    ],
  },
  {
    title: 'Project',
    pages: [
      ['Contribute', 'docs/CONTRIBUTING.md', 'project/contributing'],
      ['Architecture', 'docs/architecture.md', 'project/architecture'],
      ['Decisions', 'docs/decisions/README.md', 'project/decisions/'],
      ['Releases', 'docs/releasing.md', 'project/releasing'],
      ['Security', 'docs/security.md', 'project/security'],
    ],
  },
]

/** Files that the site serves as they are, by their paths in it. */
export const files: Readonly<Record<string, string>> = {
  'openapi.yaml': 'openapi/openapi.yaml',
  'rules.yaml': 'openapi/rules.yaml',
  'flows.arazzo.yaml': 'openapi/flows.arazzo.yaml',
  'spectral.yaml': 'openapi/spectral.yaml',
  'compose.yaml': 'docs/production/compose.yaml',
  'alerts.yaml': 'docs/production/alerts.yaml',
  'coverage.json': 'docs/coverage.json',
}
