import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ForumPost } from '../../contract/forum-threads.ts'
import type { AdminUser } from '../../contract/users.ts'
import { stubBrowser } from '../../test/support/site-browser.ts'

let answer: (json: unknown) => void

/** A server whose only answer comes when it is told to. */
function slowServer(call: string, others: { [call: string]: () => unknown } = {}) {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  answer = resolve
  return stubBrowser({ answers: { ...others, [call]: () => promise } })
}

const fieldsOf = (values: { [field: string]: string }) => {
  const fields = new FormData()
  for (const [name, value] of Object.entries(values)) fields.set(name, value)
  return fields
}

const aUser = (id: number): AdminUser => ({
  id,
  firstName: 'Ruth',
  lastName: null,
  email: `ruth${id}@example.org`,
  isActive: true,
  isAdmin: false,
  isBanned: false,
  banReason: null,
  bannedUntil: null,
  isEmailVerified: true,
  createdAt: '2026-03-01T10:00:00.000Z',
  lastActiveAt: null,
  isErased: false,
  mailSuppression: null,
  revision: 1,
})

const aReply = (id: number): ForumPost => ({
  id,
  threadId: 9,
  content: 'As it was',
  authorId: 5,
  moderationStatus: 'approved',
  createdAt: '2026-03-01T10:00:00.000Z',
  editedAt: null,
})

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

describe('an answer closes only what it belongs to', () => {
  test('a ban leaves the dialog about the next person open', async () => {
    slowServer('POST /api/admin/users/1/ban')
    const { $banned, banForm } = await import('./admin/admin-users.ts')
    const [one, next] = [aUser(1), aUser(2)]
    $banned.set(one)
    const banning = banForm(one).submit(fieldsOf({ reason: 'Spam' }))
    $banned.set(null)
    $banned.set(next)
    answer({ ...one, isBanned: true })
    expect(await banning).toBe(true)
    expect($banned.get()).toBe(next)
  })

  test('a wording leaves the dialog about another one open', async () => {
    slowServer('POST /api/genetic-test/gene-pool/alleles')
    const { $open, editWording, formFor } = await import('./genetics/allele-editor.ts')
    const wording = { gene: 'headline', allele: null } as const
    editWording(wording)
    const proposing = formFor(wording).submit(fieldsOf({ text: 'for the farms' }))
    $open.set(null)
    editWording({ gene: 'issueFocus', allele: null })
    answer({ alleles: [] })
    expect(await proposing).toBe(true)
    expect($open.get()).toMatchObject({ gene: 'issueFocus' })
  })

  test('a new name leaves the form of another passkey open', async () => {
    slowServer('PUT /api/auth/passkeys/one', { 'GET /api/auth/passkeys': () => [] })
    const { $renaming, renameForm } = await import('./security/passkeys.ts')
    $renaming.set('one')
    const renaming = renameForm('one').submit(fieldsOf({ name: 'Phone' }))
    $renaming.set('two')
    answer({})
    expect(await renaming).toBe(true)
    expect($renaming.get()).toBe('two')
  })

  test('an edited reply leaves the form of another one open', async () => {
    slowServer('PUT /api/forum/posts/1')
    const { $edited, editForm } = await import('./forum/forum-editing.ts')
    $edited.set(1)
    const editing = editForm(aReply(1)).submit(fieldsOf({ content: 'Mended' }))
    $edited.set(2)
    answer({ ...aReply(1), content: 'Mended' })
    expect(await editing).toBe(true)
    expect($edited.get()).toBe(2)
  })
})
