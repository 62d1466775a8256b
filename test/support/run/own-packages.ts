import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/**
 * Installs, once, the packages that the package.json of `folder` lists: too large for everyone who installs the product
 * (decision 0091). What npm has in its cache is not fetched again.
 */
export function installOwnPackages(folder: string): void {
  const installed = join(folder, 'node_modules', '.package-lock.json')
  const changedAt = (file: string) => statSync(file).mtimeMs
  if (existsSync(installed) && changedAt(installed) >= changedAt(join(folder, 'package-lock.json'))) return
  const name = relative(process.cwd(), folder)
  console.log(`Installing the packages of ${name} from npm, which happens once.`)
  const { status } = spawnSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`The packages of ${name} could not be installed. With a network, run \`npm ci --prefix ${name}\`.`)
}

if (import.meta.main) for (const folder of process.argv.slice(2)) installOwnPackages(resolve(folder))
