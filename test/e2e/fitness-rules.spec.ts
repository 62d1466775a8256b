import type { FitnessReplay } from '../../contract/fitness-replay.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main } from './test.ts'
import { visit, withApprovedPool } from './visitors.ts'

const test = withApprovedPool()

const path = '/genetic-analytics?tab=replay'

test(
  'past visits are replayed with another formula, which is saved, gives the same result again, and can be put in force',
  main,
  async ({ adminPage, product }) => {
    await visit(product.url, 30)
    await adminPage.goto(path)
    const fields = form(adminPage, 'Replay')
    await fill(fields, { Volunteer: '3' })
    const answered = adminPage.waitForResponse('**/api/genetic-test/replay')
    await fields.getByRole('button', { name: 'Replay' }).click()
    const first: FitnessReplay = await (await answered).json()
    const result = adminPage.getByRole('region', { name: 'What past visits say' })
    await expect(result).toContainText(`${first.visitors} visitors`)
    await expect(result).toContainText(first.hash)
    await expect(adminPage.getByRole('region', { name: 'Table of replayed pages' }).getByRole('row')).toHaveCount(
      first.pages.rows.length + 1,
    )
    // Thirty visitors carry no such number, and the screen says why.
    const refusals = [...first.pages.rows.map(({ refusal }) => refusal), first.split.refusal].filter(
      (one) => one !== null,
    )
    expect(refusals.length).toBeGreaterThan(0)
    for (const refusal of refusals) await expect(adminPage.getByText(refusal).first()).toBeVisible()
    await expectAccessible(adminPage)

    const save = adminPage.getByRole('form', { name: 'Save this formula' })
    await save.getByLabel('Name of the formula').fill('Volunteers count triple')
    await save.getByRole('button', { name: 'Save formula' }).click()
    await expectToast(adminPage, 'Formula “Volunteers count triple” saved')
    await adminPage.goto(path)
    const again = adminPage.waitForResponse('**/api/genetic-test/replay')
    const formulas = adminPage.getByRole('region', { name: 'Saved formulas' })
    await formulas.getByRole('button', { name: 'Volunteers count triple', exact: true }).click()
    const second: FitnessReplay = await (await again).json()
    expect(second.pages).toEqual(first.pages)
    if (second.lastPosition === first.lastPosition) expect(second.hash).toBe(first.hash)

    await adminPage.getByRole('button', { name: 'Use from now on' }).click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Use from now on' }).click()
    await expectToast(adminPage, 'Fitness rule changed', 'It scores every visit from now on.')
    await expect(adminPage.getByRole('button', { name: 'In use now' })).toBeDisabled()
    await formulas.getByRole('button', { name: 'Remove formula Volunteers count triple' }).click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Remove formula' }).click()
    await expectToast(adminPage, 'Formula “Volunteers count triple” removed')
    await expect(formulas.getByRole('button')).toHaveCount(0)
  },
)

test('every offered file of raw measurements arrives', full, async ({ adminPage }) => {
  await adminPage.goto(path)
  const links = adminPage.getByRole('region', { name: 'Raw measurements' }).getByRole('link')
  await expect(links).toHaveCount(9)
  for (const link of await links.all()) {
    const download = adminPage.waitForEvent('download')
    await link.click()
    expect((await download).suggestedFilename()).toMatch(/^page-variations-[\w-]+\.(csv|parquet)$/)
  }
})

test('the evolution is recomputed from the log', full, async ({ adminPage }) => {
  await adminPage.goto('/genetic-analytics')
  await adminPage.getByRole('button', { name: 'Verify now' }).click()
  await expectToast(adminPage, 'Evolution verified', 'All results match the log.')
  await expect(adminPage.getByRole('region', { name: 'Verification of the evolution' })).toContainText('Intact')
})
