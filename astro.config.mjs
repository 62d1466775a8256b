import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'
import { checkCampaign } from './backend/campaign-check.ts'
import { readyBytes } from './backend/pages/astro-integration.ts'
import { campaign } from './contract/campaign.ts'

checkCampaign(campaign)

export default defineConfig({
  // Canonical addresses are written at build time.
  site: process.env.PUBLIC_URL || 'http://localhost:3000',
  srcDir: './site',
  publicDir: './site/public',
  outDir: './dist',
  output: 'static',
  trailingSlash: 'never',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  integrations: [react(), readyBytes()],
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  security: { csp: true },
  session: false,
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  // `npm run dev`: the API is answered by the backend behind.
  vite: process.env.BACKEND_URL
    ? {
        server: {
          proxy: {
            '/api': process.env.BACKEND_URL,
            '/photos': process.env.BACKEND_URL,
            '/dev/mail': process.env.BACKEND_URL,
          },
        },
      }
    : {},
})
