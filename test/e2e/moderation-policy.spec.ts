import type { Page } from '@playwright/test'
import type { ModerationPolicy, PolicyTrial } from '../../contract/moderation-policy.ts'
import { constantModel } from '../support/moderation/model-file.ts'
import { writer } from './forum.ts'
import { answer, hold, requestsFor } from './network.ts'
import { sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

// This product asks an external moderator first, so saving a policy here does not affect other tests.
const read = { method: 'GET', path: '/api/moderation/policy' } as const
const change = { method: 'PUT', path: '/api/moderation/policy' } as const
const dryRun = { method: 'POST', path: '/api/moderation/policy/dry-run' } as const
const models = { method: 'GET', path: '/api/moderation/models' } as const

const policyOf = (overrides: Partial<ModerationPolicy> = {}): ModerationPolicy => ({
  review: 30,
  reject: 70,
  model: null,
  isModelUsable: true,
  hasOutside: false,
  changedAt: null,
  ...overrides,
})
const none = { approved: 0, held: 0, refused: 0 }
const trialOf = (overrides: Partial<PolicyTrial> = {}): PolicyTrial => ({
  texts: 0,
  notJudged: 0,
  before: none,
  after: none,
  peopleApproved: none,
  peopleRejected: none,
  differences: [],
  ...overrides,
})

const policyForm = (page: Page) => form(page, 'Test a policy')
const testPolicy = (page: Page) => policyForm(page).getByRole('button').click()
const row = (page: Page, name: string) => page.getByRole('row', { name })
const modelRow = (page: Page, version: string) =>
  page.getByRole('region', { name: 'Models' }).getByRole('listitem').filter({ hasText: version })
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/macbinary', buffer })

test('the policy can be tested on past posts and takes effect once saved', main, async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  await reply(thread.id, unique('A heated word'))
  await adminPage.goto('/moderation')
  const policy = policyForm(adminPage)
  await expect(policy.getByLabel('Review from')).toHaveValue('30')
  await policy.getByLabel('Review from').fill('0')
  await testPolicy(adminPage)
  await expectFieldError(policy.getByLabel('Review from'), 'Use a whole number from 1 to 100.')
  await policy.getByLabel('Review from').fill('80')
  await testPolicy(adminPage)
  await expectFieldError(
    policy.getByLabel('Reject from'),
    'The rejection threshold cannot be lower than the review threshold.',
  )
  await policy.getByLabel('Review from').fill('60')
  await testPolicy(adminPage)
  await expect(policy.getByLabel('Review from')).toHaveValue('60')
  await expect(row(adminPage, 'What happened').getByRole('cell').nth(1)).not.toHaveText('0')
  await expect(row(adminPage, 'With this policy').getByRole('cell').nth(1)).toHaveText('0')
  await expect(adminPage.getByText('Ready to save: review from 60%, reject from 70%.')).toBeVisible()
  await expectAccessible(adminPage)

  const saved = requestsFor(adminPage, change)
  await answer(adminPage, change, policyOf({ review: 60, changedAt: '2026-03-01T12:00:00.000Z' }))
  await adminPage.getByRole('button', { name: 'Save policy' }).click()
  await expectToast(adminPage, 'Policy saved', 'It applies to everything posted from now on.')
  expect(saved.map((one) => one.postDataJSON())).toEqual([{ review: 60, reject: 70 }])
  await expect(adminPage.getByText('60–69%')).toBeVisible()
  await expect(adminPage.getByText('In effect since Mar 1, 2026.')).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Save policy' })).toHaveCount(0)
  await expect(adminPage.getByRole('heading', { name: 'Policy' })).toBeFocused()
})

test('a trial that ran out of time says how many posts it left out', full, async ({ adminPage }) => {
  const cut = 'Time ran out before every post was checked. Not included in these numbers: 1,188.'
  await answer(adminPage, dryRun, trialOf({ texts: 12, notJudged: 1188 }))
  await adminPage.goto('/moderation')
  await testPolicy(adminPage)
  await expect(adminPage.getByText(cut)).toBeVisible()
  await expectAccessible(adminPage)
  await answer(adminPage, dryRun, trialOf({ texts: 1200 }))
  await testPolicy(adminPage)
  await expect(adminPage.getByRole('table', { name: '1,200 past posts' })).toBeVisible()
  await expect(adminPage.getByText('Time ran out')).toHaveCount(0)
})

test('discarding a trial by keyboard restores everything', full, async ({ adminPage }) => {
  await answer(adminPage, dryRun, trialOf({ texts: 1 }))
  await adminPage.goto('/moderation')
  const review = policyForm(adminPage).getByLabel('Review from')
  await expect(review).toHaveValue('30')
  await review.focus()
  await review.fill('45')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByText('1 past post')).toBeVisible()
  await expect(review).toBeFocused()
  await tabTo(adminPage, adminPage.getByRole('button', { name: 'Discard' }))
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByRole('heading', { name: 'Policy' })).toBeFocused()
  await expect(review).toHaveValue('30')
  await expect(adminPage.getByRole('button', { name: 'Save policy' })).toHaveCount(0)
})

test('decisions that would go against a person’s are counted and listed', full, async ({ adminPage }) => {
  await answer(
    adminPage,
    dryRun,
    trialOf({
      texts: 1200,
      peopleApproved: { approved: 3, held: 0, refused: 1 },
      peopleRejected: { approved: 1, held: 0, refused: 0 },
      differences: [
        { id: 7, text: 'A quote of a sign.', decision: 'approve', confidence: 91, outcome: 'refused' },
        { id: 6, text: 'Names a neighbor.', decision: 'reject', confidence: 4, outcome: 'approved' },
      ],
    }),
  )
  await adminPage.goto('/moderation')
  await testPolicy(adminPage)
  await expect(adminPage.getByText('1,200 past posts')).toBeVisible()
  await adminPage.getByText('2 posts would go against a person’s decision').click()
  const differences = adminPage.getByRole('group').getByRole('listitem')
  await expect(differences).toHaveText([
    /^People approved, would be rejected \(91%\)\s*A quote of a sign\.$/,
    /^People rejected, would be published \(4%\)\s*Names a neighbor\.$/,
  ])
  await expectAccessible(adminPage)
})

test('a trial that agrees with every human decision says so', full, async ({ adminPage }) => {
  await answer(adminPage, dryRun, trialOf())
  await adminPage.goto('/moderation')
  const release = await hold(adminPage, dryRun)
  await testPolicy(adminPage)
  await expect(policyForm(adminPage).getByRole('button')).toHaveText(/Testing\.\.\./)
  await expect(policyForm(adminPage).getByRole('button')).toBeDisabled()
  release()
  await expect(adminPage.getByText('This policy agrees with every human decision.')).toBeVisible()
})

test('failures show the reason', full, async ({ adminPage }) => {
  await adminPage.goto('/moderation')
  await answer(adminPage, dryRun, { message: 'Another trial is under way. Please try again in a moment.' }, 503)
  await testPolicy(adminPage)
  await expectErrorToast(adminPage, 'Error', 'Another trial is under way. Please try again in a moment.')
  await answer(adminPage, dryRun, {}, 503)
  await testPolicy(adminPage)
  await expectErrorToast(adminPage, 'Error', 'Failed to test the policy. Please try again.')
  await answer(adminPage, dryRun, trialOf())
  await testPolicy(adminPage)
  await answer(adminPage, change, {}, 503)
  await adminPage.getByRole('button', { name: 'Save policy' }).click()
  await expectErrorToast(adminPage, 'Error', 'Failed to save the policy. Please try again.')
  await answer(adminPage, change, { message: 'There is no such model.' }, 404)
  await adminPage.getByRole('button', { name: 'Save policy' }).click()
  await expectErrorToast(adminPage, 'Error', 'There is no such model.')
  await answer(adminPage, read, {}, 503)
  await adminPage.reload()
  await expectErrorToast(adminPage, 'Error', 'The policy could not be loaded. Please try again.')
  await adminPage.unrouteAll()
  await answer(adminPage, models, {}, 503)
  await adminPage.reload()
  await expectErrorToast(adminPage, 'Error loading models', 'Please try again.')
})

test(
  'another model can be added, tested on past posts, chosen, then replaced and removed',
  full,
  async ({ adminPage, request }) => {
    const version = unique('strict').replace(' ', '-')
    const { start, reply } = await writer(request)
    const thread = await start()
    const { id } = await reply(thread.id, unique('A heated but fair word'))
    const approved = await adminPage.request.post(`/api/moderation/approve/${id}`, { headers: sameOrigin(), data: {} })
    expect(approved.status()).toBe(200)
    await adminPage.goto('/moderation')
    await expect(adminPage.getByText('An external moderator is asked first.')).toBeVisible()
    const shipped = adminPage.getByRole('region', { name: 'Models' }).getByRole('listitem').first()
    await expect(shipped).toContainText('Bundled with the site')
    await expect(shipped).toContainText('In use')
    await expect(shipped.getByRole('button')).toHaveCount(0)

    const bytes = constantModel(version, 0.9)
    await adminPage.getByLabel('Model file').setInputFiles(file('model.bin', bytes))
    await expectToast(adminPage, `Model ${version} added`, 'Test it on past posts before you put it to use.')
    await expect(modelRow(adminPage, version)).toContainText(/Added \w+ \d+, \d{4}, /)
    await expect(modelRow(adminPage, version)).toContainText(`${(bytes.length / 1e6).toFixed(1)} MB`)
    const moderator = policyForm(adminPage).getByLabel('Past posts')
    await expect(moderator).toHaveValue(`model:${version}`)
    await testPolicy(adminPage)
    // The model takes every post for a threat, at 90%, and refuses threats from 80% on.
    await expect(row(adminPage, 'With this policy').getByRole('cell').nth(2)).not.toHaveText('0')
    await expect(row(adminPage, 'People approved').getByRole('cell').nth(2)).not.toHaveText('0')
    await expect(
      adminPage.getByText(`Ready to save: review from 30%, reject from 70%, using ${version}.`),
    ).toBeVisible()
    await expect(moderator).toHaveValue(`model:${version}`)
    await expectAccessible(adminPage)
    await adminPage.getByRole('button', { name: 'Save policy' }).click()
    await expectToast(adminPage, 'Policy saved', 'It applies to everything posted from now on.')
    await expect(modelRow(adminPage, version)).toContainText('In use')
    await expect(modelRow(adminPage, version).getByRole('button')).toHaveCount(0)
    await adminPage.reload()
    await expect(modelRow(adminPage, version)).toContainText('In use')

    await moderator.selectOption('model:')
    await expect(moderator.locator('option:checked')).toHaveText(/^Rescored by \w+, bundled$/)
    await testPolicy(adminPage)
    await adminPage.getByRole('button', { name: 'Save policy' }).click()
    await expect(shipped).toContainText('In use')
    await modelRow(adminPage, version)
      .getByRole('button', { name: `Remove model ${version}` })
      .click()
    const question = adminPage.getByRole('alertdialog', { name: `Are you sure you want to remove model ${version}?` })
    await expectAccessible(adminPage)
    await question.getByRole('button', { name: 'Keep model' }).click()
    await expect(modelRow(adminPage, version)).toBeVisible()
    await modelRow(adminPage, version).getByRole('button').click()
    await question.getByRole('button', { name: 'Remove model' }).click()
    await expectToast(adminPage, `Model ${version} removed`)
    await expect(modelRow(adminPage, version)).toHaveCount(0)
  },
)

test('the external moderator can be tested on its own', full, async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  await reply((await start()).id, unique('A heated word'))
  await adminPage.goto('/moderation')
  await policyForm(adminPage).getByLabel('Past posts').selectOption('Rescored by the external moderator')
  await testPolicy(adminPage)
  await expect(row(adminPage, 'With this policy').getByRole('cell').nth(1)).not.toHaveText('0')
})

test('an invalid model file is rejected with a reason, and one too large is not sent', full, async ({ adminPage }) => {
  await adminPage.goto('/moderation')
  const sent = requestsFor(adminPage, { method: 'POST', path: models.path })
  const chooser = adminPage.getByLabel('Model file')
  await chooser.setInputFiles(file('model.bin', Buffer.alloc(5 * 1024 * 1024 + 1)))
  await expectErrorToast(adminPage, 'Error adding model', 'Model files can be up to 5 MB.')
  expect(sent).toHaveLength(0)
  await chooser.setInputFiles(file('letter.txt', Buffer.from('Dear neighbor')))
  await expectErrorToast(
    adminPage,
    'Error adding model',
    'This release cannot read this model file. Choose one written by npm run moderation:train.',
  )
  await expect(
    adminPage.getByRole('region', { name: 'Models' }).getByRole('button', { name: 'Add a model file' }),
  ).toBeEnabled()
})

test('a model this release cannot use shows a message', full, async ({ adminPage }) => {
  await answer(adminPage, read, policyOf({ model: 'old-1', isModelUsable: false }))
  await adminPage.goto('/moderation')
  await expect(
    adminPage.getByText('This release cannot use model old-1. The bundled model is used instead.'),
  ).toBeVisible()
})
