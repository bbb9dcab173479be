export default {
  client: { input: './openapi.json', output: { target: './made/client.ts', client: 'fetch' } },
}
