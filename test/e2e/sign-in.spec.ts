import { answer, hold } from './network.ts'
import { newPerson, register } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const login = { method: 'POST', path: '/api/auth/login' } as const

test('the right password opens the dashboard with a welcome message', main, async ({ page, request }) => {
  const person = newPerson()
  await register(request, person)
  await page.goto('/login')
  const signIn = form(page, 'Sign in')
  await fill(signIn, { Email: person.email.toUpperCase(), Password: person.password })
  await signIn.getByRole('button', { name: 'Sign In' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)
})

for (const [who, isKnown] of [
  ['a wrong password', true],
  ['an unknown address', false],
] as const)
  test(`${who} gets the same error, in a toast and in the form`, main, async ({ page, request }) => {
    const person = newPerson()
    if (isKnown) await register(request, person)
    await page.goto('/login')
    const signIn = form(page, 'Sign in')
    await fill(signIn, { Email: person.email, Password: 'not the right one' })
    await signIn.getByRole('button', { name: 'Sign In' }).click()

    await expectErrorToast(page, 'Login failed', 'Invalid email or password.')
    await expect(signIn.getByRole('alert')).toHaveText('Invalid email or password.')
    await expect(signIn.getByLabel('Email')).toHaveValue(person.email)
    await expect(page).toHaveURL('/login')
  })

test(
  'after many wrong passwords of others, the browser proves some work by itself',
  full,
  async ({ page, request }) => {
    const person = newPerson()
    await register(request, person)
    const proofs: (string | undefined)[] = []
    await page.route('/api/auth/login', (route) => {
      proofs.push(route.request().headers()['x-proof-of-work'])
      const challenge = { token: 'of this test', bits: 8 }
      return proofs.length === 1
        ? route.fulfill({ status: 429, json: { message: 'There were many wrong passwords.', challenge } })
        : route.fallback()
    })
    await page.goto('/login')
    const signIn = form(page, 'Sign in')
    await fill(signIn, { Email: person.email, Password: person.password })
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/dashboard')
    expect(proofs).toEqual([undefined, expect.stringMatching(/^of this test \d+$/)])
  },
)

test('both fields are required', full, async ({ page }) => {
  await page.goto('/login')
  const signIn = form(page, 'Sign in')
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expectFormError(page, 'Login failed', 'Please check your credentials and try again.')
  await expectFieldError(signIn.getByLabel('Email'), 'This field is required.')
  await expectFieldError(signIn.getByLabel('Password'), 'This field is required.')
  await expectAccessible(page)
})

test('offline, the form says so', full, async ({ page, context }) => {
  await page.goto('/login')
  const signIn = form(page, 'Sign in')
  await fill(signIn, { Email: 'ruth@example.org', Password: 'whatever it was' })
  await context.setOffline(true)
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expectErrorToast(page, 'Login failed', 'Please check your credentials and try again.')
  await expect(signIn.getByRole('alert')).toContainText('You are offline.')
})

test('while signing in, the button says so', full, async ({ page }) => {
  await answer(page, login, { message: 'Invalid email or password.' }, 401)
  const release = await hold(page, login)
  await page.goto('/login')
  const signIn = form(page, 'Sign in')
  await fill(signIn, { Email: 'ruth@example.org', Password: 'whatever it was' })
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expect(signIn.getByRole('button', { name: 'Signing in...' })).toBeDisabled()
  release()
  await expect(signIn.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('it returns to the page that asked for it, never to another site', main, async ({ page, request }) => {
  const person = newPerson()
  await register(request, person)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=/dashboard')
  for (const [next, reached] of [
    ['/prayers', '/prayers'],
    ['//example.org/prayers', '/dashboard'],
  ] as const) {
    await page.context().clearCookies()
    await page.goto(`/login?next=${next}`)
    const signIn = form(page, 'Sign in')
    await fill(signIn, { Email: person.email, Password: person.password })
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(reached)
  }
})

test('a signed-in user is redirected to the dashboard', main, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
})

test('the card links back home', main, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the arrow keys move between tabs', full, async ({ page }) => {
  await page.goto('/login')
  await expect(form(page, 'Sign in')).toBeVisible()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true')
  await expect(form(page, 'Register')).toBeVisible()
  await expect(form(page, 'Sign in')).toBeHidden()
})
