import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm runs this after `npm ci`, with whatever Node the machine has, on Windows too: uses the hooks of the repository, where
 * there is one, and deletes the C headers that the pinned Node brings (67 MB), which only compilers of native modules read.
 * On Windows it adds the word `exec`, with which `npm start` begins: it puts Node in the place of the shell, so that Node
 * gets npm's signals. cmd.exe knows no such word.
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

const commands = join(root, 'node_modules', '.bin')
if (process.platform === 'win32' && existsSync(commands)) writeFileSync(join(commands, 'exec.cmd'), '@%*\r\n')
