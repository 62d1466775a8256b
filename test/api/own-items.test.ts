import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Submission } from '../../contract/profile.ts'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let office: Account
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  office = await app.account('office@example.org', app.firstAdminToken)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

/** A call about the words as they were sent in. */
const asReadFirst = ({ cookie }: Account, method: 'POST' | 'PUT', url: string, body?: object) =>
  app.http.inject({
    method,
    url,
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'if-match': '"0"' },
    ...(body && { payload: body }),
  })

describe.each([
  {
    topic: 'prayers',
    Noun: 'Prayer',
    words: { firstName: 'Ruth', prayer: 'For rain.' },
    better: { firstName: 'Ruth', prayer: 'For rain and peace.' },
    field: 'prayer',
  },
  {
    topic: 'endorsements',
    Noun: 'Endorsement',
    words: { name: 'Ruth', title: 'Teacher', endorsementText: 'She listens.' },
    better: { name: 'Ruth', endorsementText: 'She listens well.' },
    field: 'endorsementText',
  },
] as const)('$topic of one’s own:', ({ topic, Noun, words, better, field }) => {
  const admins = `/api/admin/${topic}`
  const noun = Noun.toLowerCase()

  async function sent() {
    const ruth = await app.account()
    const answer = await ruth.ask('POST', `/api/${topic}`, { ...words, email: ruth.email })
    expect(answer.statusCode, answer.body).toBe(201)
    const { id } = answer.json<{ id: number }>()
    return { ruth, id, own: `/api/profile/${topic}/${id}` }
  }
  const publicIds = async () => (await app.visit('GET', `/api/${topic}`)).json<{ id: number }[]>().map(({ id }) => id)
  const row = async (id: number, status: string) =>
    (await office.ask('GET', `${admins}?filter=status:${status}`))
      .json<{ id: number }[]>()
      .find((item) => item.id === id)
  const listed = async (person: Account) =>
    (await person.ask('GET', '/api/profile/submissions')).json<Submission[]>().map(({ id, status }) => [id, status])

  it('a corrected one leaves the site until it is approved again', async () => {
    const { ruth, id, own } = await sent()
    await office.ask('POST', `${admins}/${id}/approve`)
    expect(await publicIds()).toContain(id)
    const read = await ruth.ask('GET', own)
    expect(read.json()).toMatchObject({ ...words, id, status: 'approved', revision: 1 })
    const answer = await ruth.ask('PUT', own, better)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { ...better, id, status: 'pending' }])
    expect(await publicIds()).not.toContain(id)
    expect(await listed(ruth)).toEqual([[id, 'pending']])
    expect(await row(id, 'pending')).toMatchObject({ ...words, ...better })
    await office.ask('POST', `${admins}/${id}/approve`)
    expect(await publicIds()).toContain(id)
  })

  it('a withdrawn one leaves the site and the review, and its history stays', async () => {
    const { ruth, id, own } = await sent()
    await office.ask('POST', `${admins}/${id}/approve`)
    for (const _ of ['once', 'twice']) {
      const answer = await ruth.ask('POST', `${own}/withdraw`)
      expect([answer.statusCode, answer.json()]).toMatchObject([200, { id, status: 'withdrawn' }])
    }
    expect(await publicIds()).not.toContain(id)
    expect(await listed(ruth)).toEqual([[id, 'withdrawn']])
    const everyRow = (await office.ask('GET', admins)).json<{ id: number }[]>()
    expect(everyRow.map((item) => item.id)).not.toContain(id)
    expect(await row(id, 'withdrawn')).toMatchObject({ ...words, isApproved: false })
    const history = (await office.ask('GET', `/api/admin/history/${topic}/${id}`)).json<{ type: string }[]>()
    expect(history.map(({ type }) => type)).toEqual([`${Noun}Submitted`, `${Noun}Approved`, `${Noun}Withdrawn`])
    for (const [method, url, body] of [
      ['POST', `${admins}/${id}/approve`, undefined],
      ['POST', `${admins}/${id}/reject`, { reason: '' }],
      ['DELETE', `${admins}/${id}`, undefined],
      ['PUT', `${admins}/${id}`, better],
    ] as const) {
      const refused = await office.ask(method, url, body)
      const told = `The person who sent this ${noun} withdrew it.`
      expect([refused.statusCode, refused.json().message]).toEqual([409, told])
    }
    const late = await ruth.ask('PUT', own, better)
    expect([late.statusCode, late.json().message]).toEqual([409, `You withdrew this ${noun}. You can send a new one.`])
  })

  it('staff who approve the words of before hear what changed', async () => {
    const { ruth, id, own } = await sent()
    await ruth.ask('PUT', own, better)
    const refused = await asReadFirst(office, 'POST', `${admins}/${id}/approve`)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message: 'Someone corrected this since you read it. Read it again, then decide.',
        changed: [field],
        current: better,
      },
    ])
    expect(await publicIds()).not.toContain(id)
  })

  it('words that staff corrected meanwhile are not overwritten unseen', async () => {
    const { ruth, id, own } = await sent()
    await office.ask('PUT', `${admins}/${id}`, better)
    const refused = await asReadFirst(ruth, 'PUT', own, { ...better, [field]: 'Mine.' })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { changed: [field], current: better }])
    expect(JSON.stringify(refused.json().current)).not.toContain(ruth.email)
  })

  it('belongs to the account that sent it, or that proved its address', async () => {
    const { id, own } = await sent()
    const naomi = await app.account()
    for (const [method, url, body] of [
      ['GET', own, undefined],
      ['PUT', own, better],
      ['POST', `${own}/withdraw`, undefined],
    ] as const) {
      expect((await naomi.ask(method, url, body)).statusCode).toBe(404)
      expect((await office.ask(method, url, body)).statusCode).toBe(404)
      expect((await app.visit(method, url, body)).statusCode).toBe(401)
    }
    expect(await row(id, 'pending')).toMatchObject(words)

    const answer = await app.visit('POST', `/api/${topic}`, { ...words, email: naomi.email })
    const url = `/api/profile/${topic}/${answer.json<{ id: number }>().id}/withdraw`
    expect((await naomi.ask('POST', url)).statusCode).toBe(404)
    await app.verify(naomi.id)
    await expect.poll(async () => (await naomi.ask('POST', url)).statusCode).toBe(200)
  })

  it('rejects bad input and unknown numbers', async () => {
    const { ruth, own } = await sent()
    for (const body of [{}, { ...better, [field]: 7 }, { ...better, email: 'x@example.org' }, []])
      expect((await ruth.ask('PUT', own, body)).statusCode).toBe(400)
    for (const id of ['0', 'x', '99999999999']) {
      const answer = await ruth.ask('POST', `/api/profile/${topic}/${id}/withdraw`)
      expect([400, 404]).toContain(answer.statusCode)
    }
    expect((await ruth.ask('POST', `/api/profile/${topic}/999999/withdraw`)).statusCode).toBe(404)
  })
})
