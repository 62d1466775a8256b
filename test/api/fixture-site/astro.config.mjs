import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { readyBytes } from '../../../backend/pages/build/astro-integration.ts'
import { createPages } from '../../../backend/pages/projected.ts'

const projected = createPages().pages.filter(({ path }) => ['/prayers', '/endorsements'].includes(path))

/** A small site, built like the real one, for the tests of backend/pages. */
export default defineConfig({
  site: 'https://campaign.example.org',
  srcDir: '.',
  cacheDir: '../../../node_modules/.cache/fixture-site',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  integrations: [react(), readyBytes({ projected, forms: [] })],
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: { csp: true },
  session: false,
  devToolbar: { enabled: false },
})
