import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { appendNotes, decodeNotes, fragile, notes, story, tallies } from '../../test/support/database/projections.ts'
import { createMemoryLog } from '../kernel/eventlog/memory.ts'
import { runRebuild } from './rebuild-command.ts'

async function run(words: string[], signal?: AbortSignal) {
  const { pool } = await createTestDatabase()
  const log = createMemoryLog()
  await appendNotes(log, [...story(10)])
  const printed: string[] = []
  const projections = [notes, tallies, fragile(() => false)]
  const print = (line: string) => printed.push(line)
  const code = await runRebuild(words, { log, pool, decode: decodeNotes, projections, print, signal })
  return { code, printed }
}

it('rebuilds the named projections', async () => {
  expect(await run(['notes', 'tallies'])).toEqual({ code: 0, printed: ['Rebuilt: notes, tallies.'] })
})

it('says which projections it could not rebuild, and why', async () => {
  const { code, printed } = await run([])
  expect(code).toBe(1)
  expect(printed[0]).toBe('Rebuilt: notes, tallies.')
  expect(printed[1]).toMatch(/^Not rebuilt: fragile; keeping its old tables\. .* at position 1: too much to bear$/)
})

it('says how to resume after an interruption', async () => {
  const { code, printed } = await run(['notes'], AbortSignal.abort())
  expect({ code, printed }).toEqual({
    code: 1,
    printed: ['Interrupted. The old tables stay in use; run npm run rebuild again to resume.'],
  })
})

it.each([['--frsh'], ['nots']])('prints its usage when %s is unknown', async (word) => {
  expect((await run([word])).code).toBe(2)
})
