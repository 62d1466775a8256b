import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rejection, stubBrowser } from '../../../test/support/browser/site-browser.ts'

type Compose = typeof import('./compose.ts')
let compose: Compose
let toast: typeof import('../toasts.ts')['$toast']
let showError: typeof import('../toasts.ts')['showError']
let browser: ReturnType<typeof stubBrowser>
let goTo: typeof import('./place.ts')['goTo']
let edit: (body: unknown) => unknown
let read: () => unknown
let send: () => unknown

const mail = {
  ...{ name: 'Town hall', subject: 'Thursday', preheader: '', body: 'Come.', segmentIds: ['donors' as const] },
  purpose: null,
  replyTo: null,
}
const emailCampaign = (part: object = {}) => ({
  ...mail,
  id: 7,
  revision: 1,
  status: 'draft',
  scheduledFor: null,
  ...part,
})
const other = emailCampaign({ id: 8, name: 'Picnic' })

beforeEach(async () => {
  vi.resetModules()
  // A waiting preview must not ask within the next test.
  vi.useFakeTimers()
  edit = (body) => emailCampaign({ ...Object(body), revision: 2 })
  read = () => emailCampaign()
  send = () => ({ campaignId: 7 })
  browser = stubBrowser({
    search: '?tab=send&compose=new',
    answers: {
      'POST /api/email-campaigns': (body) => emailCampaign(Object(body)),
      'PUT /api/email-campaigns/7': (body) => edit(body),
      'GET /api/email-campaigns/7': () => read(),
      'GET /api/email-campaigns/8': () => other,
      'POST /api/email-campaigns/7/send': () => send(),
      'POST /api/email-campaigns/7/schedule': () => emailCampaign({ scheduledFor: '2026-11-30T22:00:00.000Z' }),
      'POST /api/email-campaigns/preview': () => ({ recipients: 1 }),
    },
  })
  compose = await import('./compose.ts')
  const place = await import('./place.ts')
  place.$place.listen(() => {})
  goTo = place.goTo
  ;({ $toast: toast, showError } = await import('../toasts.ts'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('nothing is sent while a field is blank; each blank field says so', async () => {
  compose.change({ name: 'Town hall' })
  expect(await compose.saveDraft()).toBe(false)
  expect(Object.keys(compose.$errors.get())).toEqual(['subject', 'body', 'segmentIds'])
  expect(toast.get()).toMatchObject({ title: 'Please fill in required fields', variant: 'destructive' })
  expect(browser.called()).toEqual([])
  compose.toggleSegment('donors')
  expect(Object.keys(compose.$errors.get())).toEqual(['subject', 'body'])
})

test('a new email is named after today, which counts as nothing written', async () => {
  vi.setSystemTime('2026-11-27T18:00:00Z')
  await compose.openDraft('new')
  expect([compose.$mail.get().name, compose.$isUnsaved.get()]).toEqual(['Email of Nov 27, 2026', false])
  compose.change({ name: '' })
  await compose.saveDraft()
  expect(compose.$errors.get()).toHaveProperty('name')
})

test('who changes a scheduled email without the right to send reads that it is no longer scheduled', async () => {
  read = () => emailCampaign({ status: 'scheduled' })
  await compose.openDraft(7)
  compose.change({ subject: 'Friday' })
  expect(await compose.saveDraft()).toBe(true)
  expect(toast.get()?.description).toContain('It’s no longer scheduled.')
  compose.change({ subject: 'Saturday' })
  await compose.saveDraft()
  expect(toast.get()?.description).toBeUndefined()
})

test('a draft is created once, then edited with the revision that was read, and has an address of its own', async () => {
  compose.change(mail)
  expect(compose.$isUnsaved.get()).toBe(true)
  expect(await compose.saveDraft()).toBe(true)
  expect(browser.addresses.at(-1)).toBe('/email-campaigns?tab=send&compose=7')
  expect(compose.$isUnsaved.get()).toBe(false)
  compose.change({ subject: 'Friday' })
  await compose.saveDraft()
  expect(browser.calls.filter(({ call }) => call.startsWith('PUT'))).toEqual([
    { call: 'PUT /api/email-campaigns/7', body: { ...mail, subject: 'Friday' }, revision: '"1"' },
  ])
})

test('a change that another admin saved is shown, and saving again overwrites it', async () => {
  goTo({ tab: 'send', compose: 7 })
  await compose.openDraft(7)
  compose.change({ subject: 'Mine' })
  edit = () =>
    rejection(409, { message: 'Someone else saved it.', changed: ['subject'], current: emailCampaign({ revision: 5 }) })
  expect(await compose.saveDraft()).toBe(false)
  expect(toast.get()).toMatchObject({ title: 'Error saving draft', description: 'Someone else saved it.' })
  expect(compose.$mail.get().subject).toBe('Mine')
  edit = (body) => emailCampaign({ ...Object(body), revision: 6 })
  expect(await compose.saveDraft()).toBe(true)
  expect(browser.calls.findLast(({ call }) => call.startsWith('PUT'))?.revision).toBe('"5"')
})

test('an unsaved text is still there after a look at another tab', async () => {
  await compose.openDraft('new')
  compose.change({ body: 'Half a thought' })
  await compose.openDraft('new')
  expect(compose.$mail.get().body).toBe('Half a thought')
})

test('sending saves first, and leads to the campaign', async () => {
  compose.change(mail)
  expect(await compose.sendNow()).toBe(true)
  expect(browser.called().slice(0, 2)).toEqual(['POST /api/email-campaigns', 'POST /api/email-campaigns/7/send'])
  expect(browser.addresses.at(-1)).toBe('/email-campaigns?tab=send&campaign=7')
  expect(compose.$mail.get().body).toBe('')
})

test('a schedule keeps the wall time as typed, because the server knows the campaign’s time zone', async () => {
  compose.change(mail)
  showError({ title: 'An earlier attempt failed' })
  expect(await compose.schedule('')).toBe(false)
  expect(toast.get()).toBeNull()
  expect(compose.$errors.get()).toEqual({ at: 'This field is required.' })
  expect(await compose.schedule('2026-11-30T17:00')).toBe(true)
  expect(browser.calls.find(({ call }) => call.endsWith('/schedule'))?.body).toEqual({ at: '2026-11-30T17:00' })
  expect(toast.get()).toMatchObject({
    title: 'Campaign scheduled',
    description: 'It goes out Nov 30, 2026 5:00 PM EST.',
  })
})

test('the preview follows the typing with a pause, and fills in missing fields', async () => {
  compose.change({ name: '' })
  for (const body of ['C', 'Co', 'Com']) compose.change({ body })
  await vi.advanceTimersByTimeAsync(1000)
  expect(browser.calls).toEqual([
    expect.objectContaining({
      call: 'POST /api/email-campaigns/preview',
      body: {
        kind: 'composed',
        name: 'Draft',
        subject: 'Subject',
        preheader: '',
        body: 'Com',
        segmentIds: ['newsletter-subscribers'],
        purpose: null,
        replyTo: null,
      },
    }),
  ])
})

/** Opens a draft as the page does. */
const open = (draft: number | 'new') => {
  goTo({ tab: 'send', compose: draft })
  return compose.openDraft(draft)
}

/** Saves a changed draft; the test answers with `resolve`. */
async function slowSave() {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  edit = () => promise
  await open(7)
  compose.change({ subject: 'Friday' })
  return { saving: compose.saveDraft(), resolve }
}

test('text typed while a draft is saved stays, as unsaved', async () => {
  const { saving, resolve } = await slowSave()
  compose.change({ body: 'Come early.' })
  resolve(emailCampaign({ subject: 'Friday', revision: 2 }))
  expect(await saving).toBe(true)
  expect(compose.$mail.get()).toMatchObject({ subject: 'Friday', body: 'Come early.' })
  expect([compose.$isUnsaved.get(), compose.$saved.get()?.revision]).toEqual([true, 2])
})

test('a draft that is saved while another one is opened leaves that one alone', async () => {
  const { saving, resolve } = await slowSave()
  await open(8)
  compose.change({ body: 'Bring a cake.' })
  resolve(emailCampaign({ subject: 'Friday', revision: 2 }))
  expect(await saving).toBe(true)
  expect(compose.$mail.get()).toMatchObject({ name: 'Picnic', body: 'Bring a cake.' })
  expect(compose.$saved.get()?.id).toBe(8)
})

test('a draft that is rejected while another one is opened marks nothing in that one', async () => {
  const { saving, resolve } = await slowSave()
  await open(8)
  resolve(
    rejection(409, {
      message: 'Someone else saved it.',
      changed: ['subject'],
      current: emailCampaign({ revision: 5 }),
    }),
  )
  expect(await saving).toBe(false)
  expect(compose.$saved.get()?.id).toBe(8)
})

test('an email that is sent while another draft is opened leaves that one on the screen', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  send = () => promise
  await open(7)
  const sending = compose.sendNow()
  await open(8)
  compose.change({ body: 'Bring a cake.' })
  resolve({ campaignId: 7 })
  expect(await sending).toBe(true)
  expect(browser.addresses.at(-1)).toBe('/email-campaigns?tab=send&compose=8')
  expect(compose.$mail.get().body).toBe('Bring a cake.')
})

test('text typed while an email is sent is kept for the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  send = () => promise
  await open(7)
  const sending = compose.sendNow()
  await vi.advanceTimersByTimeAsync(0)
  compose.change({ body: 'Thanks for coming.' })
  resolve({ campaignId: 7 })
  await sending
  await open('new')
  expect(compose.$mail.get().body).toBe('Thanks for coming.')
})

test('an older answer does not replace text typed since the draft was opened again', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  read = () => promise
  const first = open(7)
  goTo({ tab: 'send' })
  read = () => emailCampaign()
  await open(7)
  compose.change({ body: 'Come early.' })
  resolve(emailCampaign())
  await first
  expect(compose.$mail.get().body).toBe('Come early.')
})

test('a draft that cannot be loaded shows no error for the one opened since', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  read = () => promise
  const first = open(7)
  await open(8)
  resolve(rejection(404, { message: 'Campaign not found' }))
  await first
  expect(compose.$opening.get()).toBe('ready')
})

test('an unsaved text is there again at once when people leave a draft that is still loading', async () => {
  read = () => new Promise(() => {})
  await open('new')
  compose.change({ body: 'Half a thought' })
  void open(7)
  await open('new')
  expect([compose.$opening.get(), compose.$mail.get().body]).toEqual(['ready', 'Half a thought'])
})

test('the audience is counted again for other segments or another purpose, and for nothing else', async () => {
  const { audience } = await import('./audience.ts')
  audience.$state.listen(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const asked = () => browser.called().filter((called) => called.includes('/audience'))
  expect(asked()).toEqual([])
  compose.toggleSegment('donors')
  compose.change({ subject: 'Thursday' })
  compose.toggleSegment('active-volunteers')
  compose.change({ purpose: 'eventInvitations' })
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toEqual([
    'GET /api/email-segments/audience?segments=donors',
    'GET /api/email-segments/audience?segments=donors%2Cactive-volunteers',
    'GET /api/email-segments/audience?segments=donors%2Cactive-volunteers&purpose=eventInvitations',
  ])
})
