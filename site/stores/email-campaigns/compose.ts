import { atom, computed } from 'nanostores'
import type * as api from '../../../contract/email-campaigns.ts'
import type { SegmentId } from '../../../contract/email-segments.ts'
import { ApiError, call, conflictIn, explain, type FieldErrors } from '../../lib/api.ts'
import { publicDate, publicDateAndTime } from '../../lib/dates.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { runExclusively } from '../exclusive.ts'
import { dismissToast, showError, showToast } from '../toasts.ts'
import { emailCampaignList } from './email-campaign-list.ts'
import { createMailPreview } from './mail-preview.ts'
import { $place, goTo } from './place.ts'

export type Mail = Required<api.ComposedMail>

/** A new email: its name says when it was begun. */
const newMail = (): Mail => ({
  name: `Email of ${publicDate(new Date().toISOString())}`,
  ...{ subject: '', preheader: '', body: '', segmentIds: [], purpose: null, replyTo: null },
})
let blank = newMail()

/** The draft as it was saved last. */
type Saved = { id: number; revision: number; mail: Mail; status: api.EmailCampaign['status'] }

/** The content of the editor; kept while the admin looks at other tabs. */
export const $mail = atom<Mail>(blank)
export const $saved = atom<Saved | null>(null)
export const $errors = atom<FieldErrors>({})
/** The address names a draft that is still loading. */
export const $opening = atom<'loading' | 'ready' | Message>('ready')
export const $isSaving = atom(false)
/** The email for which a confirmation is open. */
export const $askedToSend = atom(false)

const isSame = (one: Mail, other: Mail) => JSON.stringify(one) === JSON.stringify(other)

export const $isUnsaved = computed([$mail, $saved], (mail, saved) => !isSame(mail, saved?.mail ?? blank))

export const composePreview = createMailPreview()

const mailIn = ({ name, subject, preheader, body, segmentIds, purpose, replyTo }: Mail): Mail => ({
  ...{ name, subject, preheader, body, purpose, replyTo },
  segmentIds: [...segmentIds],
})

/**
 * Number of times that a draft was opened, and how often another text came into the editor, so that late answers change nothing
 * there.
 */
let openings = 0
let texts = 0

const savedFrom = (emailCampaign: api.EmailCampaign): Saved => {
  const { id, revision, status } = emailCampaign
  return { id, revision, status, mail: mailIn(emailCampaign) }
}

function fill(saved: Saved | null): void {
  texts += 1
  if (saved === null) blank = newMail()
  $saved.set(saved)
  $mail.set(saved?.mail ?? blank)
}

/** Opens the draft in the address. An unsaved text stays when the admin comes back to it. */
export async function openDraft(draft: number | 'new'): Promise<void> {
  openings += 1
  const mine = openings
  const saved = $saved.get()
  if (draft === (saved?.id ?? 'new') && $isUnsaved.get()) {
    $opening.set('ready')
    return refreshPreview()
  }
  $errors.set({})
  if (draft === 'new') {
    fill(null)
    $opening.set('ready')
    return
  }
  $opening.set('loading')
  try {
    const emailCampaign = await call<typeof api.readEmailCampaign>('GET', '/api/email-campaigns/:id', {
      params: { id: draft },
    })
    if (mine !== openings) return
    fill(savedFrom(emailCampaign))
    $opening.set('ready')
    refreshPreview()
  } catch (error) {
    if (mine === openings) $opening.set(explain(emailCampaignMessages.emailCampaign.loadFailed, error))
  }
}

const typingPause = 400 // ms
let typing: ReturnType<typeof setTimeout> | undefined

export function change(part: Partial<Mail>): void {
  $mail.set({ ...$mail.get(), ...part })
  const { ...errors } = $errors.get()
  for (const field of Object.keys(part)) delete errors[field]
  $errors.set(errors)
  clearTimeout(typing)
  typing = setTimeout(refreshPreview, typingPause)
}

export function toggleSegment(id: SegmentId): void {
  const { segmentIds } = $mail.get()
  change({ segmentIds: segmentIds.includes(id) ? segmentIds.filter((other) => other !== id) : [...segmentIds, id] })
}

/** The email as far as it is written. A preview needs a name, a subject and a segment. */
function previewed(): api.AnyMail | null {
  const { name, subject, preheader, body, segmentIds, purpose, replyTo } = $mail.get()
  if (body.trim() === '') return null
  const [first = 'newsletter-subscribers' as const, ...others] = segmentIds
  return {
    kind: 'composed',
    name: name.trim() || 'Draft',
    subject: subject.trim() || 'Subject',
    ...{ preheader, body, purpose, replyTo },
    segmentIds: [first, ...others],
  }
}

export const $hasPreview = computed($mail, ({ body }) => body.trim() !== '')

export function refreshPreview(): void {
  const mail = previewed()
  if (mail !== null) composePreview.refresh(mail)
}

/** The whole email; null, with the fields marked, while something is missing. */
function complete(): Mail | null {
  const mail = $mail.get()
  const missing = (['name', 'subject', 'body'] as const).filter((field) => mail[field].trim() === '')
  const errors: FieldErrors = Object.fromEntries(missing.map((field) => [field, messages.form.required]))
  if (mail.segmentIds.length === 0) errors.segmentIds = messages.form.required
  $errors.set(errors)
  if (Object.keys(errors).length === 0) return mail
  showError(emailCampaignMessages.emailCampaign.missing)
  return null
}

/** The email for a test; null while something is missing. */
export function completeMail(): api.AnyMail | null {
  const mail = complete()
  return mail && { kind: 'composed', ...mail }
}

/** Stores the field errors of an answer, and another admin’s changes. */
function keepErrors(error: unknown, isHere: () => boolean): never {
  if (!isHere()) throw error
  if (error instanceof ApiError) $errors.set(error.fieldErrors)
  const conflict = conflictIn<api.EmailCampaign>(error)
  if (conflict) $saved.set(savedFrom(conflict.current))
  throw error
}

async function store(mail: Mail, isHere: () => boolean): Promise<Saved> {
  const saved = $saved.get()
  if (saved !== null && isSame(saved.mail, mail)) return saved
  const emailCampaign = await (saved === null
    ? call<typeof api.draftEmailCampaign>('POST', '/api/email-campaigns', { body: mail })
    : call<typeof api.editEmailCampaign>('PUT', '/api/email-campaigns/:id', {
        params: { id: saved.id },
        body: mail,
        revision: saved.revision,
      })
  ).catch((error: unknown) => keepErrors(error, isHere))
  const now = savedFrom(emailCampaign)
  if (isHere()) {
    $saved.set(now)
    // The server trims. Text typed since stays.
    if (isSame($mail.get(), mail)) $mail.set(now.mail)
  }
  void emailCampaignList.reload()
  return now
}

/** `isHere`: whether the text is still in the editor. */
async function act(failed: Message, work: (draft: Saved, isHere: () => boolean) => Promise<void>): Promise<boolean> {
  const mail = complete()
  if (mail === null) return false
  const mine = texts
  const isHere = () => mine === texts
  return runExclusively($isSaving, failed, async () => work(await store(mail, isHere), isHere))
}

/** Saves the draft, which then has an address of its own. */
export function saveDraft(): Promise<boolean> {
  const { saveFailed, saved, scheduleEnded } = emailCampaignMessages.emailCampaign
  const wasScheduled = $saved.get()?.status === 'scheduled'
  return act(saveFailed, async ({ id, status }, isHere) => {
    if ($place.get().compose === 'new' && isHere()) goTo({ tab: 'send', compose: id })
    showToast(wasScheduled && status === 'draft' ? scheduleEnded : saved)
  })
}

/**
 * Starts over, for the next email, with text typed since this one was sent; an admin who went elsewhere stays there.
 */
function leave({ id, mail }: Saved, isHere: () => boolean): void {
  const typed = $mail.get()
  void emailCampaignList.reload()
  if (!isHere()) return
  fill(null)
  if (!isSame(typed, mail)) $mail.set(typed)
  if ([id, 'new'].includes($place.get().compose ?? '')) goTo({ tab: 'send', emailCampaign: id })
}

/** Saves the draft, then asks before it is sent. */
export async function askToSend(): Promise<void> {
  const mail = completeMail()
  if (mail === null) return
  composePreview.show(mail)
  $askedToSend.set(true)
}

export const sendNow = () =>
  act(emailCampaignMessages.mail.composedFailed, async (draft, isHere) => {
    const parts = { params: { id: draft.id }, revision: draft.revision }
    await call<typeof api.sendEmailCampaign>('POST', '/api/email-campaigns/:id/send', parts).catch((error: unknown) =>
      keepErrors(error, isHere),
    )
    showToast(emailCampaignMessages.mail.composedSent)
    leave(draft, isHere)
  })

/** `at`: on the campaign's clock, like '2026-11-30T17:00'. */
export async function schedule(at: string): Promise<boolean> {
  if (at === '') {
    $errors.set({ ...$errors.get(), at: messages.form.required })
    dismissToast()
    return false
  }
  return act(emailCampaignMessages.emailCampaign.scheduleFailed, async (draft, isHere) => {
    const emailCampaign = await call<typeof api.scheduleEmailCampaign>('POST', '/api/email-campaigns/:id/schedule', {
      params: { id: draft.id },
      body: { at },
      revision: draft.revision,
    }).catch((error: unknown) => keepErrors(error, isHere))
    showToast(
      emailCampaignMessages.emailCampaign.scheduled(
        emailCampaign.scheduledFor ? publicDateAndTime(emailCampaign.scheduledFor) : at,
      ),
    )
    leave(draft, isHere)
  })
}
