import { join } from 'node:path'

/** The build folder. */
export const dist = join(import.meta.dirname, '..', '..', '..', 'dist')
