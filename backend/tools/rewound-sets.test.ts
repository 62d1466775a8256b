import { expect, it } from 'vitest'
import { createTestApp } from '../../test/support/app/app.ts'
import { staffSetStream, staffSets } from '../domain/accounts/staff-sets.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import { putBackStaffSets } from './rewound-sets.ts'

it('puts the roles of the campaign’s own back to those of the log, and says what changed', async () => {
  const core = await createTestApp({ identity: 'real' })
  const handle = (command: Parameters<typeof staffSets.decide>[0]) =>
    core.handle(staffSets, staffSetStream, command, systemContext())
  const define = (name: string) =>
    handle({ type: 'DefineStaffSet', data: { name, rights: ['console', 'news'], reason: null } })
  for (const name of ['Desk', 'Press', 'Same', 'Gone', 'Lost']) await define(name)
  await handle({ type: 'RemoveStaffSet', data: { setId: 4, reason: 'Closed.' } })
  // The table as it was before the log was put back.
  await core.staffSets.write([
    { key: 'set-1', name: 'Desk', rights: ['console', 'news', 'forum'], revision: 2 },
    { key: 'set-2', name: 'Press', rights: null, revision: 2 },
    { key: 'set-3', name: 'Same', rights: ['console', 'news'], revision: 1 },
    { key: 'set-4', name: 'Gone', rights: ['console', 'news'], revision: 3 },
    { key: 'set-6', name: 'Later', rights: ['console', 'news'], revision: 1 },
  ])
  const lines: string[] = []
  await putBackStaffSets({ core, print: (line) => void lines.push(line) })
  expect(lines).toEqual([
    'Role “Desk” (set-1) holds its earlier rights again: console, news.',
    'Role “Press” (set-2) was removed, and is there again with: console, news.',
    'Role “Gone” (set-4) is removed again.',
    'Role “Later” (set-6) is unknown to the log, and gives nothing.',
    'Role “Lost” (set-5) is there again, with: console, news.',
  ])
  expect(await core.staffSets.all()).toMatchObject([
    { key: 'set-1', rights: ['console', 'news'] },
    { key: 'set-2', rights: ['console', 'news'] },
    { key: 'set-3' },
    { key: 'set-4', rights: null },
    { key: 'set-5' },
  ])
})
