import { withinASecond } from '../support/run/timeouts.ts'
import { openConsole, rowOf } from './console.ts'
import { unique } from './people.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, main, test } from './test.ts'

test(
  'a prayer goes from the form through review to the public page, and is then removed',
  main,
  async ({ page, adminPage, request }) => {
    const name = unique('Neighbor')
    const prayer = unique('For those who work at night')
    const publicBytes = async () => (await request.get('/prayers')).text()

    await test.step('a visitor submits it', async () => {
      await page.goto('/prayers')
      const share = form(page, 'Share your prayer')
      await fill(share, { Name: name, Location: 'Lafayette', Prayer: prayer })
      await share.getByRole('button', { name: 'Submit Prayer' }).click()
      await expectToast(
        page,
        'Prayer Submitted',
        'Thank you for your prayer. It will be reviewed before being displayed.',
      )
      expect(await publicBytes()).not.toContain(prayer)
    })

    await test.step('an admin approves it', async () => {
      await openConsole(adminPage, 'prayers')
      await expect(rowOf(adminPage, prayer)).toContainText('Pending')
      await adminPage.getByRole('button', { name: `Approve prayer of ${name}` }).click()
      await expectToast(adminPage, 'Prayer approved successfully')
    })

    await test.step('within a second it is in the public page’s HTML and in its list', async () => {
      await withinASecond(async () => expect(await publicBytes()).toContain(prayer))
      await page.reload()
      const item = page
        .getByRole('region', { name: 'Community Prayers' })
        .getByRole('listitem')
        .filter({ hasText: prayer })
      await expect(item).toContainText(name)
      await expect(item).toContainText('Lafayette')
    })

    await test.step('its history shows who did what and when, and its state at each step', async () => {
      await adminPage.getByRole('button', { name: `History of the prayer of ${name}` }).click()
      const dialog = adminPage.getByRole('dialog')
      const steps = dialog.getByRole('listitem')
      await expect(steps).toHaveCount(2)
      await expect(steps.first()).toContainText(/Prayer submitted\s*Visitor/)
      await expect(steps.last()).toContainText(/Prayer approved\s*Ada Admin \(staff\)/)
      for (const step of await steps.all()) await expect(step.locator('time')).toHaveAttribute('datetime', /Z$/)
      const state = dialog.getByRole('region', { name: /^As it was on/ })
      await expect(state).toContainText(prayer)
      await expect(state).toContainText('Approved')
      await steps.first().getByRole('button').click()
      await expect(state).toContainText(prayer)
      await expect(state).toContainText('Pending')
      await dialog.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('the admin deletes it, and it is gone from the public page', async () => {
      await adminPage.getByRole('button', { name: `Delete prayer of ${name}` }).click()
      await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete prayer' }).click()
      await expectToast(adminPage, 'Prayer deleted successfully')
      await expect(rowOf(adminPage, prayer)).toHaveCount(0)
      await withinASecond(async () => expect(await publicBytes()).not.toContain(prayer))
      await page.reload()
      await expect(page.getByRole('status', { name: 'Loading prayers' })).toHaveCount(0)
      await expect(page.getByText(prayer)).toHaveCount(0)
    })
  },
)
