import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { builtCampaign } from '../config/built-campaign.ts'
import { environment } from '../config/environment.ts'
import { isAlive } from '../kernel/database/embedded/alive.ts'

const root = join(import.meta.dirname, '..', '..')
const sources = ['site', 'brand', 'contract', 'records', 'backend/pages', 'astro.config.mjs', 'package-lock.json']
const lockFile = join(root, 'node_modules', '.cache', 'site-build.lock')

/**
 * Builds the site when it has not been built or is older than its sources, or has other words than the campaign's folder. When several copies start at the same time,
 * one builds and the others wait. Throws with the output of Astro.
 */
export async function ensureBuilt(onBuild: () => void): Promise<void> {
  while (!isBuilt()) {
    if (!takeLock()) await delay(200)
    else
      try {
        if (isBuilt()) return
        onBuild()
        build()
        return // even if file times disagree
      } finally {
        rmSync(lockFile, { force: true })
      }
  }
}

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

export function isBuilt(): boolean {
  const built = join(root, 'dist', 'pages.json') // written last
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  return sources.every((source) => newest(join(root, source)) <= builtAt) && builtCampaign(join(root, 'dist')) !== null
}

function build(): void {
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs')
  // Test runners set NODE_ENV to test; React would then be built for development, at twice the size.
  const env = { ...environment(), NODE_ENV: 'production' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [astro, 'build'], { cwd: root, encoding: 'utf8', env })
  if (status !== 0)
    throw new Error(
      `${stdout}${stderr}\nThe site could not be built. Fix the errors above, then run \`npm run build\`.`,
    )
}

/** False while another process builds; takes over the lock of a killed one. */
function takeLock(): boolean {
  mkdirSync(dirname(lockFile), { recursive: true })
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const builder = existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : 0
    if (builder > 0 && !isAlive(builder)) rmSync(lockFile, { force: true })
    return false
  }
}
