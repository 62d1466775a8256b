import { describe, expect, it } from 'vitest'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const

type Form = {
  url: string
  /** A valid body. */
  body: { [field: string]: unknown }
  required: string[]
  /** Maximum characters per field, as people count them. */
  limits: { [field: string]: number }
  /** Where admins see the result. */
  list: string | null
  prepare?: (app: TestApp) => Promise<unknown>
}

const email = 'ruth@example.org'
const forms: Form[] = [
  { url: '/api/email-signup', body: { email }, required: ['email'], limits: { firstName: 100 }, list: null },
  {
    url: '/api/prayers',
    body: { firstName: 'Ruth', prayer: 'For rain.', email: null, location: null },
    required: ['firstName', 'prayer'],
    limits: { firstName: 100, location: 100, prayer: 5000 },
    list: '/api/admin/prayers',
  },
  {
    url: '/api/endorsements',
    body: { name: 'Ruth', email, title: '', endorsementText: '' },
    required: ['name', 'email'],
    limits: { name: 100, title: 200, endorsementText: 5000 },
    list: '/api/admin/endorsements',
  },
  {
    url: '/api/volunteers',
    body: { firstName: 'Ruth', lastName: 'Gray', email },
    required: ['firstName', 'lastName', 'email'],
    limits: { firstName: 100, lastName: 100, phone: 20, skills: 5000 },
    list: '/api/volunteers',
  },
  {
    url: '/api/events/1/rsvp',
    body: { name: 'Ruth', email },
    required: ['name', 'email'],
    limits: { name: 100 },
    list: '/api/admin/events/1/rsvps',
    prepare: (app) =>
      app.post(
        '/api/admin/events',
        { title: 'Picnic', eventDate: campaignClock.dateAt(new Date(Date.now() + 10 * 86_400_000)), capacity: 50 },
        admin,
      ),
  },
]

/** An email address of this length. */
const address = (length: number) => `${'a'.repeat(length - 192)}@${`${'b'.repeat(62)}.`.repeat(3)}in`

/** Real names are longer, shorter and different than forms expect. */
const names = [
  'Ø',
  '陈',
  'عائشة بنت محمد',
  'שָׂרָה',
  'José María de la Cruz y Ñúñez',
  '👩🏽‍🌾 Ruth',
  "O'Neil-van der Berg",
]

describe.each(forms)('the fields of $url', ({ url, body, required, limits, list, prepare }) => {
  async function prepared() {
    const app = await createTestApp()
    await prepare?.(app)
    let sent = 0
    /** A different person each time, since an address can be used only once. */
    const fresh = () => ('email' in body && body.email ? { email: `n${sent++}@example.org` } : {})
    return { app, send: (fields: object) => app.post(url, { ...body, ...fresh(), ...fields }) }
  }
  const newest = async (app: TestApp) => (list === null ? null : (await app.get(list, admin)).json()[0])

  it('accept characters up to their limit, counting an emoji as one, and not one more', async () => {
    const { app, send } = await prepared()
    for (const [field, max] of Object.entries(limits)) {
      for (const text of ['x'.repeat(max - 1), 'x'.repeat(max), '🌽'.repeat(max), `  ${'ش'.repeat(max)}  `]) {
        const taken = await send({ [field]: text })
        expect([field, taken.statusCode, taken.body.slice(0, 200)]).toEqual([field, 201, expect.anything()])
        if (list) expect((await newest(app))[field]).toBe(text.trim())
      }
      for (const text of ['x'.repeat(max + 1), '🌽'.repeat(max + 1)]) {
        const refused = await send({ [field]: text })
        expect([refused.statusCode, refused.json().errors]).toEqual([
          400,
          [{ path: field, message: `Use at most ${max} characters.` }],
        ])
      }
    }
  })

  it('accept an address of 255 characters but not of 256', async () => {
    const { send } = await prepared()
    expect([address(255).length, (await send({ email: address(255) })).statusCode]).toEqual([255, 201])
    const refused = await send({ email: address(256) })
    expect([refused.statusCode, refused.json().errors?.[0]?.path]).toEqual([400, 'email'])
  })

  it('reject blanks in required fields, and treat them as missing elsewhere', async () => {
    const { send } = await prepared()
    for (const field of required)
      for (const blank of ['', ' ', '\t\n', '\u00a0\u3000']) {
        const refused = await send({ [field]: blank })
        expect([refused.statusCode, refused.json().errors[0].path]).toEqual([400, field])
      }
    for (const field of Object.keys(limits).filter((name) => !required.includes(name)))
      expect((await send({ [field]: ' \n ' })).statusCode).toBe(201)
  })

  it('accept the names of real people', async () => {
    const { app, send } = await prepared()
    const field = 'name' in body ? 'name' : 'firstName'
    for (const name of names) {
      expect((await send({ [field]: name })).statusCode).toBe(201)
      if (list) expect((await newest(app))[field]).toBe(name)
    }
  })
})
