import { ensureBuilt } from '../../backend/tools/site-build.ts'
import { installed } from './installed.ts'

/** Builds the site once. Refuses to run without an engine here: `npm run check` loads the configuration on every machine. */
export default async () => {
  if (installed.length === 0)
    throw new Error('There is no other engine here. On Debian: apt-get install firefox-esr webkit2gtk-driver xvfb')
  await ensureBuilt(() => console.log('Building the site…'))
}
