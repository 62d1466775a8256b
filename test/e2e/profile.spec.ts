import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { answer, hold } from './network.ts'
import { newPerson, type Person, register } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

async function openProfile(page: Page): Promise<Person> {
  const person = newPerson()
  await register(page.request, person)
  await page.goto('/profile')
  await expect(form(page, 'Profile')).toBeVisible()
  return person
}
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()
const picture = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 200, channels: 3, background: '#b3202c' } })
    .jpeg()
    .toBuffer(),
})

test('the form shows the saved profile and confirms a save', main, async ({ page }) => {
  const person = await openProfile(page)
  const profile = form(page, 'Profile')
  await expect(profile.getByLabel('First name')).toHaveValue(person.firstName)
  await expect(profile.getByLabel('Email')).toHaveValue(person.email)
  await fill(profile, { 'First name': 'Dorcas', Phone: '765 555 0123', City: 'Muncie', State: 'Indiana', ZIP: '47302' })
  const release = await hold(page, { method: 'PUT', path: '/api/profile' })
  await save(page)
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  release()
  await expectToast(page, 'Profile updated', 'Your profile information has been saved successfully.')
  await expect(profile.getByLabel('City')).toHaveValue('Muncie')
  await page.reload()
  await expect(profile.getByLabel('First name')).toHaveValue('Dorcas')
  await expect(profile.getByLabel('ZIP')).toHaveValue('47302')
  await expectAccessible(page)
})

test('a rejected save says why, marks the field and keeps the input', full, async ({ page }) => {
  await openProfile(page)
  const profile = form(page, 'Profile')
  await fill(profile, { ZIP: 'much too long for one' })
  await save(page)
  await expectFormError(page, 'Update failed', 'Failed to update profile. Please try again.')
  await expectFieldError(profile.getByLabel('ZIP'), 'Use at most 10 characters.')
  await expect(profile.getByLabel('ZIP')).toBeFocused()
  await expect(profile.getByLabel('ZIP')).toHaveValue('much too long for one')
})

test('a server error without a message shows a default one', full, async ({ page }) => {
  await openProfile(page)
  await answer(page, { method: 'PUT', path: '/api/profile' }, null, 500)
  await save(page)
  await expectErrorToast(page, 'Update failed', 'Failed to update profile. Please try again.')
})

test('a new email address must be confirmed first', main, async ({ page }) => {
  const person = await openProfile(page)
  const profile = form(page, 'Profile')
  await fill(profile, { Email: `new-${person.email}` })
  await save(page)
  await expectToast(page, 'Profile updated', 'Your profile information has been saved successfully.')
  await expect(profile.getByRole('status')).toContainText(`new-${person.email}`)
  await expect(profile.getByLabel('Email')).toHaveValue(person.email)
})

test('a photo appears on the page and in the header, and can be removed', main, async ({ page }) => {
  await openProfile(page)
  const main = page.getByRole('main')
  const shown = main.locator('.avatar-large img')
  await expect(main.locator('.avatar-large')).toHaveText('NM')
  const chosen = page.waitForEvent('filechooser')
  await main.getByRole('button', { name: 'Change Photo' }).click()
  await (await chosen).setFiles(await picture())
  await expectToast(page, 'Photo updated', 'Your new photo is saved.')
  await expect(shown).toHaveAttribute('src', /^\/photos\/[\da-f]{32}\/[\da-f]{32}-256\.webp$/)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await expect(page.locator('[data-avatar] img')).toHaveAttribute('src', /-128\.webp$/)
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Remove Photo' }).click()
  await expectToast(page, 'Photo removed', 'Your initials are shown instead.')
  await expect(main.locator('.avatar-large')).toHaveText('NM')
  await expect(main.getByRole('button', { name: 'Remove Photo' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Change Photo' })).toBeFocused()
})

test('a file that is not a picture or is too large is rejected with a reason', full, async ({ page }) => {
  await openProfile(page)
  await expect(page.getByText('JPEG, PNG or WebP.')).toBeVisible()
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  await page.getByLabel('Profile photo').setInputFiles(file)
  const sentence = 'This is not a JPEG, PNG or WebP picture. Please choose another file.'
  await expectErrorToast(page, 'Update failed', sentence)
  const large = { ...file, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await page.getByLabel('Profile photo').setInputFiles(large)
  await expectErrorToast(
    page,
    'Update failed',
    'This picture is too large to open here. Please choose one no larger than 5 MB.',
  )
})

test('a photo of more than 5 MB is scaled down in the browser', full, async ({ page }) => {
  await openProfile(page)
  const side = 1500
  const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
  const buffer = await noise.png({ compressionLevel: 0 }).toBuffer()
  expect(buffer.byteLength).toBeGreaterThan(5 * 1024 * 1024)
  const sent = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/profile/photo'))
  await page.getByLabel('Profile photo').setInputFiles({ name: 'camera.png', mimeType: 'image/png', buffer })
  expect((await sent).headers()['content-type']).toBe('image/jpeg')
  await expectToast(page, 'Photo updated', 'Your new photo is saved.')
})

test('when photos are not configured, the button says they are coming soon', full, async ({ page }) => {
  await answer(page, { method: 'GET', path: '/api/profile/photo' }, { isConfigured: false, profileImageUrl: null })
  await openProfile(page)
  await expect(page.getByText('JPEG, PNG or WebP.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Change Photo' }).click()
  await expectToast(page, 'Coming soon', 'Profile photo upload will be available soon.')
})

test(
  'the profile links to the dashboard and the settings, and requires signing in',
  full,
  async ({ page, browser, product }) => {
    await openProfile(page)
    const main = page.getByRole('main')
    for (const name of ['Back to Dashboard', 'Cancel'])
      await expect(main.getByRole('link', { name })).toHaveAttribute('href', '/dashboard')
    const settings = main.getByRole('region', { name: 'Account Settings' }).getByRole('link')
    await expect(settings.first()).toHaveAttribute('href', '/settings?tab=notifications')
    await expect(settings.last()).toHaveAttribute('href', '/settings?tab=security')
    const stranger = await browser.newPage({ baseURL: product.url })
    await stranger.goto('/profile')
    await expect(stranger).toHaveURL('/login?next=/profile')
    await stranger.close()
  },
)
