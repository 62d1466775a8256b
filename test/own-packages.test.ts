import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import program from '../package.json' with { type: 'json' }
import { temporaryDataFolder } from './support/app/data-folder.ts'
import { installOwnPackages } from './support/run/own-packages.ts'

const root = join(import.meta.dirname, '..')
const folders = globSync(['bench/peers', 'test/engines', 'test/support/browser/packaged'], { cwd: root })

describe.each(folders)('the packages of %s', (folder) => {
  it('are locked, and not part of every installation', async () => {
    const json = async (name: string) => JSON.parse(await readFile(join(root, folder, name), 'utf8'))
    const { dependencies } = await json('package.json')
    const { packages } = await json('package-lock.json')
    expect(packages[''].dependencies).toEqual(dependencies)
    const everywhere = { ...program.dependencies, ...program.devDependencies }
    expect(Object.keys(dependencies).filter((name) => Object.hasOwn(everywhere, name))).toEqual([])
  })
})

it.each(folders)('npm ci accepts the lock file of %s, without asking npm for anything', (folder) => {
  const cache = temporaryDataFolder()
  onTestFinished(cache.remove)
  const args = ['ci', '--dry-run', '--offline', '--cache', cache.path, '--loglevel=error']
  const { status, stderr } = spawnSync('npm', args, { cwd: join(root, folder), encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})

it('what cannot be installed is told with the command to run later', async () => {
  const folder = temporaryDataFolder()
  writeFileSync(join(folder.path, 'package.json'), '{"private":true,"dependencies":{"fastify":"5.12.8"}}')
  expect(() => installOwnPackages(folder.path)).toThrow(/could not be installed.*npm ci --prefix/)
  await folder.remove()
})
