import { expect } from 'vitest'
import type { App } from '../../../backend/app.ts'

/** Waits until the read model shows the whole log: what does not wait by itself, such as a refusal or a command line, shows up. */
export async function allProjected({ core, reached }: Pick<App, 'reached'> & { core: Pick<App['core'], 'log'> }) {
  const head = await core.log.head()
  if (head !== null) expect(await reached(head)).toBe(true)
}
