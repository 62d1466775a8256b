import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import type { AdminUser } from '../../contract/users.ts'
import { stubBrowser } from '../../test/support/browser/site-browser.ts'
import { pollTimeout } from '../../test/support/run/timeouts.ts'
import { threadView } from '../lib/forum-view.ts'

let answer: (json: unknown) => void

/** A server with one answer, sent on the test’s command. */
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
  wording: null,
  firstSource: null,
  actSource: null,
  viewId: null,
  isActive: true,
  isAdmin: false,
  roles: [],
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
  revision: 1,
  threadId: 9,
  content: 'As it was',
  authorId: 5,
  moderationStatus: 'approved',
  createdAt: '2026-03-01T10:00:00.000Z',
  editedAt: null,
})

const aThread = (id: number): ForumThread => ({
  ...{ id, revision: 1, content: 'Words.', authorId: 5, moderationStatus: 'approved', editedAt: null },
  ...{ title: `Thread ${id}`, categoryId: 4, isPinned: false, isLocked: false, replyCount: 0, lastReplyAt: null },
  createdAt: '2026-03-01T10:00:00.000Z',
})

const anEdit = (content: string) => ({ at: '2026-03-01T10:00:00.000Z', title: null, content })

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

describe('an answer closes only its own dialog', () => {
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

describe('ignores late responses after navigation', () => {
  const forumLists = {
    'GET /api/forum/categories': () => [],
    'GET /api/forum/threads?categoryId=4&limit=20': () => [],
    'GET /api/forum/posts/2?limit=50': () => [],
    'GET /api/forum/threads/2': () => aThread(2),
    'GET /api/forum/threads/3': () => aThread(3),
    'GET /api/forum/posts/3?limit=50': () => [],
  }

  test('a deleted thread leaves the one that the reader opened since on the screen', async () => {
    slowServer('DELETE /api/admin/forum/threads/2', forumLists)
    const { goTo, $view } = await import('./forum/forum.ts')
    const { removeThread } = await import('./forum/forum-moderating.ts')
    goTo(threadView(4, 2))
    const removing = removeThread(aThread(2))
    goTo(threadView(4, 3))
    answer({})
    await removing
    expect($view.get().thread).toBe(3)
  })

  test('a new thread does not replace the one that the reader opened since', async () => {
    slowServer('POST /api/forum/threads', forumLists)
    const { goTo, $view } = await import('./forum/forum.ts')
    const { threadForm } = await import('./forum/forum-writing.ts')
    const { $thread } = await import('./forum/forum-threads.ts')
    const { $session } = await import('./session.ts')
    $session.listen(() => {})
    $session.set({ status: 'unreachable' })
    const starting = threadForm.submit(fieldsOf({ categoryId: '4', title: 'Roads', content: 'Words.' }))
    goTo(threadView(4, 3))
    await vi.waitFor(() => expect($thread.get()).toMatchObject({ thread: { id: 3 } }), pollTimeout)
    answer(aThread(2))
    expect(await starting).toBe(true)
    expect($view.get().thread).toBe(3)
    expect($thread.get()).toMatchObject({ thread: { id: 3 } })
  })

  test('earlier versions of a post do not open over another thread, nor over those of another post', async () => {
    slowServer('GET /api/forum/edits/1', { ...forumLists, 'GET /api/forum/edits/5': () => [anEdit('Five')] })
    const { $editHistory, openEditHistory } = await import('./forum/forum-editing.ts')
    const { goTo } = await import('./forum/forum.ts')
    const opening = openEditHistory(1)
    await openEditHistory(5)
    answer([anEdit('One')])
    await opening
    expect($editHistory.get()).toMatchObject([{ content: 'Five' }])
    $editHistory.set(null)

    const late = openEditHistory(5)
    goTo(threadView(4, 3))
    await late
    expect($editHistory.get()).toBeNull()
  })

  test('the history of an erased item does not open again when it was closed', async () => {
    slowServer('POST /api/admin/erasures', {
      'GET /api/admin/history/prayers/1': () => [],
      'GET /api/admin/history/prayers/2': () => [],
    })
    const { $history, closeHistory, erase, openHistory } = await import('./admin/history.ts')
    await openHistory('prayers', 1)
    const erasing = erase('prayers', 1)
    closeHistory()
    answer({ erased: true })
    expect(await erasing).toBe(true)
    expect($history.get().status).toBe('closed')
  })

  test('an erasure that found no personal data says so', async () => {
    slowServer('POST /api/admin/erasures', { 'GET /api/admin/history/prayers/1': () => [] })
    const { erase, openHistory } = await import('./admin/history.ts')
    await openHistory('prayers', 1)
    const erasing = erase('prayers', 1)
    answer({ erased: false })
    expect(await erasing).toBe(false)
  })

  test('the history of a restored item does not take the place of another one', async () => {
    slowServer('POST /api/admin/prayers/1/restore', {
      'GET /api/admin/history/prayers/1': () => [],
      'GET /api/admin/history/prayers/2': () => [],
    })
    const { $history, closeHistory, openHistory, restoreItem } = await import('./admin/history.ts')
    await openHistory('prayers', 1)
    const restoring = restoreItem('prayers', 1)
    closeHistory()
    await openHistory('prayers', 2)
    answer({})
    await restoring
    expect($history.get()).toMatchObject({ id: 2 })
  })
})
