import { expect } from 'vitest'
import type { App } from '../../../backend/app.ts'

/**
 * Waits until the read model shows the whole log, including events that are not awaited, such as a denied access or a
 * command line.
 */
export async function allProjected({ core, reached }: Pick<App, 'reached'> & { core: Pick<App['core'], 'log'> }) {
  const head = await core.log.head()
  if (head !== null) expect(await reached(head)).toBe(true)
}
