import { atom } from 'nanostores'
import type * as api from '../../../contract/moderation-policy.ts'
import { call, explain } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { createForm, type Read } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { $addedModel, loadModels } from './moderation-models.ts'

/** The current policy; null until it is loaded. */
export const $policy = atom<api.ModerationPolicy | null>(null)
/** The result of the last test. */
export const $trial = atom<api.PolicyTrial | null>(null)
/** The policy that was tested last: thresholds, and the value of the moderator select. */
export const $triedPolicy = atom<{ review: number; reject: number; moderator: string } | null>(null)
export const $savingPolicy = atom(false)

async function loadPolicy(): Promise<void> {
  try {
    $policy.set(await call<typeof api.readPolicy>('GET', '/api/moderation/policy'))
  } catch (error) {
    showError(explain(messages.moderation.policyUnread, error))
  }
}

onBrowserMount($policy, () => void loadPolicy())

const isPercent = (text: string) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100
const thresholdsIn = (read: Read) => ({ review: Number(read('review')), reject: Number(read('reject')) })

function check(read: Read): { [field: string]: string } {
  const wrong = ['review', 'reject'].filter((field) => !isPercent(read(field)))
  if (wrong.length > 0) return Object.fromEntries(wrong.map((field) => [field, messages.moderation.wholePercent]))
  const { review, reject } = thresholdsIn(read)
  return review > reject ? { reject: messages.moderation.policyOrder } : {}
}

/** The value of a model in the moderator select: `model:` and its id, or nothing for the bundled model. */
export const moderatorOption = (model: string | null) => `model:${model ?? ''}`

/** The model of a select value: null for the bundled one, undefined when no model is selected. */
export const modelOf = (choice: string): string | null | undefined =>
  choice.startsWith('model:') ? choice.slice('model:'.length) || null : undefined

const moderatorOf = (choice: string) => {
  const model = modelOf(choice)
  if (model !== undefined) return { moderator: 'model', model } as const
  return { moderator: choice === 'outside' ? 'outside' : 'recorded' } as const
}

/** Tests the policy in the form; saving is another button. */
export const trialForm = createForm({
  required: ['review', 'reject'],
  failed: messages.moderation.trialFailed,
  showsServerMessage: true,
  check,
  async send(read) {
    const moderator = read('moderator')
    const body = { ...thresholdsIn(read), ...moderatorOf(moderator) }
    $trial.set(await call<typeof api.tryPolicy>('POST', '/api/moderation/policy/dry-run', { body }))
    $triedPolicy.set({ ...thresholdsIn(read), moderator })
  },
})

export function discardTrial(): void {
  $trial.set(null)
  $triedPolicy.set(null)
}

/**
 * Saves the policy that was tested last, so that admins change it only after seeing the effect. Resolves to true on
 * success.
 */
export async function savePolicy(): Promise<boolean> {
  const tried = $triedPolicy.get()
  if (tried === null) return false
  const { review, reject, moderator } = tried
  const model = modelOf(moderator)
  return runExclusively($savingPolicy, messages.moderation.policyFailed, async () => {
    const body = { review, reject, ...(model !== undefined && { model }) }
    $policy.set(await call<typeof api.changePolicy>('PUT', '/api/moderation/policy', { body }))
    discardTrial()
    $addedModel.set(null)
    showToast(messages.moderation.policySaved)
    void loadModels()
  })
}
