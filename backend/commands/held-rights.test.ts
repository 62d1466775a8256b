import { expect, it } from 'vitest'
import { heldRights } from './held-rights.ts'

const inForce = { role: 'moderator', eventId: null, until: null }
const member = { isAdmin: false, isActive: true, isBanned: false, roles: [inForce] }

it.each([
  ['an admin', { ...member, isAdmin: true, roles: [] }, true],
  ['a person with a role that gives it', member, true],
  ['a person whose role has ended', { ...member, roles: [{ ...inForce, until: '2020-01-01T00:00:00.000Z' }] }, false],
  ['a person with another role', { ...member, roles: [{ ...inForce, role: 'editor' }] }, false],
  ['a banned admin', { ...member, isAdmin: true, isBanned: true }, false],
  ['a deactivated admin', { ...member, isAdmin: true, isActive: false }, false],
  ['a person who was erased', null, false],
])('%s holds a right, or no more', async (_who, account, holds) => {
  const accounts = { byId: async () => account }
  expect(await heldRights({ accounts, apiKeys: { rightsOf: async () => null } })({ id: 7 }, 'prayers')).toBe(holds)
})

it.each([
  ['a key with it', ['news', 'prayers'], true],
  ['a key without it', ['news'], false],
  ['a key that no longer works', null, false],
])('%s holds a right, or no more, whatever its issuer holds', async (_which, rights, holds) => {
  const accounts = { byId: async () => ({ ...member, isAdmin: true }) }
  const held = heldRights({ accounts, apiKeys: { rightsOf: async () => rights } })
  expect(await held({ id: 7, apiKeyId: 1 }, 'prayers')).toBe(holds)
})
