import { setTimeout } from 'node:timers/promises'
import { earlySettings } from './config/early.ts'
import { openEarlyServer } from './kernel/http/early-server.ts'
import { timeouts } from './kernel/http/node-server.ts'
import { securityHeaders } from './kernel/http/security-headers.ts'
import { dist } from './pages/serving/dist.ts'
import { createEarlyPages } from './pages/serving/early-pages.ts'
import { createFirstSource } from './pages/serving/first-source.ts'

/**
 * The first module of the process: it listens and answers the pages of the build before anything else is loaded, so it
 * must stay small. Everything else is in main.ts.
 */
function openEarly() {
  const settings = earlySettings()
  const pages =
    settings &&
    createEarlyPages(dist, {
      publicUrl: settings.publicUrl,
      securityHeaders: securityHeaders(settings),
      keepAlive: timeouts.idle / 1000,
      firstSource: createFirstSource(settings),
    })
  return settings && pages ? { server: openEarlyServer(settings, pages.tryServe), pages } : null
}

const early = openEarly()
await early?.server.opened.catch(() => {}) // main.ts reports it
await setTimeout(5) // let clients that were refused reconnect first
const { main } = await import('./main.ts')
await main(early)
