import { hold } from './network.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { expectToast, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test('a supporter is welcomed by name and sees no admin features', main, async ({ page }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: `Welcome, ${person.firstName}!` })).toBeVisible()
  await expect(main.getByText(person.email)).toBeVisible()
  await expect(main.getByText('Freedom Supporter')).toBeVisible()
  await expect(main.getByText('Verified')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await expect(main.getByText('NM', { exact: true })).toHaveCount(1)
  await expectAccessible(page)
})

test('a supporter without a name sees their address once in the profile card', full, async ({ page }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.request.put('/api/profile', { headers: sameOrigin(), data: { firstName: '', lastName: '' } })
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Profile' }).getByText(person.email)).toHaveCount(1)
})

test('without a server, the dashboard says so once, and can retry', main, async ({ page }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.route('/api/auth/status', (route) => route.abort())
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Welcome', exact: true })).toBeVisible()
  await expect(main.getByText('The server cannot be reached right now.')).toHaveCount(1)
  await expectAccessible(page)
  await page.unroute('/api/auth/status')
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { level: 1, name: `Welcome, ${person.firstName}!` })).toBeVisible()
})

test('cards and tiles link to the right pages', main, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  const actions = main.getByRole('region', { name: 'Quick Actions' })
  for (const [name, path] of [
    ['Volunteer Now', '/volunteer'],
    ['Join Forum Discussion', '/forum'],
    ['View Upcoming Events', '/events'],
  ] as const)
    await expect(actions.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(actions.getByRole('link')).toHaveCount(3)
  const tiles = main.getByRole('navigation', { name: 'Shortcuts' })
  for (const [name, path] of [
    ['Volunteer', '/volunteer'],
    ['Community Forum', '/forum'],
    ['Events', '/events'],
    ['Settings', '/profile'],
  ] as const)
    await expect(tiles.getByRole('link', { name })).toHaveAttribute('href', path)
  await tabTo(page, main.getByRole('link', { name: 'Edit Profile' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile')
})

test('recent activity lists what the user really did, newest first', main, async ({ page }) => {
  await register(page.request, newPerson())
  const headers = sameOrigin()
  await page.request.put('/api/profile', { headers, data: { city: 'Muncie' } })
  await page.request.post('/api/prayers', { headers, data: { firstName: 'Ruth', prayer: unique('For rain') } })
  const answer = await hold(page, { method: 'GET', path: '/api/profile/activity' })
  await page.goto('/dashboard')
  const recent = page.getByRole('region', { name: 'Recent Activity' })
  await expect(recent.getByText('Loading your activity…')).toBeAttached()
  answer()
  await expect(recent.getByRole('listitem')).toHaveText([/^Prayer submitted/, /^Profile updated/, /^Account created/])
})

test('people see their submissions, and our team’s decisions', main, async ({ page, adminPage }) => {
  await register(page.request, newPerson())
  const sentIn = page.getByRole('region', { name: 'What You Sent In' })
  await page.goto('/dashboard')
  await expect(sentIn).toContainText('Nothing yet.')
  const [rain, sun] = [unique('For rain'), unique('For sun')]
  const headers = sameOrigin()
  const send = async (prayer: string): Promise<number> =>
    (await (await page.request.post('/api/prayers', { headers, data: { firstName: 'Ruth', prayer } })).json()).id
  const [kept, shown] = [await send(rain), await send(sun)]
  await adminPage.request.post(`/api/admin/prayers/${shown}/approve`, { headers })
  await adminPage.request.post(`/api/admin/prayers/${kept}/reject`, { headers, data: { reason: 'For the team' } })
  await page.reload()
  await expect(sentIn.getByRole('listitem')).toContainText([
    new RegExp(`Prayer.*On the site.*${sun}`),
    new RegExp(`Prayer.*Not posted.*${rain}`),
  ])
  await expect(sentIn).not.toContainText('For the team')
  await expectAccessible(page)
})

test('an admin sees the badge and the link to the console', main, async ({ adminPage }) => {
  await adminPage.goto('/dashboard')
  const main = adminPage.getByRole('main')
  await expect(main.getByText('Admin', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
})

test('signing out ends the session and returns home', main, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Logged out successfully', 'You have been signed out of your account.')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=/dashboard')
})
