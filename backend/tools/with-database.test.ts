import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDataFolder } from '../../test/support/app/data-folder.ts'

const run = promisify(execFile)

async function runTool(tool: string, DATA_DIR: string): Promise<unknown> {
  const env = { PATH: process.env.PATH, ENV_FILE: '', DATA_DIR }
  const path = join(import.meta.dirname, `${tool}.ts`)
  return run(process.execPath, [path], { env, cwd: join(DATA_DIR, '..') }).catch((error: unknown) => error)
}

it.each([
  ['backup', 'stderr'],
  ['verify', 'stdout'],
  ['rebuild', 'stderr'],
])('%s in a folder without a site makes none there', async (tool, said) => {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const DATA_DIR = join(folder.path, 'data')
  const refused = await runTool(tool, DATA_DIR)
  const sentence = `There is no site in ${DATA_DIR}. Set DATA_DIR to the data folder of yours, or start it first.\n`
  expect(refused).toMatchObject({ code: 2, [said]: expect.stringContaining(sentence) })
  expect(existsSync(DATA_DIR)).toBe(false)
})

it('no command makes an empty database where files of a site are left, or its database is gone', async () => {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const DATA_DIR = join(folder.path, 'data')
  mkdirSync(DATA_DIR)
  writeFileSync(join(DATA_DIR, 'app-secret'), Buffer.alloc(32, 7).toString('base64'))
  const first = await runTool('backup', DATA_DIR)
  expect(first).toMatchObject({ code: 2, stderr: expect.stringContaining(`There is no site in ${DATA_DIR}.`) })
  writeFileSync(join(DATA_DIR, 'cluster'), '7500000000000000001 postgres\n')
  const second = await runTool('backup', DATA_DIR)
  const sentence = `The database of ${DATA_DIR} is not in ${join(DATA_DIR, 'postgres')}, where it was.`
  expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) })
  expect(readdirSync(DATA_DIR).toSorted()).toEqual(['app-secret', 'cluster'])
})
