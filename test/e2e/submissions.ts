import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { campaign } from '../../contract/campaign.ts'
import type { AdminEndorsement } from '../../contract/endorsements.ts'
import type { AdminPrayer } from '../../contract/prayers.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'

type Topic = 'prayers' | 'endorsements'

/** Sends a prayer as a visitor; it awaits review. */
export function submitPrayer(request: APIRequestContext, overrides: Partial<AdminPrayer> = {}) {
  const prayer = {
    firstName: unique('Neighbor'),
    email: null,
    location: null,
    prayer: unique('For rain'),
    ...overrides,
  }
  return submit(request, 'prayers', prayer)
}

/** Sends an endorsement as a visitor; it awaits review. */
export function submitEndorsement(request: APIRequestContext, overrides: Partial<AdminEndorsement> = {}) {
  const endorsement = {
    name: unique('Neighbor'),
    email: uniqueEmail(),
    title: 'Farmer',
    endorsementText: unique('Keeps a promise'),
    ...overrides,
  }
  return submit(request, 'endorsements', endorsement)
}

async function submit<Sent extends object>(request: APIRequestContext, topic: Topic, sent: Sent) {
  const answer = await request.post(`/api/${topic}`, { data: sent })
  expect(answer.status()).toBe(201)
  const { id }: { id: number } = await answer.json()
  return { ...sent, id }
}

export async function approve(adminPage: Page, topic: Topic, id: number): Promise<void> {
  const answer = await adminPage.request.post(`/api/admin/${topic}/${id}/approve`, { headers: sameOrigin() })
  expect(answer.status()).toBe(200)
}

export async function remove(adminPage: Page, topic: Topic, id: number): Promise<void> {
  const answer = await adminPage.request.delete(`/api/admin/${topic}/${id}`, { headers: sameOrigin() })
  expect(answer.status()).toBe(204)
}

/** The newest 50 prayers as admins see them. */
export const allPrayers = async (adminPage: Page): Promise<AdminPrayer[]> =>
  (await adminPage.request.get('/api/admin/prayers')).json()

/** The newest 50 endorsements as admins see them. */
export const allEndorsements = async (adminPage: Page): Promise<AdminEndorsement[]> =>
  (await adminPage.request.get('/api/admin/endorsements')).json()

const campaignDay = new Intl.DateTimeFormat('en-CA', { timeZone: campaign.timeZone })

/** The date this many days from now, in the campaign's time zone like all event dates. */
export const dayOf = (days: number) => campaignDay.format(Date.now() + days * 24 * 3600 * 1000)

/** Creates an event as the admin. */
export async function createEvent(adminPage: Page, details: object = {}): Promise<{ id: number; title: string }> {
  const title = unique('Evening')
  const answer = await adminPage.request.post('/api/admin/events', {
    headers: sameOrigin(),
    data: { title, eventDate: dayOf(12), ...details },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id }: { id: number } = await answer.json()
  await expect.poll(async () => (await adminPage.request.get(`/events/${id}`)).status(), { intervals: [50] }).toBe(200)
  return { id, title }
}

/** Registers a guest for an event. */
export async function registerGuest(request: APIRequestContext, eventId: number, guest: object): Promise<void> {
  const answer = await request.post(`/api/events/${eventId}/rsvp`, { headers: sameOrigin(), data: guest })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Waits for an email with this subject and returns the newest one, as the development outbox shows it. */
export async function mailTo({ request }: Page, email: string, subject: string): Promise<string> {
  let path = ''
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const line = list.split('<li>').find((text) => text.includes(email) && text.includes(subject))
    path = line?.match(/\/dev\/mail\/[\w-]+/)?.[0] ?? ''
    expect(path).not.toBe('')
  }).toPass()
  return (await request.get(path)).text()
}

/**
 * Opens the page and its list, whose script starts when people scroll near it. `shown`: words to wait for, since the page
 * is rendered again soon after a change.
 */
export async function openList(page: Page, topic: Topic, shown = ''): Promise<void> {
  await expect.poll(async () => (await page.request.get(`/${topic}`)).text(), { intervals: [50] }).toContain(shown)
  await page.goto(`/${topic}`)
  await page.locator(topic === 'prayers' ? '.community' : '.all').scrollIntoViewIfNeeded()
}
