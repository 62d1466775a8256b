import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'

/**
 * For threads that need no environment variables and must not see secrets: only the location of Node’s compile cache.
 * Without it a thread takes a third longer to start.
 */
export function threadEnvironment(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir() // of this version of Node, inside the one that was chosen
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
