import { beforeEach, expect, test, vi } from 'vitest'
import type { StaffRight } from '../../records/staff-rights.ts'
import { stubBrowser } from '../../test/support/browser/site-browser.ts'

beforeEach(() => vi.resetModules())

const ruth = {
  id: 7,
  email: 'ruth@example.org',
  firstName: 'Ruth',
  lastName: 'Hill',
  phone: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  profileImageUrl: null,
  isAdmin: false,
  isActive: true,
  isBanned: false,
  isEmailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
}

async function signedIn({ isAdmin = false, rights }: { isAdmin?: boolean; rights?: StaffRight[] }) {
  stubBrowser({ answers: {} })
  const { $session } = await import('./session.ts')
  const stores = await import('./rights.ts')
  stores.$may.listen(() => {})
  stores.$isStaff.listen(() => {})
  $session.set({ status: 'signed-in', user: { ...ruth, isAdmin }, rights })
  return { ...stores, $session }
}

test('an admin may do everything', async () => {
  const { $may, $isStaff } = await signedIn({ isAdmin: true })
  expect([$may.get()('erase'), $may.get()('export', 'donations'), $isStaff.get()]).toEqual([true, true, true])
})

test('a person with a role may do what all the rights are held for', async () => {
  const { $may, $isStaff } = await signedIn({ rights: ['console', 'prayers'] })
  const may = $may.get()
  expect([may('prayers'), may('forum'), may('prayers', 'export'), $isStaff.get()]).toEqual([true, false, false, true])
})

test('a supporter, and a person whose session ended, may do nothing', async () => {
  const { $may, $isStaff, $session } = await signedIn({})
  expect([$may.get()('console'), $isStaff.get()]).toEqual([false, false])
  $session.set({ status: 'signed-out' })
  expect([$may.get()('console'), $isStaff.get()]).toEqual([false, false])
})

test('what was allowed once stays open on this page, also while less is allowed', async () => {
  const { $may, $mayOnce, $shownEvents, $session } = await signedIn({ rights: ['console', 'drafts'] })
  $mayOnce.listen(() => {})
  $shownEvents.listen(() => {})
  const events = [{ id: 7, title: 'Town hall' }]
  $session.set({ status: 'signed-in', user: ruth, rights: ['console', 'figures'], events })
  expect([$may.get()('drafts'), $mayOnce.get()('drafts'), $mayOnce.get()('drafts', 'figures')]).toEqual([
    false,
    true,
    true,
  ])
  $session.set({ status: 'signed-in', user: ruth })
  expect([$mayOnce.get()('figures'), $mayOnce.get()('erase'), $shownEvents.get()]).toEqual([true, false, events])
})

test('a change of the own profile keeps the rights of the page', async () => {
  const { $may, $session } = await signedIn({ rights: ['console', 'prayers'] })
  const { showUser } = await import('./session.ts')
  showUser({ ...ruth, firstName: 'Ruthie' })
  expect([$may.get()('prayers'), $session.get()]).toMatchObject([true, { user: { firstName: 'Ruthie' } }])
})

test('a role is not given while it is unknown for which event', async () => {
  const { requireEvents, unknownEvents } = await import('./admin/roles/user-roles.ts')
  const of = (eventId: string) => requireEvents((name) => (name === 'eventId' ? eventId : ''))
  expect([of(unknownEvents), of(''), of('7')]).toEqual([
    { eventId: 'Wait until the events are loaded, and choose where.' },
    {},
    {},
  ])
})

test('what waits is counted for who may decide about it', async () => {
  const { $session } = await signedIn({ rights: ['console', 'forum'] })
  const { $pending, $pendingOwn } = await import('./admin/pending.ts')
  $pendingOwn.listen(() => {})
  $pending.set({ prayers: 3, endorsements: 2, moderation: 4, appeals: 1 })
  const ofForum = [
    { topic: 'moderation', count: 4 },
    { topic: 'appeals', count: 1 },
  ]
  expect($pendingOwn.get()).toEqual(ofForum)
  $session.set({ status: 'signed-in', user: ruth, rights: ['console', 'prayers'] })
  expect($pendingOwn.get()).toEqual([{ topic: 'prayers', count: 3 }])
})

test('the console lists the tabs that a role opens', async () => {
  await signedIn({ rights: ['console', 'news', 'short-links'] })
  const { $ownTabs } = await import('./admin/console.ts')
  $ownTabs.listen(() => {})
  expect($ownTabs.get().map(({ label }) => label)).toEqual(['Dashboard', 'News', 'Short links'])
})
