import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const as = { as: 'admin' } as const
const fair = { code: 'fair-26', name: 'Posters at the county fair', path: '/volunteer' }
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' }

async function make(app: TestApp, said: object = {}) {
  const answer = await app.post('/api/admin/short-codes', { ...fair, ...said }, as)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const follow = (app: TestApp, code: string, method: 'GET' | 'HEAD' = 'GET', headers: object = browser) =>
  app.app.inject({ method, url: `/go/${code}`, headers: { accept: 'text/html', ...headers } })
const visitsOf = async (app: TestApp) =>
  (await app.get('/api/admin/short-codes', as)).json().map(({ visits }: { visits: number }) => visits)

describe('a short link', () => {
  it('leads to its page with its code, in small letters or capitals', async () => {
    const app = await createTestApp()
    expect(await make(app, { code: 'Fair-26' })).toMatchObject({ id: 1, ...fair, isRetired: false, visits: 0 })
    for (const code of ['fair-26', 'FAIR-26']) {
      const { statusCode, headers } = await follow(app, code)
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([
        303,
        '/volunteer?s=fair-26',
        'no-store',
      ])
    }
    expect(await visitsOf(app)).toEqual([2])
  })

  it('keeps the query and the fragment of its page', async () => {
    const app = await createTestApp()
    await make(app, { path: '/events?category=rally#upcoming' })
    expect((await follow(app, 'fair-26')).headers.location).toBe('/events?category=rally&s=fair-26#upcoming')
  })

  it('is counted for people, not for programs that look whether it is there', async () => {
    const app = await createTestApp()
    await make(app)
    await follow(app, 'fair-26', 'HEAD')
    await follow(app, 'fair-26', 'GET', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    expect(await visitsOf(app)).toEqual([0])
  })

  it('leads to the home page once it is retired, and is used again when it is restored', async () => {
    const app = await createTestApp()
    await make(app)
    expect((await app.remove('/api/admin/short-codes/1', as)).statusCode).toBe(204)
    expect((await follow(app, 'fair-26')).headers.location).toBe('/')
    expect(await visitsOf(app)).toEqual([0])
    expect((await app.post('/api/admin/short-codes/1/restore', undefined, as)).json()).toMatchObject({
      isRetired: false,
    })
    expect((await follow(app, 'fair-26')).headers.location).toBe('/volunteer?s=fair-26')
    const types = (await app.events()).map(({ type }) => type)
    expect(types).toEqual(['ShortCodeMade', 'ShortCodeRetired', 'ShortCodeRestored'])
  })

  it('keeps its code when its name and its page change', async () => {
    const app = await createTestApp()
    await make(app)
    const changed = await app.put('/api/admin/short-codes/1', { name: 'Fair', path: '/events' }, as)
    expect(changed.json()).toMatchObject({ code: 'fair-26', name: 'Fair', path: '/events' })
    expect((await app.put('/api/admin/short-codes/2', { name: 'Fair', path: '/events' }, as)).statusCode).toBe(404)
  })

  it('that was never made has no page', async () => {
    const app = await createTestApp()
    for (const code of ['nothing', 'x'.repeat(90), 'a%2Fb', '..%2F..'])
      expect([code, (await follow(app, code)).statusCode]).toEqual([code, 404])
  })

  it('is recorded once when two admins make it at once, and refused with another page', async () => {
    const app = await createTestApp()
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.post('/api/admin/short-codes', fair, as)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(201))
    expect((await app.events()).length).toBe(1)
    const other = await app.post('/api/admin/short-codes', { ...fair, path: '/events' }, as)
    expect([other.statusCode, other.json().message]).toEqual([409, 'The code “fair-26” is taken. Choose another one.'])
  })

  it.for([
    [{ code: 'a' }, 'code'],
    [{ code: 'county fair' }, 'code'],
    [{ code: '-fair' }, 'code'],
    [{ code: 'füße' }, 'code'],
    [{ code: 'donate' }, 'code'],
    [{ code: 'x'.repeat(33) }, 'code'],
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ path: 'https://evil.example/' }, 'path'],
    [{ path: '//evil.example' }, 'path'],
    [{ path: '/\\evil.example' }, 'path'],
    [{ path: '/go/fair-26' }, 'path'],
    [{ path: '/api/news' }, 'path'],
    [{ path: 'javascript:alert(1)' }, 'path'],
  ] as const)('is refused with %o', async ([said, field]) => {
    const app = await createTestApp()
    const answer = await app.post('/api/admin/short-codes', { ...fair, ...said }, as)
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, field])
  })
})

describe('the QR code of a short link', () => {
  it('is a picture for print and one for programs that take no SVG', async () => {
    const app = await createTestApp()
    await make(app)
    const svg = await app.get('/api/admin/short-codes/1/qr', as)
    expect([svg.headers['content-type'], svg.headers['content-disposition']]).toEqual([
      'image/svg+xml',
      'attachment; filename="qr-fair-26.svg"',
    ])
    expect(svg.body).toMatch(/^<svg/)
    const png = await app.get('/api/admin/short-codes/1/qr?format=png', as)
    const { format, width = 0 } = await sharp(png.rawPayload).metadata()
    expect([format, width >= 1000]).toEqual(['png', true])
    expect((await app.get('/api/admin/short-codes/1/qr?format=gif', as)).statusCode).toBe(400)
    expect((await app.get('/api/admin/short-codes/2/qr', as)).statusCode).toBe(404)
  })
})
