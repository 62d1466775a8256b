import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { type Challenge, leadingZeroBits, proofHeader, proofText } from '../../records/http/proof-of-work.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const answerShape = z.object({ message: z.string(), challenge: z.object({ token: z.string(), bits: z.int() }) })

function solve({ token, bits }: Challenge): string {
  for (let nonce = 0; ; nonce++)
    if (leadingZeroBits(createHash('sha256').update(proofText(token, nonce)).digest()) >= bits)
      return `${token} ${nonce}`
}

let people = 0

async function send(
  { app }: TestApp,
  { proof, form = 'email-signup', from = '203.0.113.9' }: { proof?: string; form?: string; from?: string } = {},
) {
  const email = `n${people++}@example.org`
  const payload = form === 'prayers' ? { prayer: 'For rain.', firstName: 'Ruth' } : { email }
  const headers = { 'sec-fetch-site': 'same-origin', ...(proof && { [proofHeader]: proof }) }
  return app.inject({ method: 'POST', url: `/api/${form}`, remoteAddress: from, headers, payload })
}

async function challenged(app: TestApp, place: { form?: string; from?: string } = {}): Promise<Challenge> {
  for (;;) {
    const answer = await send(app, place)
    if (answer.statusCode !== 201) return answerShape.parse(answer.json()).challenge
  }
}

it('sixty people in ten minutes sign up from one network without a proof; later ones need one', async () => {
  const app = await createTestApp({ rateLimits: 'on', env: { FORM_LIMIT: '', FORM_PROOF_BITS: '8' } })
  for (let person = 1; person <= 60; person++) expect((await send(app)).statusCode).toBe(201)
  for (let person = 61; person <= 64; person++) {
    const refused = await send(app)
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    const proof = solve(answerShape.parse(refused.json()).challenge)
    expect((await send(app, { proof })).statusCode).toBe(201)
  }
  expect((await app.get('/api/email-signup-count')).json()).toEqual({ count: 64 })
})

it('a proof is good once, for one form and one network, and until it expires', async () => {
  const app = await createTestApp({ rateLimits: 'on', env: { FORM_LIMIT: '12', FORM_PROOF_BITS: '8' } })
  await challenged(app, { form: 'prayers' })
  await challenged(app, { from: '203.0.113.10' })
  const proof = solve(await challenged(app))
  expect((await send(app, { proof, form: 'prayers' })).statusCode).toBe(429)
  expect((await send(app, { proof, from: '203.0.113.10' })).statusCode).toBe(429)
  expect((await send(app, { proof })).statusCode).toBe(201)
  expect((await send(app, { proof })).statusCode).toBe(429)
  const simultaneous = solve(await challenged(app))
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(app, { proof: simultaneous })))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
})

it('an invalid proof gets a new challenge, never an error', async () => {
  const app = await createTestApp({ rateLimits: 'on' })
  const challenge = await challenged(app)
  const [, nonce = ''] = solve(challenge).split(' ')
  const [id = '', , expires = '', mac = ''] = challenge.token.split('.')
  const wrong = Array.from({ length: 200 }, (_, number) => number).find((number) => {
    const hash = createHash('sha256').update(proofText(challenge.token, number)).digest()
    return leadingZeroBits(hash) < challenge.bits
  })
  for (const proof of [
    `${challenge.token} ${wrong}`,
    `${id}.1.${expires}.${mac} ${nonce}`,
    `${id}.8.${Number(expires) + 600}.${mac} ${nonce}`,
    `${id}.8.1000000000.${mac} ${nonce}`,
    `${challenge.token} -1`,
    challenge.token,
    'x',
    '☃'.repeat(100),
  ]) {
    const answer = await send(app, { proof: encodeURI(proof) })
    expect([proof, answer.statusCode]).toEqual([proof, 429])
  }
})

it('the work gets harder the more often a form is sent, up to a limit', async () => {
  const app = await createTestApp({ rateLimits: 'on', env: { FORM_LIMIT: '1', FORM_PROOF_BITS: '4' } })
  const seen: number[] = []
  for (let time = 1; time <= 32; time++) {
    const answer = await send(app)
    if (answer.statusCode === 429) seen.push(answerShape.parse(answer.json()).challenge.bits)
  }
  expect([seen[0], seen.at(-1)]).toEqual([5, 9])
  const ended = await send(app)
  expect([ended.statusCode, ended.json()]).toEqual([
    429,
    { message: 'Too many attempts. Please try again in 10 minutes.' },
  ])
})

it('a proof that was kept is refused once more work is asked for', async () => {
  const app = await createTestApp({ rateLimits: 'on', env: { FORM_LIMIT: '1', FORM_PROOF_BITS: '4' } })
  const challenge = await challenged(app)
  const kept = solve(challenge)
  let asked = challenge
  while (asked.bits < challenge.bits + 2) asked = await challenged(app)
  const refused = await send(app, { proof: kept })
  expect([refused.statusCode, answerShape.parse(refused.json()).challenge.bits]).toEqual([429, asked.bits])
  expect((await send(app, { proof: solve(asked) })).statusCode).toBe(201)
})

it('each form has its own limit from the settings', async () => {
  const app = await createTestApp({ rateLimits: 'on', env: { FORM_LIMIT: '3', FORM_LIMITS: 'prayers=1' } })
  const statuses = async (form: string) => {
    const found: number[] = []
    for (let time = 0; time < 4; time++) found.push((await send(app, { form })).statusCode)
    return found
  }
  expect(await statuses('prayers')).toEqual([201, 429, 429, 429])
  expect(await statuses('email-signup')).toEqual([201, 201, 201, 429])
})
