import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountApp, createAccountApp } from '../support/app/account.ts'
import { filesWith } from '../support/app/canaries.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

const profile = {
  firstName: 'Ruth',
  lastName: 'Gray',
  phone: '765 555 0123',
  address: '1 Mill Lane',
  city: 'Muncie',
  state: 'Indiana',
  zipCode: '47302',
}

describe('the profile', () => {
  it('is saved as sent by the form, and used from then on', async () => {
    const ruth = await app.account()
    const answer = await ruth.ask('PUT', '/api/profile', { ...profile, email: ruth.email })
    expect(answer.statusCode).toBe(200)
    const saved = { id: ruth.id, email: ruth.email, ...profile, isAdmin: false }
    expect(answer.json()).toMatchObject({ ...saved, pendingEmail: null, isEmailLinkSent: false })
    expect(await ruth.user()).toMatchObject(saved)
    expect(await ruth.user()).not.toHaveProperty('pendingEmail')
  })

  it('keeps missing fields and clears blank ones', async () => {
    const ruth = await app.account()
    await ruth.ask('PUT', '/api/profile', profile)
    const answer = await ruth.ask('PUT', '/api/profile', { city: '  ', state: null, zipCode: ' 47304 ' })
    expect(answer.json()).toMatchObject({ ...profile, city: null, state: null, zipCode: '47304' })
  })

  it('saved twice is one event, and its text is not readable in the log', async () => {
    const ruth = await app.account()
    const own = async () =>
      (await app.events('ProfileUpdated')).filter(({ data }) => Reflect.get(Object(data), 'userId') === ruth.id)
    for (let time = 1; time <= 2; time++)
      expect((await ruth.ask('PUT', '/api/profile', { ...profile, address: 'Canary Lane' })).statusCode).toBe(200)
    expect(await own()).toHaveLength(1)
    const stored = await app.core.log.readStream(`user-${ruth.id}`)
    expect(JSON.stringify(stored)).not.toMatch(/Canary/)
  })

  it('another address does not replace the current one before it is verified', async () => {
    const ruth = await app.account()
    const answer = await ruth.ask('PUT', '/api/profile', { ...profile, email: 'new-ruth@example.org' })
    const waiting = { pendingEmail: 'new-ruth@example.org', isEmailLinkSent: true }
    expect(answer.json()).toMatchObject({ ...profile, email: ruth.email, ...waiting })
    await expect.poll(() => filesWith(join(app.dataDir, 'outbox'), 'to": "new-ruth@example.org')).toHaveLength(1)
    expect((await ruth.user()).email).toBe(ruth.email)
    const same = await ruth.ask('PUT', '/api/profile', { email: ruth.email.toUpperCase() })
    expect(same.json().pendingEmail).toBeNull()
  })

  it.for([
    ['firstName', 100],
    ['lastName', 100],
    ['phone', 20],
    ['address', 255],
    ['city', 100],
    ['state', 50],
    ['zipCode', 10],
  ] as const)(
    '%s has up to %i characters, counting emoji and right-to-left letters as one each',
    async ([field, max]) => {
      const ruth = await app.account()
      for (const letter of ['x', '😀', 'ש']) {
        const full = letter.repeat(max)
        expect((await ruth.ask('PUT', '/api/profile', { [field]: full })).json()).toMatchObject({ [field]: full })
        const answer = await ruth.ask('PUT', '/api/profile', { [field]: `${full}${letter}` })
        expect(answer.statusCode).toBe(400)
        expect(answer.json().errors).toEqual([{ path: field, message: `Use at most ${max} characters.` }])
      }
    },
  )

  it('rejects an invalid profile', async () => {
    const ruth = await app.account()
    for (const body of [
      { email: 'nobody' },
      { email: '' },
      { firstName: 7 },
      { isAdmin: true },
      { city: '\u0000' },
      [],
    ])
      expect((await ruth.ask('PUT', '/api/profile', body)).statusCode).toBe(400)
  })

  it('is for people who are signed in', async () => {
    for (const [method, url] of [
      ['PUT', '/api/profile'],
      ['GET', '/api/profile/activity'],
      ['GET', '/api/profile/submissions'],
      ['GET', '/api/profile/export'],
      ['GET', '/api/profile/deletion'],
      ['POST', '/api/profile/deletion'],
      ['DELETE', '/api/profile/photo'],
      ['GET', '/api/preferences'],
    ] as const)
      expect((await app.visit(method, url)).statusCode).toBe(401)
  })
})

describe('recent activity', () => {
  it('lists what the person did while signed in, newest first, and nothing of others', async () => {
    const ruth = await app.account()
    const naomi = await app.account()
    await naomi.ask('PUT', '/api/profile', profile)
    await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.', email: ruth.email })
    await ruth.ask('PUT', '/api/profile', profile)
    await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For sun.' })
    await ruth.ask('POST', '/api/endorsements', { name: 'Ruth', email: ruth.email })
    await ruth.ask('POST', '/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email: ruth.email })
    const answer = await ruth.ask('GET', '/api/profile/activity')
    expect(answer.json().map(({ type }: { type: string }) => type)).toEqual([
      'VolunteerApplied',
      'EndorsementSubmitted',
      'PrayerSubmitted',
      'ProfileUpdated',
      'UserRegistered',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('lists the last ten actions', async () => {
    const ruth = await app.account()
    for (let time = 1; time <= 12; time++) await ruth.ask('PUT', '/api/profile', { city: `Town ${time}` })
    const actions: { id: string; type: string; at: string }[] = (await ruth.ask('GET', '/api/profile/activity')).json()
    expect(actions.map(({ type }) => type)).toEqual(Array.from({ length: 10 }, () => 'ProfileUpdated'))
    expect(actions.map(({ at }) => at)).toEqual(
      actions
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(new Set(actions.map(({ id }) => id)).size).toBe(10)
  })
})
