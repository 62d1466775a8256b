import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminTabs } from '../../site/stores/admin/console.ts'
import { admin, newPerson, register, unique, uniqueEmail } from '../e2e/people.ts'
import type { Screen } from './screen.ts'
import { expect, test } from './test.ts'

/** The open tab of the console shows something, and waits for nothing. */
const isLoaded = `(() => {
  const panel = document.querySelector('[role=tabpanel]')
  return Boolean(panel?.textContent) && panel.querySelector('[aria-busy=true]') === null
})()`

async function signIn(visitor: Screen, { email, password }: { email: string; password: string }): Promise<void> {
  await visitor.open('/login')
  await visitor.isReady('Sign in')
  await visitor.fill({ Email: email, Password: password }, 'Sign in')
  await visitor.click({ role: 'button', name: 'Sign In', inForm: 'Sign in' })
  await visitor.isAt(/^\/(dashboard|admin)/)
}

test('visitors send the public forms', async ({ visitor }) => {
  await visitor.open('/prayers')
  await visitor.isReady('Share your prayer')
  await visitor.fill({ Name: 'Ruth', Location: 'Lafayette', Prayer: unique('For rain') }, 'Share your prayer')
  await visitor.click({ role: 'button', name: 'Submit Prayer' })
  await visitor.shows('Thank you for your prayer. It will be reviewed before being displayed.')

  await visitor.open('/endorsements')
  await visitor.isReady('Submit your endorsement')
  await visitor.fill(
    { Name: unique('Neighbor'), Email: uniqueEmail(), Endorsement: 'Keeps a promise.' },
    'Submit your endorsement',
  )
  await visitor.click({ role: 'button', name: 'Submit Endorsement' })
  await visitor.shows('Thank you for your endorsement! It will be reviewed before being displayed.')

  await visitor.open('/volunteer')
  await visitor.isReady('Volunteer sign-up')
  await visitor.fill({ 'First name': 'Ruth', 'Last name': 'Gray', Email: uniqueEmail() }, 'Volunteer sign-up')
  await visitor.click({ role: 'button', name: 'Join the Team' })
  await visitor.shows('Welcome to the team!')
})

test('supporters sign in and out', async ({ visitor, request }) => {
  const person = newPerson()
  await register(request, person)
  await signIn(visitor, person)
  await visitor.has({ role: 'heading', name: `Welcome, ${person.firstName}!` })
})

test('supporters start a thread and reply to it', async ({ visitor, request }) => {
  const person = newPerson()
  await register(request, person)
  await signIn(visitor, person)
  await visitor.open('/forum?category=1')
  await visitor.click({ role: 'button', name: 'New Thread' })
  const title = unique('Roads')
  await visitor.fill({ Title: title, Content: unique('They wash out') }, 'New thread')
  await visitor.click({ role: 'button', name: 'Create Thread' })
  await visitor.isAt(/^\/forum\?category=\d+&thread=\d+$/)
  await visitor.has({ role: 'heading', name: title })
  const words = unique('So I heard')
  await visitor.fill({ 'Your reply': words }, 'Your reply')
  await visitor.click({ role: 'button', name: 'Post Reply', inForm: 'Your reply' })
  await visitor.shows(words)
})

test('admins open every tab of the console, and a dialog gives the focus back', async ({ visitor, request }) => {
  const name = unique('Neighbor')
  await request.post('/api/prayers', { data: { firstName: name, prayer: 'For rain' } })
  await signIn(visitor, admin)
  for (const { id, label } of adminTabs) {
    await visitor.open(`/admin?tab=${id}`)
    await expect
      .poll(() => visitor.evaluate(isLoaded), {
        message: label,
      })
      .toBe(true)
  }
  await visitor.open(`/admin?tab=prayers&q=${encodeURIComponent(name)}`)
  await visitor.click({ role: 'button', name: `Delete prayer of ${name}` })
  await visitor.has({ role: 'alertdialog', name: 'Are you sure you want to delete this prayer?' })
  await visitor.press('Escape')
  await expect
    .poll(() => visitor.evaluate('document.activeElement?.getAttribute("aria-label")'))
    .toBe(`Delete prayer of ${name}`)
})

test('the dots of a chart are round', async ({ visitor }) => {
  await signIn(visitor, admin)
  await visitor.open('/admin?tab=traffic')
  await visitor.click({ text: 'Overview' })
  await visitor.click({ role: 'slider', name: 'Visits per day: day' })
  await visitor.press('ArrowLeft')
  const sizes = `[...document.querySelectorAll('.plot circle')].map((dot) => dot.getBoundingClientRect()).map(({ width, height }) => [width, height])`
  await expect.poll(async () => ((await visitor.evaluate(sizes)) as number[][]).length).toBeGreaterThan(0)
  for (const [width = 0, height = 0] of (await visitor.evaluate(sizes)) as number[][]) {
    expect(width).toBeLessThan(14)
    expect(Math.abs(width - height)).toBeLessThan(0.5)
  }
})

test('an export is saved as a file', async ({ visitor, browserUnderTest, request }) => {
  const email = uniqueEmail()
  await request.post('/api/volunteers', { data: { firstName: 'Naomi', lastName: 'Hill', email } })
  await signIn(visitor, admin)
  await visitor.open('/admin?tab=volunteers')
  await visitor.click({ role: 'link', name: 'Export CSV' })
  const files = () => readdirSync(browserUnderTest.downloads).filter((file) => file.endsWith('.csv'))
  await expect.poll(files).toHaveLength(1)
  await expect.poll(() => readFileSync(join(browserUnderTest.downloads, files()[0] ?? ''), 'utf8')).toContain(email)
})
