import type { Page } from '@playwright/test'
import { openConsole, rowOf } from './console.ts'
import { answer } from './network.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { expect, full, test } from './test.ts'

/** As a process of the release before answers, which does not know these fields yet. */
async function answerWithout(page: Page, path: string, unknown: readonly string[]): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      const response = await route.fetch()
      const known = (name: string, value: unknown) => (unknown.includes(name) ? undefined : value)
      await route.fulfill({ response, body: JSON.stringify(await response.json(), known) })
    },
  )
}

test('while the server is updated, the console reads what an older process answers', full, async ({ adminPage }) => {
  await answerWithout(adminPage, '/api/admin/users', ['roles'])
  await answerWithout(adminPage, '/api/admin/invitations', ['role'])
  await answerWithout(adminPage, '/api/admin/actions', ['rights'])
  await answerWithout(adminPage, '/api/email-campaigns', ['rewrittenBy'])
  // It has no roles of the campaign's own.
  await adminPage.route(/\/api\/admin\/staff-sets$/, (route) => route.fulfill({ status: 404, json: {} }))
  const email = uniqueEmail()
  await adminPage.request.post('/api/admin/invitations', { headers: sameOrigin(), data: { email } })
  const name = unique('Letter')
  const draft = { name, subject: 'Thursday', body: 'Come.', segmentIds: ['donors'] }
  await adminPage.request.post('/api/email-campaigns', { headers: sameOrigin(), data: draft })

  await openConsole(adminPage, 'users')
  await expect(rowOf(adminPage, 'admin@example.org')).toContainText('Admin')
  await expect(adminPage.getByRole('listitem').filter({ hasText: email })).toContainText(', Admin')
  await adminPage.route(/\/api\/admin\/users\/\d+\/roles$/, (route) =>
    route.fulfill({ json: [{ role: 'editor', eventId: null, until: null }] }),
  )
  await rowOf(adminPage, 'admin@example.org')
    .getByRole('button', { name: /^Roles of/ })
    .click()
  await expect(adminPage.getByRole('button', { name: 'Take away: Editor' })).toBeVisible()
  await openConsole(adminPage, 'actions')
  await expect(rowOf(adminPage, 'Invite admin').first()).toBeVisible()
  await adminPage.goto('/email-campaigns?tab=send')
  await expect(rowOf(adminPage, name)).toContainText('Not sent yet')

  const counts = { rows: 400, added: 390, changed: 10, refunded: 0, repeated: 0, refused: 0, written: 250 }
  const begun = { id: 'a', kind: 'volunteers', platform: null, startedAt: '2026-03-04T17:00:00.000Z' }
  const path = '/api/admin/imports'
  await answer(adminPage, { method: 'GET', path }, [{ ...begun, ...counts, finishedAt: null, undoneAt: null }])
  await adminPage.goto('/imports')
  const past = adminPage.getByRole('region', { name: 'Past imports', exact: true })
  await expect(past.getByRole('row').last()).toContainText('250 of 400 rows')
  await expect(past).not.toContainText('Stopped')
})
