import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { readyBytes } from './backend/pages/astro-adapter.ts'

export default defineConfig({
  // Canonical addresses are written at build time.
  site: process.env.PUBLIC_URL || 'http://localhost:3000',
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'never',
  adapter: readyBytes(),
  integrations: [react()],
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: { csp: true },
  devToolbar: { enabled: false },
})
