import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * npm runs this after `npm ci`, with whatever Node the machine has, on Windows too: uses the hooks of the repository, where
 * there is one, and deletes the C headers that the pinned Node brings (67 MB), which only compilers of native modules read.
 * npm 10 deletes the command `node` with the packages for other platforms, so it is linked here.
 * npm has no Node for some platforms, such as Macs with Apple silicon: there, the machine's own has to be new enough.
 * On Windows it adds the word `exec`, with which `npm start` begins: it puts Node in the place of the shell, so that Node
 * gets npm's signals. cmd.exe knows no such word.
 */
const root = join(import.meta.dirname, '..', '..')
const { platform, arch, versions } = process
const packages = join(root, 'node_modules')
const commands = join(packages, '.bin')
const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
const isPinned = existsSync(join(packages, name))

if (!isPinned && Number.parseInt(versions.node, 10) < 24) {
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
if (isPinned) {
  rmSync(join(packages, name, 'include'), { recursive: true, force: true })
  if (platform === 'win32') writeFileSync(join(commands, 'node.cmd'), `@"%~dp0..\\${name}\\bin\\node.exe" %*\r\n`)
  else {
    rmSync(join(commands, 'node'), { force: true })
    symlinkSync(join('..', name, 'bin', 'node'), join(commands, 'node'))
  }
}
if (platform === 'win32' && existsSync(commands)) writeFileSync(join(commands, 'exec.cmd'), '@%*\r\n')
