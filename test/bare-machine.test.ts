import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { projectFiles } from './support/run/project-files.ts'

const root = join(import.meta.dirname, '..')

/** Loads a module as on a machine with Node and npm alone, where no earlier run has left anything. */
const loading = `
  import programs from 'node:child_process'
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const [, module, root, cache] = process.argv
  const { existsSync, globSync } = fs
  const isThere = (path) => String(path).startsWith(root) && !String(path).startsWith(cache)
  fs.existsSync = (path) => isThere(path) && existsSync(path)
  fs.globSync = (pattern, options) => (String(pattern).startsWith('/') ? [] : globSync(pattern, options))
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync'])
    programs[name] = (program) => {
      throw new Error('Loading it starts ' + program + '.')
    }
  syncBuiltinESMExports()
  await import(module)
`

// `npm run check` loads them all: knip reads what they name.
it.each(projectFiles().filter((file) => /\.config\.(ts|mjs)$/.test(file)))(
  '%s loads where no browser, engine or database is installed',
  (file) => {
    const args = [pathToFileURL(join(root, file)).href, root, join(root, 'node_modules', '.cache')]
    const { CHROMIUM: _, ...env } = process.env
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', loading, ...args], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
)
