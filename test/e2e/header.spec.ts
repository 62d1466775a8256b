import { answer } from './network.ts'
import { newPerson, register, sameOrigin } from './people.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const links = [
  ['Home', '/'],
  ['About', '/about'],
  ['Issues & Vision', '/issues'],
  ['Volunteer HQ', '/volunteer'],
  ['Community Forum', '/forum'],
  ['News', '/news'],
  ['Events', '/events'],
  ['Endorsements', '/endorsements'],
  ['Prayers', '/prayers'],
] as const

test('the header links to every page and marks the current one', main, async ({ page }) => {
  await page.goto('/endorsements')
  const bar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  for (const [name, path] of links)
    await expect(bar.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await expect(bar.locator('[aria-current=page]')).toHaveText('Endorsements')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  for (const [name, path] of [
    ['Prayers', '/prayers'],
    ['Volunteer', '/volunteer'],
  ] as const)
    await expect(page.locator('.prominent').getByRole('link', { name })).toHaveAttribute('href', path)
})

test('the header stays in view, and a new page starts at the top', full, async ({ page }) => {
  await page.goto('/about')
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 0.99 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Prayers' }).click()
  await expect(page).toHaveURL('/prayers')
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the drawer opens, its links work, and it is closed on the next page', main, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const drawer = page.getByRole('navigation', { name: 'Menu' })
    for (const [name, path] of [...links, ['Sign In', '/login'] as const])
      await expect(drawer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
    await expect(drawer.locator('[aria-current=page]')).toHaveText('Home')
    await expectAccessible(page, [phone])
    await drawer.getByRole('link', { name: 'Prayers' }).click()
    await expect(page).toHaveURL('/prayers')
    await expect(drawer).toBeHidden()
  })

  test('the drawer closes when a link is clicked, even before the page loads', full, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const drawer = page.getByRole('navigation', { name: 'Menu' })
    await page.route('/about', (route) => route.abort())
    await drawer.getByRole('link', { name: 'About' }).click()
    await expect(drawer).toBeHidden()
  })

  test('the drawer takes the focus, keeps it and holds the page behind it', main, async ({ page }) => {
    await page.goto('/about')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
    const isInside = () =>
      page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('#drawer') !== null,
      )
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab')
      expect(await isInside()).toBe(true)
    }
    await page.mouse.move(20, 400)
    await page.mouse.wheel(0, 600)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.mouse.click(20, 400)
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  test('a browser without popovers opens and closes the drawer too', full, async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(HTMLElement.prototype, 'popover'))
    // Without an attribute that it would not know, and with the styles that it would use.
    await page.route('/about', async (route) => {
      const response = await route.fetch()
      const { 'content-security-policy': _, ...headers } = response.headers()
      const body = (await response.text())
        .replace('aria-label="Menu" popover', 'aria-label="Menu"')
        .replaceAll(/@supports not selector\(:popover-open\)/g, '@media all')
      await route.fulfill({ response, headers, body })
    })
    await page.goto('/about')
    const drawer = page.getByRole('navigation', { name: 'Menu' })
    await expect(drawer).toBeHidden()
    // Only such browsers load the script of the button, after the page.
    await expect(async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
      await expect(drawer.getByRole('link', { name: 'Events' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer).toBeHidden()
  })

  test('the drawer closes with its button and with Escape', main, async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    const drawer = page.getByRole('navigation', { name: 'Menu' })
    await menu.click()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(drawer).toBeHidden()
    await menu.click()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(menu).toBeFocused()
  })

  test('the drawer shows the signed-in user and can sign out', full, async ({ page }) => {
    const person = newPerson()
    await register(page.request, person)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const drawer = page.locator('#drawer')
    await expect(drawer.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible()
    await expect(drawer.getByText(person.email)).toBeVisible()
    await expect(drawer.getByRole('link', { name: 'Sign In' })).toBeHidden()
    await expectAccessible(page, [phone])
    await drawer.getByRole('button', { name: 'Sign Out' }).click()
    await expectToast(page, 'Logged out successfully', 'You have been signed out of your account.')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(drawer.getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  test('the drawer shows the address of a user without a name once', full, async ({ page }) => {
    const person = newPerson()
    await register(page.request, person)
    await page.request.put('/api/profile', { headers: sameOrigin(), data: { firstName: '', lastName: '' } })
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.locator('#drawer').getByText(person.email)).toHaveCount(1)
  })
})

test.describe('the avatar', () => {
  test('shows initials and opens the supporter menu', main, async ({ page }) => {
    await register(page.request, newPerson())
    await page.goto('/')
    const avatar = page.getByRole('button', { name: 'Your account' })
    await expect(avatar).toHaveText(/NM$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeHidden()
    await avatar.click()
    const menu = page.locator('#account-menu')
    await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard')
    await expect(menu.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    await expect(menu.getByRole('link', { name: 'Admin Panel' })).toBeHidden()
    await expectAccessible(page, [{ width: 1280, height: 800 }])
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  })

  test('shows admins a link to the console', main, async ({ adminPage }) => {
    await adminPage.goto('/')
    await adminPage.getByRole('button', { name: 'Your account' }).click()
    await adminPage.locator('#account-menu').getByRole('link', { name: 'Admin Panel' }).click()
    await expect(adminPage).toHaveURL('/admin')
  })

  for (const [person, letter] of [
    [{ firstName: null, lastName: null, email: 'ruth@example.org' }, 'R'],
    [{ firstName: null, lastName: null, email: '' }, 'U'],
  ] as const)
    test(`without a name it shows ${letter}`, full, async ({ page }) => {
      await register(page.request, newPerson())
      const user = { ...person, profileImageUrl: null, isAdmin: false }
      await answer(page, { method: 'GET', path: '/api/auth/status' }, { user, isAuthenticated: true })
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Your account' })).toHaveText(new RegExp(`${letter}$`))
    })

  test('signs out from its menu and shows an error on failure', full, async ({ page }) => {
    await register(page.request, newPerson())
    await page.goto('/about')
    const avatar = page.getByRole('button', { name: 'Your account' })
    const signOut = page.locator('#account-menu').getByRole('button', { name: 'Sign Out' })
    await answer(page, { method: 'POST', path: '/api/auth/logout' }, {}, 500)
    await avatar.click()
    await signOut.click()
    await expectErrorToast(page, 'Logout failed', 'Please try again.')

    await page.unrouteAll()
    if (await signOut.isHidden()) await avatar.click()
    await signOut.click()
    await expect(page).toHaveURL('/')
    await expectToast(page, 'Logged out successfully', 'You have been signed out of your account.')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(avatar).toBeHidden()
  })
})

test('the footer has site links, legal links and an email address', main, async ({ page }) => {
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  const quick = footer.getByRole('navigation', { name: 'Quick links' })
  for (const [name, path] of [
    ['About', '/about'],
    ['Issues', '/issues'],
    ['Volunteer', '/volunteer'],
    ['Prayers', '/prayers'],
  ] as const)
    await expect(quick.getByRole('link', { name })).toHaveAttribute('href', path)
  await expect(footer.getByRole('link', { name: 'hello@example.org' })).toHaveAttribute(
    'href',
    'mailto:hello@example.org',
  )
  for (const name of ['Facebook', 'X', 'LinkedIn', 'YouTube'])
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', /^https:/)
  await expect(footer.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
  await expect(footer.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms')
  await expect(footer).toContainText('Defend Freedom, Empower Hoosiers')
  await expect(footer).toContainText('Paid for by')
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
})
