import type { Locator, Page } from '@playwright/test'
import { pool } from './genetics-figures.ts'
import { answer } from './network.ts'
import { expectFieldError, expectToast, fill, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, phone } from './test.ts'
import { withApprovedPool } from './visitors.ts'

const test = withApprovedPool()

const path = '/admin?tab=genetics'
const reading = { method: 'GET', path: '/api/genetic-test/gene-pool' } as const

const gene = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (list: Locator, text: string) => list.getByRole('listitem').filter({ hasText: text })
const alleleSwitch = (list: Locator, text: string) => list.getByRole('switch', { name: text, exact: true })
/** The state in words, below the text. */
const stateOf = (list: Locator, text: string) => row(list, text).locator('.badge')

async function open(page: Page): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('region', { name: 'Gene pool' })).toHaveAttribute('aria-busy', 'false')
  await expect(gene(page, 'Headlines')).toBeVisible()
}

test(
  'headlines, issue focuses, schemes and layouts are listed with their state, and each scheme with its contrast',
  full,
  async ({ adminPage }) => {
    await answer(adminPage, reading, pool())
    await open(adminPage)
    await expect(adminPage.getByText('These combine into 36 pages.')).toBeVisible()
    const headlines = gene(adminPage, 'Headlines')
    await expect(headlines.getByRole('listitem')).toHaveText([
      /^for Congress.*On.*always on/,
      /^for Honest Government.*On/,
      /^for the Heartland.*Off/,
      /^for a Freer Future.*Retired/,
    ])
    await expect(alleleSwitch(headlines, 'for Congress')).toBeDisabled()
    await expect(alleleSwitch(headlines, 'for Honest Government')).toBeChecked()
    await expect(alleleSwitch(headlines, 'for the Heartland')).not.toBeChecked()
    for (const scheme of ['Main color', 'Accent color', 'Paper'])
      await expect(row(gene(adminPage, 'Button schemes'), scheme)).toContainText(
        /Contrast \d+\.\d:1 in light, \d+\.\d:1 in dark/,
      )
    await expectAccessible(adminPage)
  },
)

test('a headline is proposed, switched on, reworded with a live preview, and retired', main, async ({ adminPage }) => {
  await open(adminPage)
  const headlines = gene(adminPage, 'Headlines')
  await adminPage.getByRole('button', { name: 'New headline' }).click()
  const proposal = form(adminPage, 'New headline')
  await fill(proposal, { Headline: 'for every last person in the county' })
  await proposal.getByRole('button', { name: 'Propose' }).click()
  await expectFieldError(proposal.getByLabel('Headline'), 'Use at most 21 characters.')
  await fill(proposal, { Headline: 'for Main Street' })
  await expect(proposal.getByText('15 of 21 characters.')).toBeVisible()
  for (const width of [390, 1280])
    await expect(
      proposal
        .getByRole('region', { name: `The page at ${width} pixels` })
        .frameLocator('iframe')
        .locator('[data-headline]'),
    ).toHaveText('for Main Street')
  await expectAccessible(adminPage)
  await proposal.getByRole('button', { name: 'Propose' }).click()
  await expectToast(adminPage, 'Proposal saved', 'Visitors see it once you switch it on.')
  await expect(stateOf(headlines, 'for Main Street')).toHaveText('Off')

  await alleleSwitch(headlines, 'for Main Street').click()
  await expectToast(adminPage, '“for Main Street” is on', 'It joins the test.')
  await expect(stateOf(headlines, 'for Main Street')).toHaveText('On')

  await headlines.getByRole('button', { name: 'Reword “for Main Street”' }).click()
  const wording = form(adminPage, 'Reword “for Main Street”')
  await expect(wording.getByLabel('Headline')).toHaveValue('for Main Street')
  await wording.getByRole('button', { name: 'Save new wording' }).click()
  await expectFieldError(wording.getByLabel('Headline'), 'That’s the same wording.')
  await fill(wording, { Headline: 'for Every Street' })
  await wording.getByRole('button', { name: 'Save new wording' }).click()
  await expectToast(adminPage, 'New wording saved', 'It’s live. The old wording keeps its results.')
  await expect(stateOf(headlines, 'for Every Street')).toHaveText('On')
  await expect(stateOf(headlines, 'for Main Street')).toHaveText('Retired')

  await alleleSwitch(headlines, 'for Every Street').click()
  const question = adminPage.getByRole('alertdialog', { name: 'Retire “for Every Street”?' })
  await question.getByRole('button', { name: 'Keep it on' }).click()
  await expect(stateOf(headlines, 'for Every Street')).toHaveText('On')
  await alleleSwitch(headlines, 'for Every Street').click()
  await question.getByRole('button', { name: 'Retire' }).click()
  await expectToast(adminPage, '“for Every Street” is retired', 'Its visitors will see another version.')
  await adminPage.reload()
  await expect(stateOf(gene(adminPage, 'Headlines'), 'for Every Street')).toHaveText('Retired')
})

test('an issue focus has a title and a description', full, async ({ adminPage }) => {
  await open(adminPage)
  await adminPage.getByRole('button', { name: 'New issue focus' }).click()
  const proposal = form(adminPage, 'New issue focus')
  await fill(proposal, { Title: 'Roads that last', Description: 'Fix bridges before they close.' })
  const phoneFrame = proposal.getByRole('region', { name: 'The page at 390 pixels' }).frameLocator('iframe')
  await expect(phoneFrame.locator('[data-issue-description]')).toHaveText('Fix bridges before they close.')
  await proposal.getByRole('button', { name: 'Propose' }).click()
  await expectToast(adminPage, 'Proposal saved', 'Visitors see it once you switch it on.')
  await expect(stateOf(gene(adminPage, 'Issue focuses'), 'Roads that last')).toHaveText('Off')
})

test('a scheme that is hard to read cannot be switched on', full, async ({ adminPage }) => {
  await answer(adminPage, reading, pool())
  // In the preview, one text is.
  await adminPage.route('**/genetic-analytics/preview', async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    const faint = '<style>[data-headline] { color: rgb(60 80 110) }</style></head>'
    await route.fulfill({ response, headers, body: (await response.text()).replace('</head>', faint) })
  })
  await open(adminPage)
  const paper = row(gene(adminPage, 'Button schemes'), 'Paper')
  await expect(paper).toContainText('Its contrast is below 4.5:1, so it cannot be switched on.')
  await expect(paper.getByRole('switch')).toBeDisabled()
  // Active alleles can still be switched off.
  await expect(row(gene(adminPage, 'Button schemes'), 'Accent color').getByRole('switch')).toBeEnabled()
})

test('when only the page as built is on, testing is off, and the tab says so', full, async ({ adminPage }) => {
  await open(adminPage)
  const status = adminPage.getByRole('region', { name: 'System status' })
  await expect(status).toContainText('TestingOn')
  const switchedOn = adminPage.getByRole('switch', { checked: true, disabled: false })
  for (let left = await switchedOn.count(); left > 0; left -= 1) {
    await switchedOn.first().click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
    await expect(switchedOn).toHaveCount(left - 1)
    // The page as built stays on; everything else can be switched again.
    await expect(adminPage.getByRole('switch', { disabled: true })).toHaveCount(4)
  }
  await expect(adminPage.getByText('Testing is off.')).toBeVisible()
  await expect(status).toContainText('TestingOff')
  await expectAccessible(adminPage)
  // Two layouts are enough.
  await alleleSwitch(gene(adminPage, 'Layouts'), 'Centered').click()
  await expect(adminPage.getByText('These combine into 2 pages.')).toBeVisible()
  await expect(status).toContainText('TestingOn')
})

test('a failed load says so, and everything works by keyboard on a phone', full, async ({ adminPage }) => {
  await answer(adminPage, reading, { message: 'The database is down.' }, 503)
  await adminPage.setViewportSize(phone)
  await adminPage.goto(path)
  await expect(adminPage.getByText('Error loading the gene pool: The database is down.')).toBeVisible()
  await adminPage.unrouteAll()
  await answer(adminPage, reading, pool())
  await adminPage.getByRole('button', { name: 'Try again' }).press('Enter')
  await tabTo(adminPage, adminPage.getByRole('button', { name: 'Reword “for Honest Government”' }))
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByRole('dialog').getByLabel('Headline')).toBeFocused()
  await adminPage.keyboard.press('Escape')
  await expect(adminPage.getByRole('dialog')).toBeHidden()
})
