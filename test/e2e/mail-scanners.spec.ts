import { globSync, readFileSync } from 'node:fs'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { confirmSend, open, volunteer, volunteers } from './email-campaigns.ts'
import { linkFor } from './mail.ts'
import { mailToken } from './mail-token.ts'
import { newPerson, register, sameOrigin, uniqueEmail } from './people.ts'
import type { Product } from './product.ts'
import { expectToast, fill, form } from './screen.ts'
import { createEvent, mailTo } from './submissions.ts'
import { expect, full, testWith } from './test.ts'

/** A product of its own, whose log holds only what this file does. */
const test = testWith({})

type Office = { page: Page; adminPage: Page; request: APIRequestContext; product: Product }
type Kind = {
  path: string
  /** The link in a mail to a new person. `page`: the browser in which they open it. */
  send(office: Office): Promise<string>
  /** Their act there, and what they see then. */
  act(page: Page): Promise<void>
}

async function post(request: APIRequestContext, url: string, data: object): Promise<void> {
  const answer = await request.post(url, { headers: sameOrigin(), data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const seen = (page: Page, words: string) => expect(page.getByRole('main').getByText(words).first()).toBeVisible()

/** The page of an invitation asks for the address that it went to. */
const invited = { email: '' }

const kinds: Kind[] = [
  {
    path: '/unsubscribe',
    async send({ request, product }) {
      const email = uniqueEmail()
      await post(request, '/api/email-signup', { email })
      return `/unsubscribe?token=${await mailToken(product, email)}`
    },
    async act(page) {
      await press(page, 'Unsubscribe')
      await seen(page, 'You’re unsubscribed')
    },
  },
  {
    path: '/why-this-email',
    async send({ request }) {
      const email = uniqueEmail()
      await post(request, '/api/email-signup', { email })
      return linkFor(request, email, 'why')
    },
    async act(page) {
      await press(page, 'Not any more')
      await seen(page, 'You’re unsubscribed')
    },
  },
  {
    path: '/my-campaign',
    async send({ request }) {
      const email = uniqueEmail()
      await post(request, '/api/endorsements', { name: 'Ruth Guest', email, title: '', endorsementText: 'Kind.' })
      await post(request, '/api/my-campaign/link', { email })
      return linkFor(request, email)
    },
    async act(page) {
      await press(page, 'Withdraw: Kind.')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw endorsement' }).click()
      await expectToast(page, 'Withdrawn', 'It’s no longer on the website or with our team for review.')
    },
  },
  {
    path: '/confirm-subscription',
    send: async ({ product }) => `/confirm-subscription?token=${await mailToken(product, uniqueEmail(), 'confirm')}`,
    async act(page) {
      await press(page, 'Confirm my address')
      await seen(page, 'You’re on the list')
    },
  },
  {
    path: '/subscribe-again',
    async send({ request, product }) {
      const email = uniqueEmail()
      await post(request, '/api/email-signup', { email })
      await post(request, '/api/mail-consents/unsubscribe', { token: await mailToken(product, email) })
      await post(request, '/api/email-signup', { email })
      return linkFor(request, email)
    },
    async act(page) {
      await press(page, 'Yes, write to me again')
      await seen(page, 'Welcome back.')
    },
  },
  {
    path: '/events/cancel',
    async send({ page, adminPage }) {
      const { id, title } = await createEvent(adminPage, { capacity: 5 })
      const email = uniqueEmail()
      await post(page.request, `/api/events/${id}/rsvp`, { name: 'Ruth Guest', email })
      const letter = await mailTo(page, email, `You’re registered: ${title}`)
      return letter.match(/http\S+\/events\/cancel\?token=\S+/)?.[0] ?? ''
    },
    async act(page) {
      await press(page, 'Cancel my registration')
      await seen(page, 'Your seat is free for someone else.')
    },
  },
  {
    path: '/login/verify',
    async send({ page, request }) {
      const person = newPerson()
      await register(page.request, person)
      await post(request, '/api/auth/magic-link/send', { email: person.email })
      return linkFor(request, person.email)
    },
    async act(page) {
      await press(page, 'Sign In')
      await expect(page).toHaveURL('/dashboard')
    },
  },
  {
    path: '/login/email',
    async send({ page, request }) {
      const [person, email] = [newPerson(), uniqueEmail()]
      await register(page.request, person)
      await page.goto('/settings?tab=security')
      await fill(form(page, 'Email address'), { 'New email address': email })
      await press(page, 'Change Email')
      return linkFor(request, email)
    },
    async act(page) {
      await press(page, 'Confirm this address')
      await expectToast(page, 'Email changed', 'From now on, messages and sign-in links go to your new address.')
    },
  },
  {
    path: '/setup',
    async send({ adminPage, request }) {
      invited.email = uniqueEmail()
      await post(adminPage.request, '/api/admin/invitations', invited)
      return linkFor(request, invited.email)
    },
    async act(page) {
      const setup = form(page, 'Create your admin account')
      await fill(setup, { 'First name': 'Ruth', 'Last name': 'Ames', Email: invited.email })
      await fill(setup, { Password: 'eleven calm lakes at dawn' })
      await setup.getByRole('button', { name: 'Create Admin Account' }).click()
      await expect(page).toHaveURL('/admin')
    },
  },
]

/** Fetches a link as gateways do: without cookies, twice by HEAD and by GET, and once in a browser that presses no button. */
async function scan(browser: Browser, { url }: Product, link: string): Promise<number[]> {
  const context = await browser.newContext({ baseURL: url })
  const statuses: number[] = []
  for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
    const answer = await context.request.fetch(link, { method, maxRedirects: 0 })
    statuses.push(answer.status())
    await context.clearCookies()
  }
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('main').waitFor()
  await context.close()
  return statuses
}

/** The position of the last event in the log. */
async function lastEvent({ request }: Page): Promise<string> {
  const answer = await request.get('/api/admin/as-of/moment?at=2190-01-01T00:00:00Z')
  return (await answer.json()).position
}

for (const { path, send, act } of kinds)
  test(
    `a scanner that opens a link to ${path} changes nothing, and the person’s click works`,
    full,
    async ({ browser, page, adminPage, request, product }) => {
      const office = { page, adminPage, request, product }
      const link = await send(office)
      expect(new URL(link, office.product.url).pathname).toBe(path)
      const before = await lastEvent(office.adminPage)
      expect(await scan(browser, office.product, link)).toEqual([200, 200, 200, 200])
      expect(await lastEvent(office.adminPage)).toBe(before)
      await office.page.goto(link)
      await act(office.page)
      expect(await lastEvent(office.adminPage)).not.toBe(before)
    },
  )

test(
  'a scanner that opens the links of an email campaign counts as nobody, and the person’s click leads on',
  full,
  async ({ browser, product, page, adminPage, request }) => {
    await volunteers(adminPage, 1)
    const email = await volunteer(request)
    await open(adminPage, '?tab=send')
    await adminPage.getByLabel('Custom content').first().fill(`Read [our plan](${product.url}/issues).`)
    await adminPage.getByRole('button', { name: 'Send to Volunteers' }).click()
    await confirmSend(adminPage)
    await expectToast(adminPage, 'Volunteer update sent successfully!')
    const list = async () => (await adminPage.request.get('/api/email-campaigns')).json()
    await expect.poll(async () => (await list())[0].status).toBe('sent')
    const [{ id }] = await list()
    const letter = await mailTo(page, email, 'An update for our volunteers')
    const link = letter.match(/http\S+\/go\/mail\/[\w-]+/)?.[0] ?? ''
    const context = await browser.newContext({
      userAgent: 'Mozilla/5.0 (compatible; LinkScanner/1.0; +https://x.example/bot)',
    })
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'])
      expect((await context.request.fetch(link, { method, maxRedirects: 0 })).status()).toBe(303)
    await context.close()
    const results = async () => (await adminPage.request.get(`/api/email-campaigns/${id}/analytics`)).json()
    await expect.poll(async () => (await results()).scanners.clicks).toBe(2)
    expect((await results()).clicked).toBe(0)
    await page.goto(link)
    await expect(page).toHaveURL(/\/issues\?m=\d+\.1$/)
  },
)

test('these are all kinds of links with a token that our mail has', full, () => {
  const sources = globSync('backend/{mail,reactors,email-campaign-sending}/**/*.ts').map((file) =>
    readFileSync(file, 'utf8'),
  )
  const withToken = /(\/[a-z][a-z/-]+)(?:', \{ token|\?token=|\?\$\{new URLSearchParams\(\{ token|\/\$\{linkTokens)/g
  const paths = sources.flatMap((source) => [...source.matchAll(withToken)].map(([, path]) => path))
  expect([...new Set(paths)].toSorted()).toEqual([...kinds.map(({ path }) => path), '/go/mail'].toSorted())
})
