import { defineConfig } from '@playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:5173' },
  webServer: { command: 'npx vite --port 5173 --strictPort', url: 'http://localhost:5173' },
})
