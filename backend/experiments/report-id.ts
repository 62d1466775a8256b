import { randomUUID } from 'node:crypto'

/** Number of reports that came; makes the ids of reports of one view differ. */
let reports = 0

/** Begins with the id of the view, so that a block of views holds it once. */
export function reportIdOf(viewId: string): string {
  const hex = Buffer.from(viewId, 'base64url').toString('hex')
  if (hex.length !== 30) return randomUUID()
  const number = (reports++ % 256).toString(16).padStart(2, '0')
  return `${hex}${number}`.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
