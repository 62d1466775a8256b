import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { appendNotes, decodeNotes, fragile, notes, story, tallies } from '../../test/support/projections.ts'
import { createMemoryLog } from '../eventlog/memory.ts'
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

it('rebuilds what is named', async () => {
  expect(await run(['notes', 'tallies'])).toEqual({ code: 0, printed: ['Rebuilt: notes, tallies.'] })
})

it('says which projections it could not rebuild, and why', async () => {
  const { code, printed } = await run([])
  expect(code).toBe(1)
  expect(printed[0]).toBe('Rebuilt: notes, tallies.')
  expect(printed[1]).toMatch(/^Not rebuilt: fragile; its old tables stay\. .* at position 1: too much to bear$/)
})

it('says how to go on when it was interrupted', async () => {
  const { code, printed } = await run(['notes'], AbortSignal.abort())
  expect({ code, printed }).toEqual({
    code: 1,
    printed: ['Interrupted: the old tables stay. Run npm run rebuild again to go on.'],
  })
})

it.each([['--frsh'], ['nots']])('explains itself when %s means nothing', async (word) => {
  expect((await run([word])).code).toBe(2)
})
