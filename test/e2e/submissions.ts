import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { AdminEndorsement } from '../../contract/endorsements.ts'
import type { AdminPrayer } from '../../contract/prayers.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'

type Topic = 'prayers' | 'endorsements'

/** A prayer that waits for review, sent by a visitor. */
export function submitPrayer(request: APIRequestContext, words: Partial<AdminPrayer> = {}) {
  const prayer = { firstName: unique('Neighbor'), email: null, location: null, prayer: unique('For rain'), ...words }
  return submit(request, 'prayers', prayer)
}

/** An endorsement that waits for review, sent by a visitor. */
export function submitEndorsement(request: APIRequestContext, words: Partial<AdminEndorsement> = {}) {
  const endorsement = {
    name: unique('Neighbor'),
    email: uniqueEmail(),
    title: 'Farmer',
    endorsementText: unique('Keeps a promise'),
    ...words,
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

/** What admins see of the newest fifty prayers. */
export const allPrayers = async (adminPage: Page): Promise<AdminPrayer[]> =>
  (await adminPage.request.get('/api/admin/prayers')).json()

/** What admins see of the newest fifty endorsements. */
export const allEndorsements = async (adminPage: Page): Promise<AdminEndorsement[]> =>
  (await adminPage.request.get('/api/admin/endorsements')).json()
