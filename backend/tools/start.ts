import { ensureBuilt } from './site-build.ts'

/** `npm start`: a built site, then the server. */
try {
  await ensureBuilt(() => console.log('Building the site…'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
await import('../server.ts')
