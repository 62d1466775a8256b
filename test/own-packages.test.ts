import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
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

const lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ integrity: z.string().optional(), hasInstallScript: z.boolean().optional() }),
  ),
})
const lockOf = (folder: string) => lock.parse(JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')))

it.each(['.', ...folders])('every package in the lock file of %s has a hash', (folder) => {
  const installed = Object.entries(lockOf(folder).packages).filter(([path]) => path !== '')
  expect(installed.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))).toEqual([])
})

it('the Node that runs this is the one of the lock file, and no install script fetches it', () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const own = `node_modules/node-${platform}-${process.arch}`
  expect(process.execPath.startsWith(join(root, own))).toBe(true)
  const { packages } = lockOf('.')
  expect(packages[own]).toMatchObject({ version: process.versions.node })
  const scripts = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)
  expect(scripts.filter((path) => /^node_modules\/node(?:-|$)/.test(path))).toEqual([])
  expect(Object.keys(program.allowScripts).filter((name) => /^node(?:-|$)/.test(name))).toEqual([])
})

it('what cannot be installed is told with the command to run later', async () => {
  const folder = temporaryDataFolder()
  writeFileSync(join(folder.path, 'package.json'), '{"private":true,"dependencies":{"fastify":"5.12.8"}}')
  expect(() => installOwnPackages(folder.path)).toThrow(/could not be installed.*npm ci --prefix/)
  await folder.remove()
})
