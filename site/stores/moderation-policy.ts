import { atom } from 'nanostores'
import type {
  changePolicy,
  ModerationPolicy,
  PolicyTrial,
  readPolicy,
  tryPolicy,
} from '../../contract/moderation-policy.ts'
import { call, sentenceOf } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { createForm, type Read } from './form.ts'
import { showError, showToast } from './toasts.ts'

/** What holds; the bands of the specification until it is read (administration §9). */
export const $policy = atom<ModerationPolicy>({ review: 30, reject: 70, changedAt: null })
/** What the thresholds that were tried would have done. */
export const $trial = atom<PolicyTrial | null>(null)

export async function loadPolicy(): Promise<void> {
  try {
    $policy.set(await call<typeof readPolicy>('GET', '/api/moderation/policy'))
  } catch (error) {
    showError({ title: 'Error', description: sentenceOf(error) ?? 'The policy could not be read. Please try again.' })
  }
}

const isPercent = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
const thresholdsIn = (read: Read) => ({ review: Number(read('review')), reject: Number(read('reject')) })

function check(read: Read): { [field: string]: string } {
  const wrong = ['review', 'reject'].filter((field) => !isPercent(read(field)))
  if (wrong.length > 0) return Object.fromEntries(wrong.map((field) => [field, messages.moderation.wholePercent]))
  const { review, reject } = thresholdsIn(read)
  return review > reject ? { reject: messages.moderation.policyOrder } : {}
}

/** The thresholds of that trial. */
export const $tried = atom<{ review: number; reject: number } | null>(null)

/** Tries what stands in the form; saving is another button. */
export const trialForm = createForm({
  required: ['review', 'reject'],
  failed: messages.moderation.trialFailed,
  check,
  async send(read) {
    const moderator = read('moderator') === 'current' ? 'current' : 'recorded'
    const body = { ...thresholdsIn(read), moderator } as const
    $trial.set(await call<typeof tryPolicy>('POST', '/api/moderation/policy/dry-run', { body }))
    $tried.set({ review: body.review, reject: body.reject })
  },
})

/** Saves what was tried last: nobody changes the policy without having seen what it does. */
export async function savePolicy(): Promise<void> {
  const body = $tried.get()
  if (body === null) return
  try {
    $policy.set(await call<typeof changePolicy>('PUT', '/api/moderation/policy', { body }))
    $trial.set(null)
    $tried.set(null)
    showToast(messages.moderation.policySaved)
  } catch {
    showError(messages.moderation.policyFailed)
  }
}
