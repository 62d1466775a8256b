import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { temporaryDataFolder } from '../../test/support/app/data-folder.ts'

const run = promisify(execFile)

it.each([
  ['backup', 'stderr'],
  ['verify', 'stdout'],
  ['rebuild', 'stderr'],
])('%s in a folder without a site makes none there', async (tool, said) => {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const DATA_DIR = join(folder.path, 'data')
  const env = { PATH: process.env.PATH, ENV_FILE: '', DATA_DIR }
  const path = join(import.meta.dirname, `${tool}.ts`)
  const refused = await run(process.execPath, [path], { env, cwd: folder.path }).catch((error: unknown) => error)
  const sentence = `There is no site in ${DATA_DIR}. Set DATA_DIR to the data folder of yours, or start it first.\n`
  expect(refused).toMatchObject({ code: 2, [said]: expect.stringContaining(sentence) })
  expect(existsSync(DATA_DIR)).toBe(false)
})
