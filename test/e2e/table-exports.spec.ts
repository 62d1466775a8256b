import { openConsole } from './console.ts'
import { contentOf } from './downloads.ts'
import { unique, uniqueEmail } from './people.ts'
import { expect, main, test } from './test.ts'

test('volunteers, actions and donations are exported as files', main, async ({ adminPage, request }) => {
  const [firstName, email] = [unique('Naomi'), uniqueEmail()]
  const applied = await request.post('/api/volunteers', { data: { firstName, lastName: 'Hill', email } })
  expect(applied.status()).toBe(201)
  const fileOf = async (link: string) => {
    const download = adminPage.waitForEvent('download')
    await adminPage.getByRole('link', { name: link }).click()
    return contentOf(await download)
  }
  await openConsole(adminPage, 'volunteers')
  expect(await fileOf('Export CSV')).toContain(email)
  await openConsole(adminPage, 'actions')
  expect(await fileOf('Export JSON')).toContain('"action":"Export table"')
  await adminPage.goto('/email-campaigns')
  expect(await fileOf('Export donations')).toContain('First name,Last name,Email,Amount')
})
