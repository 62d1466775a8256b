import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `npm start`: builds the site when it is not built yet or older than its sources, then runs the server. */
const root = join(import.meta.dirname, '..', '..')
const sources = ['site', 'contract', 'backend/pages', 'astro.config.mjs', 'package-lock.json']

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isBuilt(): boolean {
  const built = join(root, 'dist', 'pages.json')
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  return sources.every((source) => newest(join(root, source)) <= builtAt)
}

if (!isBuilt()) {
  console.log('Building the site…')
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) {
    console.error(`${stdout}${stderr}\nThe site could not be built: see above, then run \`npm run build\`.`)
    process.exit(1)
  }
}
await import('../server.ts')
