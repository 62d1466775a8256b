import { environment } from '../config/environment.ts'
import { stopWithNpm } from './parent-watch.ts'
import { isBuilt } from './site-build.ts'

stopWithNpm()

/** `npm start`: builds the site if necessary, then starts the server. A server without pages needs no build. */
if (environment().SERVE_SITE !== 'off' && !isBuilt())
  try {
    const { prepareSite } = await import('./prepare-site.ts')
    await prepareSite()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
await import('../server.ts')
