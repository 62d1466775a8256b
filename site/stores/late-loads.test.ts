import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rejection, stubBrowser } from '../../test/support/browser/site-browser.ts'

/** Answers that the test sends in any order. */
function slowAnswers() {
  const asked: ((json: unknown) => void)[] = []
  const ask = () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    asked.push(resolve)
    return promise
  }
  return { ask, answer: (at: number, json: unknown) => asked[at]?.(json), asked }
}

const settle = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

const mail = { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true }
const chosen = { ...mail, securityAlerts: true }

const aPerson = {
  ...{ id: 5, email: 'ruth@example.org', firstName: null, lastName: null, phone: null, address: null, city: null },
  ...{ state: null, zipCode: null, profileImageUrl: null, createdAt: '2026-03-01T10:00:00.000Z' },
  ...{ isAdmin: false, isActive: true, isBanned: false, isEmailVerified: true },
}

describe('a value that is loaded again', () => {
  test('leaves newer recovery codes on the screen', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({
      answers: {
        'GET /api/auth/second-factor': ask,
        'POST /api/auth/second-factor/turn-on/passkeys': () => ({ recoveryCodes: ['4kx0p-9m2dt'] }),
        'GET /api/auth/sessions': () => [],
      },
    })
    const { $secondFactor, turnOnByPasskeys } = await import('./security/second-factor.ts')
    $secondFactor.listen(() => {})
    await turnOnByPasskeys()
    answer(0, { isOn: true })
    await settle()
    expect($secondFactor.get()).toEqual({ step: 'codes-shown', codes: ['4kx0p-9m2dt'] })
  })

  test('leaves unsaved preferences alone', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({ answers: { 'GET /api/preferences': ask } })
    const { $preferences, choose, loadPreferences } = await import('./account/preferences.ts')
    $preferences.listen(() => {})
    await settle()
    answer(0, chosen)
    await settle()
    choose('securityAlerts', false)
    const again = loadPreferences()
    answer(1, rejection(503, {}))
    await again
    expect($preferences.value).toMatchObject({ status: 'loaded', chosen: { securityAlerts: false } })
    const late = loadPreferences()
    answer(2, chosen)
    await late
    expect($preferences.value).toMatchObject({ status: 'loaded', chosen: { securityAlerts: false } })
  })

  test('shows the server’s preferences when the person changed nothing here', async () => {
    let saved = chosen
    stubBrowser({ answers: { 'GET /api/preferences': () => saved, 'PUT /api/preferences': () => saved } })
    const { $preferences, choose, loadPreferences, savePreferences } = await import('./account/preferences.ts')
    $preferences.listen(() => {})
    await loadPreferences()
    choose('securityAlerts', false)
    await savePreferences()
    saved = { ...chosen, campaignNews: false }
    await loadPreferences()
    expect($preferences.value).toMatchObject({ status: 'loaded', chosen: saved, saving: false })
  })

  test('leaves a newer registration on the screen', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({
      answers: { 'GET /api/events/3': ask, 'POST /api/events/3/rsvp': () => ({ status: 'confirmed' }) },
    })
    const { createRegistration } = await import('./rsvps.ts')
    const { $state, form } = createRegistration(3)
    $state.listen(() => {})
    const fields = new FormData()
    fields.set('name', 'Ruth')
    fields.set('email', 'ruth@example.org')
    expect(await form.submit(fields)).toBe(true)
    answer(0, { status: 'upcoming', capacity: 5, seatsLeft: 4 })
    await settle()
    expect($state.get()).toEqual({ step: 'done', status: 'confirmed' })
  })

  test('leaves a newly requested deletion alone', async () => {
    const { ask, answer } = slowAnswers()
    const dueAt = '2026-03-02T10:00:00.000Z'
    stubBrowser({ answers: { 'GET /api/profile/deletion': ask, 'POST /api/profile/deletion': () => ({ dueAt }) } })
    const { $deletionDueAt, requestDeletion } = await import('./account/account-deletion.ts')
    $deletionDueAt.listen(() => {})
    await requestDeletion('ruth@example.org')
    answer(0, { dueAt: null })
    await settle()
    expect($deletionDueAt.get()).toBe(dueAt)
  })

  test('is the latest requested: an older count of waiting items is ignored', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({ answers: { 'GET /api/admin/pending': ask } })
    const { $pending, countPending } = await import('./admin/pending.ts')
    const counts = [countPending(), countPending()]
    answer(1, { prayers: 1 })
    await counts[1]
    answer(0, { prayers: 2 })
    await counts[0]
    expect($pending.value).toEqual({ prayers: 1 })
  })

  test('leaves the page of a signed-in person on the screen when it fails', async () => {
    stubBrowser({ answers: { 'GET /api/auth/status': () => rejection(503, {}) } })
    const { $session, refreshSession } = await import('./session.ts')
    $session.listen(() => {})
    $session.set({ status: 'signed-in', user: aPerson })
    await refreshSession()
    expect($session.get()).toMatchObject({ status: 'signed-in' })
  })

  test('asks for no proof when people gave up during the request', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({ answers: { 'GET /api/auth/proof': ask } })
    const { $proofAsked, ensureProof, giveUpProof } = await import('./security/fresh-proof.ts')
    const { lookAgain } = await import('./security/ways-to-prove.ts')
    const proof = { isFresh: false, hasPassword: false, hasCodes: false, hasPasskeys: false }
    const ensured = ensureProof()
    answer(0, proof)
    await settle()
    answer(1, proof)
    await settle()
    expect($proofAsked.get()).toEqual(proof)
    const looking = lookAgain()
    giveUpProof()
    expect(await ensured).toBe(false)
    answer(2, proof)
    await looking
    expect($proofAsked.get()).toBeNull()
  })

  test('answers the latest question about a recipient, however it was asked', async () => {
    const { ask, answer } = slowAnswers()
    stubBrowser({
      answers: {
        'GET /api/email-campaigns/7/why?email=ruth%40example.org': ask,
        'GET /api/email-campaigns/7/recipients/2/why': () => ({}),
      },
    })
    const { createWhy } = await import('./email-campaigns/why.ts')
    const { $answer, askAbout, whyForm } = createWhy(7)
    const fields = new FormData()
    fields.set('email', 'ruth@example.org')
    const asking = whyForm.submit(fields)
    await askAbout({ id: 2, email: 'boaz@example.org' })
    answer(0, {})
    await asking
    expect($answer.get()?.who).toBe('boaz@example.org')
  })
})

test('an email preference chosen while others are saved stays chosen', async () => {
  const { ask, answer } = slowAnswers()
  stubBrowser({ search: '?token=t', answers: { 'PUT /api/mail-consents/choices': ask } })
  const { $mailConsent, chooseMail, saveMailChoices } = await import('./mail-consent.ts')
  $mailConsent.listen(() => {})
  await settle()
  $mailConsent.set({ step: 'subscribed', chosen: mail, busy: null })
  chooseMail('emailUpdates', false)
  const saving = saveMailChoices()
  chooseMail('campaignNews', false)
  answer(0, { status: 'subscribed', choices: { ...mail, emailUpdates: false } })
  await saving
  expect($mailConsent.get()).toMatchObject({ chosen: { emailUpdates: false, campaignNews: false }, busy: null })
})
