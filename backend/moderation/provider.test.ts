import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { defaultThresholds, verdictOn } from '../domain/forum/screening.ts'
import { classifyByBundledModel } from './bundled-model.ts'
import { createModerator as create, type ProviderOptions } from './provider.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function provider(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  )
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port')
  return `http://127.0.0.1:${address.port}/check`
}

const json = (body: unknown, status = 200) =>
  provider((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  )

const createModerator = (options: Omit<ProviderOptions, 'namesTypeFrom'>) => create({ namesTypeFrom: 30, ...options })

const text = 'You are a pathetic idiot'
const verdict = { violationType: 'spam', confidence: 84.4, reason: 'It advertises.', version: 'provider-7' }

describe('a moderation provider', () => {
  it('is not asked when none is configured', async () => {
    expect(await createModerator({ url: null })(text)).toEqual(classifyByBundledModel(text))
  })

  it('is trusted, within our thresholds', async () => {
    const classification = await createModerator({ url: await json(verdict) })(text)
    expect(classification).toEqual({
      source: 'outside',
      violationType: 'spam',
      probability: 0.84,
      reason: 'It advertises.',
      moderator: 'provider-7',
      spans: [],
    })
    expect(verdictOn({ classification, thresholds: defaultThresholds })).toEqual({
      violationType: 'spam',
      confidence: 84,
      reason: 'It advertises.',
      suggestion: 'reject',
      outcome: 'refused',
      moderator: 'provider-7',
      spans: [],
    })
  })

  it('names no type for a barely suspicious text', async () => {
    const classification = await createModerator({ url: await json({ ...verdict, confidence: 12 }) })(text)
    expect(verdictOn({ classification, thresholds: defaultThresholds })).toMatchObject({
      violationType: 'none',
      confidence: 12,
      suggestion: 'approve',
    })
  })

  it('may be sure that there is no violation', async () => {
    const ask = createModerator({ url: await json({ ...verdict, violationType: 'none', confidence: 29.4 }) })
    expect(await ask(text)).toMatchObject({ violationType: 'none', probability: 0.29 })
  })

  it('gets the post as JSON', async () => {
    const bodies: unknown[] = []
    const url = await provider(async (request, response) => {
      const parts: Uint8Array[] = []
      for await (const part of request) parts.push(part)
      bodies.push(JSON.parse(Buffer.concat(parts).toString('utf8')))
      response.end(JSON.stringify(verdict))
    })
    await createModerator({ url })('Hello \ud800 there')
    expect(bodies).toEqual([{ text: 'Hello \ufffd there' }])
  })

  it.each([
    ['an error', () => json(verdict, 500)],
    ['no JSON', () => provider((_, response) => response.end('<html>'))],
    ['another shape', () => json([1])],
    ['an unknown type', () => json({ ...verdict, violationType: 'rudeness' })],
    ['an impossible confidence', () => json({ ...verdict, confidence: 101 })],
    ['no reason', () => json({ ...verdict, reason: '' })],
    ['a violation without a type', () => json({ ...verdict, violationType: 'none' })],
    ['an endless answer', () => json({ ...verdict, reason: 'x'.repeat(100_000) })],
    ['a redirect', () => provider((_, response) => response.writeHead(302, { location: '/other' }).end())],
    ['a hung-up line', () => provider((request) => request.socket.destroy())],
  ])('that answers with %s is skipped for the bundled model', async (_, start) => {
    const failures: string[] = []
    const ask = createModerator({ url: await start(), onFailure: (reason) => failures.push(reason) })
    expect(await ask(text)).toEqual(classifyByBundledModel(text))
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatch(/^The outside moderator was skipped: /)
    expect(failures[0]).not.toContain(text)
  })

  it('falls back to the chosen model', async () => {
    const chosen = { ...classifyByBundledModel(text), moderator: 'chosen-1' }
    const ask = createModerator({ url: await json(verdict, 500) })
    expect(await ask(text, () => chosen)).toEqual(chosen)
    expect(await createModerator({ url: null })(text, async () => chosen)).toEqual(chosen)
  })

  it('that failed three times in a row is skipped until a pause is over', async () => {
    let asked = 0
    let isWell = false
    const url = await provider((_, response) => {
      asked += 1
      response.writeHead(isWell ? 200 : 500).end(JSON.stringify(verdict))
    })
    const ask = createModerator({ url })
    for (let post = 0; post < 5; post++) expect(await ask(text)).toEqual(classifyByBundledModel(text))
    expect(asked).toBe(3)
    const hopeful = createModerator({ url, pause: 0 })
    for (let post = 0; post < 5; post++) await hopeful(text)
    expect(asked).toBe(8)
    isWell = true
    expect(await hopeful(text)).toMatchObject({ moderator: 'provider-7' })
  })

  it('cannot store unsafe values', async () => {
    const ask = createModerator({ url: await json({ ...verdict, reason: `\0It sells.\ud800${'🌽'.repeat(300)}` }) })
    const classification = await ask(text)
    const reason = classification.source === 'outside' ? classification.reason : ''
    expect([reason.isWellFormed(), reason.includes('\0'), reason.slice(0, 9)]).toEqual([true, false, 'It sells.'])
    expect(await createModerator({ url: await json({ ...verdict, version: '\0 ' }) })(text)).toEqual(
      classifyByBundledModel(text),
    )
  })

  it('that does not answer in time is skipped', async () => {
    const ask = createModerator({ url: await provider(() => {}), timeout: 30 })
    expect(await ask(text)).toEqual(classifyByBundledModel(text))
  })
})
