import type { Page } from '@playwright/test'
import {
  confirmSend,
  open,
  question,
  reach,
  rowOf,
  updateVolunteers,
  volunteer,
  volunteers,
} from './email-campaigns.ts'
import { linkFor } from './mail.ts'
import { answer, hold } from './network.ts'
import { newPerson, register, sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { expect, expectAccessible, full, main, phone, testWith } from './test.ts'

/** A product of its own, so that its segments hold only this file’s people, and which sends slowly enough to watch. */
const test = testWith({ MAIL_RATE: '10' })

const segment = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('the page is for admins: everyone else is redirected home with an error', main, async ({ page }) => {
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await register(page.request, newPerson())
    await open(page)
    await expect(page).toHaveURL('/')
    await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
  }
})

test(
  'analytics wait for the first mail; the tabs stand in the address and are reached by arrow keys',
  full,
  async ({ adminPage }) => {
    await open(adminPage)
    await expect(adminPage.getByRole('heading', { name: 'Email Marketing Dashboard', level: 1 })).toBeVisible()
    await adminPage.getByRole('tab').first().focus()
    await adminPage.keyboard.press('ArrowRight')
    await adminPage.keyboard.press('Enter')
    await expect(adminPage).toHaveURL('/email-campaigns?tab=send')
    await adminPage.keyboard.press('ArrowRight')
    await adminPage.keyboard.press('Enter')
    await expect(adminPage).toHaveURL('/email-campaigns?tab=analytics')
    await expect(adminPage.getByText('Campaign analytics will appear here after sending emails')).toBeVisible()
    await expectAccessible(adminPage)
    await adminPage.goBack()
    await expect(adminPage.getByRole('tab', { name: 'Send Campaigns' })).toHaveAttribute('aria-selected', 'true')
    await open(adminPage, '?tab=money')
    await expect(adminPage.getByText('Tab not found')).toBeVisible()
  },
)

test('the console leads to the dashboard, and the bar leads back', main, async ({ adminPage }) => {
  await adminPage.goto('/admin')
  await adminPage.getByRole('link', { name: 'Email campaigns' }).click()
  await expect(adminPage).toHaveURL('/email-campaigns')
  await adminPage.getByRole('banner').getByRole('link', { name: 'Admin Panel' }).click()
  await expect(adminPage).toHaveURL('/admin')
})

test('a segment shows its rule, its recipients and the people left out', full, async ({ adminPage, request }) => {
  const reached = await volunteers(adminPage, 1)
  const gone = await volunteer(request)
  await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(reached + 1)
  await open(adminPage)
  await expect(adminPage.getByRole('tabpanel').getByRole('listitem')).toHaveCount(7)
  await expect(segment(adminPage, 'Active Volunteers')).toContainText('They applied to volunteer')
  await expect(segment(adminPage, 'Active Volunteers').getByText(`${reached + 1} people`)).toBeVisible()
  await expect(segment(adminPage, 'Active Volunteers')).not.toContainText('left out')

  await open(adminPage, '?tab=send')
  await adminPage.getByRole('button', { name: 'Send to Volunteers' }).click()
  await confirmSend(adminPage)
  await expectToast(adminPage, 'Volunteer update sent successfully!')
  await adminPage.goto(await linkFor(request, gone, 'unsubscribe'))
  await adminPage.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(adminPage.getByRole('main').getByText('You’re unsubscribed')).toBeVisible()
  await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(reached)
  await open(adminPage)
  await expect(segment(adminPage, 'Active Volunteers')).toContainText('1 left out: 1 unsubscribed.')
  await expectAccessible(adminPage)
})

test('each segment has an icon and a color of its own', full, async ({ adminPage }) => {
  await open(adminPage)
  const icons = adminPage.getByRole('tabpanel').getByRole('listitem').locator('.segment-icon')
  await expect(icons).toHaveCount(7)
  const looks = await icons.evaluateAll((all) =>
    all.map((icon) => [icon.innerHTML, `${getComputedStyle(icon).color} on ${getComputedStyle(icon).backgroundColor}`]),
  )
  for (const index of [0, 1]) expect(new Set(looks.map((look) => look[index])).size).toBe(7)
})

test('a spinner shows while the segments load, and a failure offers to try again', full, async ({ adminPage }) => {
  const release = await hold(adminPage, { method: 'GET', path: /^\/api\/email-segments(\/stats)?$/ })
  await open(adminPage)
  const panel = adminPage.getByRole('tabpanel')
  await expect(panel.getByRole('status').filter({ hasText: 'Loading segments…' })).toBeVisible()
  await expect(panel.locator('.spinner')).toBeVisible()
  release()
  await expect(panel.getByRole('listitem')).toHaveCount(7)
  await expect(panel.locator('.spinner')).toHaveCount(0)

  await answer(adminPage, { method: 'GET', path: '/api/email-segments/stats' }, { message: 'Not now.' }, 503)
  await open(adminPage)
  await expect(adminPage.getByRole('alert').filter({ hasText: 'Error loading segments: Not now.' })).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(segment(adminPage, 'Donors')).toContainText('people')
})

test(
  'a volunteer update is previewed, tested, sent and watched; the ledger says why',
  full,
  async ({ adminPage, request }) => {
    const reached = await volunteers(adminPage, 1)
    const email = await volunteer(request, uniqueEmail(), 'Naomi')
    await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(reached + 1)
    const words = unique('See you on Saturday')
    await open(adminPage, '?tab=send')
    await expect(adminPage.getByText(/^Showing \d|^No campaigns yet/)).toBeVisible()
    const before = await rowOf(adminPage, 'Volunteer update').count()
    const cards = adminPage.getByLabel('Custom content')
    await cards.first().fill(`Hello {{firstName|friend}}. ${words}`)
    await expect(cards.nth(1)).toHaveValue(`Hello {{firstName|friend}}. ${words}`)
    await adminPage.getByRole('button', { name: 'Send to Volunteers' }).click()
    const dialog = adminPage.getByRole('dialog', { name: `Send this email to ${reached + 1} people?` })
    const mail = dialog.frameLocator('iframe')
    await expect(mail.getByText(words)).toContainText('Hello Ada.')
    // Our policy forbids inline styles; the preview has them anyway.
    await expect(mail.getByText(words)).toHaveCSS('margin-bottom', '16px')
    await dialog.getByRole('radio', { name: 'Phone' }).check()
    await expect(dialog.locator('iframe')).toHaveCSS('width', '360px')
    await dialog.getByRole('radio', { name: 'Plain text' }).check()
    await expect(dialog.getByRole('region', { name: 'The email as plain text' })).toContainText(words)
    await expectAccessible(adminPage)
    await dialog.getByRole('button', { name: 'Send a test to me' }).click()
    await expectToast(adminPage, 'Test sent', 'It is on its way to admin@example.org.')
    await linkFor(request, 'admin@example.org', 'unsubscribe')

    await confirmSend(adminPage)
    await expectToast(adminPage, 'Volunteer update sent successfully!')
    await expect(rowOf(adminPage, 'Volunteer update')).toHaveCount(before + 1)
    await expect(cards.first()).toHaveValue('')
    await expect(cards.nth(1)).toHaveValue('')
    const row = rowOf(adminPage, 'Volunteer update').first()
    await expect(row).toContainText(`${reached + 1} of ${reached + 1} sent`)
    await expect(row.getByText('Sent', { exact: true })).toBeVisible()

    await row.getByRole('link', { name: 'Volunteer update' }).click()
    await expect(adminPage).toHaveURL(/\?tab=send&campaign=\d+$/)
    await expect(adminPage.getByText('Ada Admin sent it on')).toContainText(`to ${reached + 1} people.`)
    await expect(adminPage.getByText(/^[\da-f]{64}$/)).toBeVisible()
    await expect(rowOf(adminPage, email)).toContainText('Sent')
    await adminPage.getByLabel('Email address').fill(email)
    await adminPage.getByRole('button', { name: 'Ask' }).press('Enter')
    await expect(adminPage.getByText(`${email} was chosen`)).toBeVisible()
    await expect(adminPage.getByText(/Applied to volunteer/)).toBeVisible()
    await adminPage.getByLabel('Email address').fill('stranger@example.org')
    await adminPage.getByRole('button', { name: 'Ask' }).click()
    await expect(adminPage.getByText('We don’t know stranger@example.org.')).toBeVisible()
    await adminPage.getByLabel('Outcome').selectOption('Bounced')
    await expect(adminPage.getByText('No rows match your search and filters.')).toBeVisible()
    await expect(adminPage).toHaveURL(/outcome=bounced/)
    await expectAccessible(adminPage)
  },
)

test('a row of the list explains itself, also for an erased person', full, async ({ adminPage }) => {
  const reached = await reach(adminPage, 'active-volunteers')
  const email = await volunteer(adminPage.request)
  await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(reached + 1)
  await open(adminPage, '?tab=send')
  const row = await updateVolunteers(adminPage, unique('Why'))
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  const address = await row.getByRole('link', { name: 'Volunteer update' }).getAttribute('href')
  // However many others there are, this one is on the first page.
  await adminPage.goto(`${address}&q=${email}`)
  await rowOf(adminPage, email)
    .getByRole('button', { name: `Why did ${email} get this?` })
    .press('Enter')
  await expect(adminPage.getByText(`${email} was chosen`)).toBeVisible()
  await expect(adminPage.getByRole('heading', { name: 'Why did this person get this?' })).toBeFocused()

  const erased = await adminPage.request.post('/api/admin/erasures', { headers: sameOrigin(), data: { email } })
  expect(erased.status()).toBe(200)
  await adminPage.goto(`${address}&sort=-email`)
  const ofErased = adminPage.getByRole('button', { name: 'Why did a person who was erased get this?' })
  await ofErased.first().click()
  await expect(adminPage.getByText('A person who was erased was chosen')).toBeVisible()
  await expect(adminPage.getByText(/^They were erased on /)).toBeVisible()
  await expect(rowOf(adminPage, email)).toHaveCount(0)
})

test('an error is shown in the words of the server, and the text stays', full, async ({ adminPage }) => {
  await volunteers(adminPage, 1)
  await open(adminPage, '?tab=send')
  const words = unique('Twice')
  const row = await updateVolunteers(adminPage, words)
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await adminPage.getByLabel('Custom content').first().fill(words)
  await adminPage.getByRole('button', { name: 'Send to Volunteers' }).click()
  await confirmSend(adminPage)
  await expectErrorToast(
    adminPage,
    'Failed to send volunteer update',
    'The same text went to the same people less than 10 minutes ago.',
  )
  await expect(adminPage.getByLabel('Custom content').first()).toHaveValue(words)
})

test('donors are imported after a dry run, and thanked', main, async ({ adminPage }) => {
  await open(adminPage, '?tab=send')
  await adminPage.getByRole('button', { name: 'Send to Donors' }).click()
  const nobody = adminPage.getByRole('dialog', { name: 'No one to send this to' })
  await expect(nobody).toContainText('No one in this segment can get email right now.')
  await expect(nobody.getByRole('button', { name: /^Send to/ })).toHaveCount(0)

  await open(adminPage)
  await adminPage.getByRole('link', { name: 'Import files' }).click()
  await expect(adminPage).toHaveURL('/imports')
  const csv = [
    'First Name,Last Name,Email,Gift,Date,Note',
    `Ruth,Miller,${uniqueEmail()},12.50,2026-01-02,a`,
    `Ruth,Miller,${uniqueEmail()},37.50,2026-01-03,b`,
    'Bad,Row,nowhere,1.00,2026-01-04,c',
  ].join('\n')
  const file = { name: 'donors.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  const form = adminPage.getByRole('region', { name: 'Import a file' })
  await form.getByLabel('CSV file').setInputFiles(file)
  const report = form.getByRole('status', { name: 'What donors.csv would do' })
  await expect(form.getByRole('alert').or(report)).toBeVisible()
  const isRemembered = await report.isVisible()
  if (!isRemembered) {
    await expect(form.getByRole('alert')).toHaveText('Choose the column for: Amount.')
    await form.getByLabel('Gift is imported as').selectOption('Amount')
  }
  await expect(report).toContainText('$50.00')
  await expect(form).toContainText(/Columns that no field takes \(\d\)/)
  await expect(form.getByLabel('Note is imported as').locator('option:checked')).toHaveText('Kept as “Note”')
  await expect(form.getByRole('row', { name: /^4 Refused Email: / })).toBeVisible()
  await expectAccessible(adminPage)
  await form.getByRole('button', { name: 'Import 2 rows' }).click()
  await expectToast(adminPage, 'File imported', '2 rows imported.')
  await expect.poll(() => reach(adminPage, 'donors')).toBe(2)

  await form.getByLabel('CSV file').setInputFiles(file)
  await expect(report).toContainText('Imported before2')
  await expect(form.getByText('remembered')).toBeVisible()
  await expect(form.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  const past = adminPage.getByRole('region', { name: 'Past imports' })
  await expect(past.getByRole('row').nth(1)).toContainText('Imported')
  await expect(
    adminPage.getByRole('region', { name: 'Donors' }).getByRole('row').filter({ hasText: 'Miller' }).first(),
  ).toContainText('2025–2026')

  await open(adminPage, '?tab=send')
  await adminPage.getByRole('button', { name: 'Send to Donors' }).click()
  await confirmSend(adminPage)
  await expectToast(adminPage, 'Donor thank you sent successfully!')
})

test('the results of a campaign: figures, a curve, providers, and a file', full, async ({ adminPage }) => {
  await volunteers(adminPage, 1)
  await open(adminPage, '?tab=send')
  const row = await updateVolunteers(adminPage, unique('Figures'))
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  const reached = Number(/(\d+) of \d+ sent/.exec((await row.textContent()) ?? '')?.[1])

  await adminPage.getByRole('tab', { name: 'Analytics' }).click()
  const figures = rowOf(adminPage, 'Volunteer update').first()
  await expect(figures.getByRole('cell').nth(3)).toContainText(`${reached} 100%`)
  await expect(adminPage.getByText('We don’t measure opens')).toBeVisible()
  await expectAccessible(adminPage)
  await figures.getByRole('link').click()
  await expect(adminPage).toHaveURL(/\?tab=analytics&campaign=\d+$/)
  const curve = adminPage.getByRole('slider', { name: 'Hour by hour: hour' })
  await curve.press('Home')
  await expect(curve).toHaveAttribute('aria-valuetext', `Hour 1, Accepted ${reached}, Clicked 0, Unsubscribed 0`)
  await expect(adminPage.getByRole('table').filter({ hasText: 'Provider' })).toContainText(/example\.org|other/)
  await expectAccessible(adminPage)
  const file = adminPage.getByRole('link', { name: 'Export CSV' })
  const answered = await adminPage.request.get((await file.getAttribute('href')) ?? '')
  expect([answered.status(), answered.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
})

test('an email campaign under way is watched live, paused, resumed and cancelled', full, async ({ adminPage }) => {
  await volunteers(adminPage, 60)
  await open(adminPage, '?tab=send')
  const row = await updateVolunteers(adminPage, unique('Slowly'))
  const progress = row.getByRole('progressbar')
  const percent = async () => Number(await progress.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(5)
  await expect(row).toContainText('emails a second')
  await expect(row).toContainText('less than a minute left')
  await row.getByRole('button', { name: /^Pause/ }).click()
  await expectToast(adminPage, 'Campaign paused', 'Emails already on their way will still arrive.')
  await expect(row.getByText('Paused', { exact: true })).toBeVisible()
  await row.getByRole('link').click()
  await expect(adminPage.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await adminPage.getByRole('button', { name: 'Resume' }).click()
  await expectToast(adminPage, 'Campaign resumed')
  await adminPage.getByRole('button', { name: 'Cancel campaign' }).click()
  const asked = adminPage.getByRole('alertdialog', { name: 'Are you sure you want to cancel this campaign?' })
  await asked.getByRole('button', { name: 'Cancel campaign' }).press('Enter')
  await expectToast(adminPage, 'Campaign cancelled', 'No one else will get it.')
  await expect(adminPage.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(adminPage.getByRole('region', { name: 'Volunteer update' })).toContainText(/\d+ skipped/)
  await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('Skipped')
  await expect(adminPage.getByRole('cell', { name: 'cancelled' }).first()).toBeVisible()
})

/** An email campaign as the server lists it. */
const emailCampaign = (id: number, part: object) => ({
  id,
  kind: 'composed',
  name: `Letter ${id}`,
  subject: 'News',
  preheader: '',
  body: 'Hello',
  segmentIds: ['donors'],
  purpose: null,
  replyTo: null,
  obeys: ['campaignNews'],
  scheduledFor: null,
  sentAt: null,
  finishedAt: null,
  createdAt: '2026-03-04T17:00:00.000Z',
  createdBy: null,
  createdById: null,
  needsApproval: false,
  approvedBy: null,
  rewrittenBy: null,
  pausedBecause: null,
  exceededBy: null,
  failedBecause: null,
  progress: null,
  revision: 1,
  ...part,
})

test('on a phone the number of campaigns stands below their cards, not under them', full, async ({ adminPage }) => {
  const many = Array.from({ length: 8 }, (_, at) => emailCampaign(910 + at, { status: 'draft' }))
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns' }, many)
  await adminPage.setViewportSize(phone)
  await open(adminPage, '?tab=send')
  // Only what nothing covers can be clicked.
  await adminPage.getByText('Showing 8 of 8 campaigns').click({ trial: true })
})

test('an email campaign that cannot go on says why in one sentence', full, async ({ adminPage }) => {
  const progress = { recipients: 900, waiting: 700, sent: 150, failed: 50, skipped: 0 }
  const still = { ...progress, rate: null, secondsLeft: null, waitsFor: null }
  const sentence =
    'The mail server does not accept our user name and password. Check SMTP_URL; sending goes on by itself.'
  const emailCampaigns = [
    emailCampaign(901, { status: 'sending', progress: { ...still, waitsFor: sentence } }),
    emailCampaign(902, { status: 'paused', pausedBecause: 'bounces', progress: still }),
    emailCampaign(903, { status: 'failed', failedBecause: 'No one in this segment can get email right now.' }),
    emailCampaign(904, { status: 'draft', needsApproval: true }),
    emailCampaign(905, { status: 'sent', exceededBy: 'complaints', progress: { ...still, waiting: 0, sent: 850 } }),
    emailCampaign(906, { status: 'draft', rewrittenBy: 'Ruth Hill' }),
    emailCampaign(907, { status: 'paused', pausedBecause: 'rights', progress: still }),
  ]
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns' }, emailCampaigns)
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns/904' }, emailCampaigns[3])
  await open(adminPage, '?tab=send')
  await expect(rowOf(adminPage, 'Letter 901')).toContainText(sentence)
  await expect(rowOf(adminPage, 'Letter 902')).toContainText('Too many bounces')
  await expect(rowOf(adminPage, 'Letter 903')).toContainText('No one in this segment can get email right now.')
  await expect(rowOf(adminPage, 'Letter 904')).toContainText('Needs approval')
  await expect(rowOf(adminPage, 'Letter 905')).toContainText('Too many complaints')
  await expect(rowOf(adminPage, 'Letter 906')).toContainText('No longer scheduled')
  await expect(rowOf(adminPage, 'Letter 907')).toContainText('Sender may no longer send')
  await expectAccessible(adminPage)
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns/906' }, emailCampaigns[5])
  await open(adminPage, '?tab=send&campaign=906')
  await expect(adminPage.getByText('Ruth Hill changed this after it was scheduled, so it won’t go out')).toBeVisible()
  await expectAccessible(adminPage)
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns/907' }, emailCampaigns[6])
  await open(adminPage, '?tab=send&campaign=907')
  await expect(
    adminPage.getByText('The person or API key that let this go out may no longer send campaigns, so it’s paused.'),
  ).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Resume' })).toBeVisible()
  await answer(adminPage, { method: 'GET', path: '/api/email-campaigns/905' }, emailCampaigns[4])
  await open(adminPage, '?tab=send&campaign=905')
  await expect(
    adminPage.getByText('After this campaign was sent, more complaints were reported than would have paused it.'),
  ).toBeVisible()
  await expectAccessible(adminPage)
  await open(adminPage, '?tab=send&campaign=904')
  await answer(
    adminPage,
    { method: 'POST', path: '/api/email-campaigns/904/approve' },
    { ...emailCampaigns[3], approvedBy: 'Ada Admin' },
  )
  await adminPage.getByRole('button', { name: 'Approve' }).click()
  await expectToast(adminPage, 'Campaign approved')
  await expect(adminPage.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(adminPage.getByText('Ada Admin')).toBeVisible()
})

test(
  'emails that failed because of us are sent again after one question, by keyboard too',
  full,
  async ({ adminPage }) => {
    const progress = { recipients: 120, waiting: 0, sent: 38, failed: 82, skipped: 0 }
    const sent = emailCampaign(905, {
      status: 'sent',
      sentAt: '2026-03-04T17:00:00.000Z',
      finishedAt: '2026-03-04T17:01:00.000Z',
      progress: { ...progress, rate: null, secondsLeft: null, waitsFor: null },
      revision: 3,
    })
    const path = '/api/email-campaigns/905'
    await answer(adminPage, { method: 'GET', path }, sent)
    const failures = { recipients: 80, leftOut: 2, codes: ['553 5.7.1'] }
    await answer(adminPage, { method: 'GET', path: `${path}/send-again` }, failures)
    await answer(
      adminPage,
      { method: 'GET', path: `${path}/ledger` },
      {
        ...{ sentAt: '2026-03-04T17:00:00.000Z', sentBy: null, rules: [], obeys: ['campaignNews'], position: '9' },
        ...{ recipients: 120, leftOut: {}, recipientsHash: 'ab' },
      },
    )
    await answer(adminPage, { method: 'GET', path: `${path}/recipients` }, [])
    await open(adminPage, '?tab=send&campaign=905')
    await expect(
      adminPage.getByText(
        '82 emails failed because the mail server refused us (553 5.7.1), not because of the recipients. 2 of them won’t get it, because they no longer want email.',
      ),
    ).toBeVisible()
    await expectAccessible(adminPage)
    const button = adminPage.getByRole('button', { name: 'Send again to 80 people…' })
    await button.focus()
    await adminPage.keyboard.press('Enter')
    const dialog = adminPage.getByRole('alertdialog', { name: 'Send this campaign again to 80 people?' })
    await expect(dialog).toContainText('Letter 905')
    await expectAccessible(adminPage)
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(button).toBeFocused()

    const sending = { ...sent, status: 'sending', finishedAt: null, revision: 4 }
    const again = {
      ...sending,
      progress: { ...progress, rate: null, secondsLeft: null, waitsFor: null, failed: 2, waiting: 80 },
    }
    await answer(adminPage, { method: 'POST', path: `${path}/send-again` }, again)
    await answer(adminPage, { method: 'GET', path }, again)
    await button.click()
    await dialog.getByRole('button', { name: 'Send again to 80 people' }).click()
    await expectToast(adminPage, 'Campaign is being sent again')
    await expect(button).toHaveCount(0)
    await expect(adminPage.getByRole('heading', { name: 'Letter 905' })).toBeFocused()
  },
)

test('figures of a welcome mail answer why, and lead to no campaign', full, async ({ adminPage }) => {
  const nothing = { bounced: 0, complained: 0, unsubscribed: 0, clicked: 0 }
  await answer(
    adminPage,
    { method: 'GET', path: '/api/email-campaigns/77/analytics' },
    {
      ...{ id: 77, kind: 'welcome', name: 'Welcome mail 1', subject: 'Welcome', status: 'sending' },
      ...{ ...nothing, sentAt: '2026-03-04T17:00:00.000Z', recipients: 1, accepted: 1 },
      ...{ volunteered: 0, registered: 0, donateClicked: 0, curve: [], providers: [], links: [] },
      scanners: { clicks: 0, ruleVersion: null },
    },
  )
  const rule = { segmentId: null, version: null, sentence: 'They signed up.', qualifiedBy: [] }
  await answer(
    adminPage,
    { method: 'GET', path: '/api/email-campaigns/77/why' },
    { verdict: 'chosen', leftOutBecause: null, rules: [rule], outcome: null, since: null },
  )
  await open(adminPage, '?tab=analytics&campaign=77')
  await adminPage.getByLabel('Email address').fill('ruth@example.org')
  await adminPage.getByRole('button', { name: 'Ask' }).click()
  await expect(adminPage.getByText('ruth@example.org was chosen for this email of the welcome series:')).toBeVisible()
  await expect(adminPage.getByRole('link', { name: 'Ledger and recipients' })).toHaveCount(0)
  await expectAccessible(adminPage)
})
test('Escape closes the question from within the preview, and the focus goes back', full, async ({ adminPage }) => {
  await volunteers(adminPage, 1)
  await open(adminPage, '?tab=send')
  const button = adminPage.getByRole('button', { name: 'Send to Volunteers' })
  await button.press('Enter')
  const frame = question(adminPage).locator('iframe')
  await expect(frame.contentFrame().locator('body')).toContainText('Hi Ada')
  await frame.contentFrame().locator('body').click()
  await adminPage.keyboard.press('Escape')
  await expect(question(adminPage)).toBeHidden()
  await expect(button).toBeFocused()
})

test('re-engagement takes no text', full, async ({ adminPage }) => {
  await open(adminPage, '?tab=send')
  await adminPage.getByRole('button', { name: 'Send Re-engagement Campaign' }).click()
  await confirmSend(adminPage)
  await expectToast(adminPage, 'Re-engagement campaign sent successfully!')
})
