import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rejection, stubBrowser } from '../../../test/support/browser/site-browser.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'

const accepted = { campaignId: 1, segmentId: 'donors', recipients: 2, skipped: 0, status: 'sending' }
const preview = { subject: 'S', preheader: '', html: '', text: '', size: 1, recipients: 2, leftOut: {} }

type Sends = typeof import('./one-click-sends.ts')
let sends: Sends
let toast: typeof import('../toasts.ts')['$toast']
let calls: ReturnType<typeof stubBrowser>['calls']
let thank: () => unknown

beforeEach(async () => {
  vi.resetModules()
  let isRefused = false
  thank = () => accepted
  ;({ calls } = stubBrowser({
    answers: {
      'POST /api/email-campaigns/volunteer-update': () =>
        isRefused ? rejection(409, { message: 'This mail went out less than 10 minutes ago.' }) : accepted,
      'POST /api/email-campaigns/donor-thank-you': () => thank(),
      'POST /api/email-campaigns/re-engagement': () => {
        isRefused = true
        return accepted
      },
      'POST /api/email-campaigns/preview': () => preview,
    },
  }))
  sends = await import('./one-click-sends.ts')
  ;({ $toast: toast } = await import('../toasts.ts'))
})
afterEach(() => void vi.unstubAllGlobals())

test('the volunteer and the donor card share one text, which is cleared after both', async () => {
  for (const [kind, title] of [
    ['volunteer-update', 'Volunteer update sent successfully!'],
    ['donor-thank-you', 'Donor thank you sent successfully!'],
  ] as const) {
    sends.$customContent.set('See you on Saturday.')
    expect(sends.mailOf(kind)).toEqual({ kind, customContent: 'See you on Saturday.' })
    expect(await sends.send(kind)).toBe(true)
    expect(calls).toContainEqual(
      expect.objectContaining({
        call: `POST /api/email-campaigns/${kind}`,
        body: { customContent: 'See you on Saturday.' },
      }),
    )
    expect(toast.get()).toMatchObject({ title, variant: 'default' })
    expect(sends.$customContent.get()).toBe('')
  }
})

test('re-engagement sends no text and leaves the text of the others alone', async () => {
  sends.$customContent.set('Not for them.')
  await sends.send('re-engagement')
  expect(calls[0]).toMatchObject({ call: 'POST /api/email-campaigns/re-engagement', body: null })
  expect(toast.get()).toMatchObject({ title: 'Re-engagement campaign sent successfully!' })
  expect(sends.$customContent.get()).toBe('Not for them.')
})

test('an error keeps the text and shows the sentence of the server', async () => {
  await sends.send('re-engagement')
  sends.$customContent.set('Again.')
  expect(await sends.send('volunteer-update')).toBe(false)
  expect(toast.get()).toMatchObject({
    title: 'Failed to send volunteer update',
    description: 'This mail went out less than 10 minutes ago.',
    variant: 'destructive',
  })
  expect(sends.$customContent.get()).toBe('Again.')
})

test('the question shows the email with the current text, and counts again each time', async () => {
  const stop = sends.sendPreview.$state.listen(() => {})
  sends.$customContent.set('First.')
  sends.ask('volunteer-update')
  await vi.waitFor(() => expect(sends.sendPreview.$state.get()).toMatchObject({ status: 'loaded' }), pollTimeout)
  sends.closeQuestion('volunteer-update')
  sends.ask('volunteer-update')
  await vi.waitFor(() => expect(calls.map(({ body }) => body)).toEqual([calls[0]?.body, calls[0]?.body]), pollTimeout)
  expect(calls[0]).toMatchObject({ body: { kind: 'volunteer-update', customContent: 'First.' } })
  stop()
})

test('text written for the next card while an email is sent stays', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  thank = () => promise
  sends.$customContent.set('Thank you.')
  const sending = sends.send('donor-thank-you')
  sends.$customContent.set('See you on Saturday.')
  resolve(accepted)
  expect(await sending).toBe(true)
  expect(sends.$customContent.get()).toBe('See you on Saturday.')
})

test('a late answer leaves the question about another card open', () => {
  sends.ask('donor-thank-you')
  sends.closeQuestion('donor-thank-you')
  sends.ask('volunteer-update')
  sends.closeQuestion('donor-thank-you')
  expect(sends.$asked.get()).toBe('volunteer-update')
})
