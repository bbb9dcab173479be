// The lock file of the folder above would make Next.js guess where the project begins.
export default { outputFileTracingRoot: new URL('../..', import.meta.url).pathname }
