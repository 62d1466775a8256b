import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm runs this after `npm ci` with the pinned Node, on Windows too: uses the hooks of the repository, where there is one, and
 * deletes the C headers that the pinned Node brings (67 MB), which only compilers of native modules read.
 * npm has no package of Node for some platforms, such as Macs with Apple silicon; there it runs with the machine's own Node,
 * which has to be new enough.
 * On Windows it adds the word `exec`, with which `npm start` begins: it puts Node in the place of the shell, so that Node
 * gets npm's signals. cmd.exe knows no such word.
 */
const root = join(import.meta.dirname, '..', '..')
const { platform, arch, versions } = process
if (Number.parseInt(versions.node, 10) < 24) {
  console.error(
    `npm has installed no Node for ${platform} ${arch}, and the one on this machine is ${versions.node}. Install Node 24 from nodejs.org, then run \`npm ci\` again.`,
  )
  process.exit(1)
}
try {
  execFileSync('git', ['config', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
} catch {
  // No git, or no repository, as in an image.
}
const packages = join(root, 'node_modules')
const pinned = existsSync(packages)
  ? readdirSync(packages).filter((name) => /^node-(?:linux|darwin|win)-/.test(name))
  : []
for (const name of pinned) rmSync(join(packages, name, 'include'), { recursive: true, force: true })

const commands = join(packages, '.bin')
if (platform === 'win32' && existsSync(commands)) writeFileSync(join(commands, 'exec.cmd'), '@%*\r\n')
