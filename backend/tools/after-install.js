import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm runs this after `npm ci`, with whatever Node the machine has, on Windows too: uses the hooks of the repository, where
 * there is one, and deletes the C headers that the pinned Node brings (67 MB), which only compilers of native modules read.
 */
const root = join(import.meta.dirname, '..', '..')
try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
} catch {
  // No git, or no repository, as in an image.
}
const pinned = join(root, 'node_modules', 'node', 'node_modules')
const versions = existsSync(pinned) ? readdirSync(pinned).filter((name) => name.startsWith('node-')) : []
for (const name of versions) rmSync(join(pinned, name, 'include'), { recursive: true, force: true })
