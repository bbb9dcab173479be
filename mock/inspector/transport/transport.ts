/** Carries one request to the mock: the platform's `fetch` where the page was opened, `backend.fetch` where it is mounted. */
export type Transport = (request: Request) => Promise<Response>
