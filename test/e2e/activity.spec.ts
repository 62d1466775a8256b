import { requestsFor } from './network.ts'
import { newPerson, register, unique } from './people.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, full, test } from './test.ts'

const activity = { method: 'POST', path: '/api/activity' } as const

test(
  'page views and forms of signed-in people are in the console; visitors send nothing',
  full,
  async ({ page, adminPage }) => {
    const sent = requestsFor(page, activity)
    await page.goto('/prayers')
    const share = form(page, 'Share your prayer')
    await fill(share, { Name: 'Ruth', Prayer: unique('For rain') })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()
    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
    expect(sent).toEqual([])

    const person = newPerson()
    await register(page.request, person)
    await page.goto('/prayers')
    await fill(share, { Name: 'Ruth', Prayer: unique('For sun') })
    await share.getByRole('button', { name: 'Submit Prayer' }).click()
    await expectToast(
      page,
      'Prayer Submitted',
      'Thank you for your prayer. It will be reviewed before being displayed.',
    )
    await expect
      .poll(() => sent.map((request) => request.postDataJSON()))
      .toEqual(
        expect.arrayContaining([
          { action: 'Page view', page: '/prayers' },
          { action: 'Prayer submitted', page: '/prayers' },
        ]),
      )
    for (const request of sent) expect((await request.response())?.status()).toBe(202)
    type Act = { action: string; page: string; user: { firstName: string | null } | null }
    const acts = async () => {
      const { recentActivity }: { recentActivity: Act[] } = await (
        await adminPage.request.get('/api/admin/dashboard')
      ).json()
      return recentActivity.filter(({ user }) => user?.firstName === person.firstName).map(({ action }) => action)
    }
    await expect.poll(acts).toContain('Prayer submitted')
  },
)
