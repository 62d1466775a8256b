import { atom } from 'nanostores'
import type { ZodType } from 'zod'
import type { OwnItemEndpoints } from '../../../contract/own-items.ts'
import type { ReviewStatus } from '../../../contract/review.ts'
import type { cancelOwnRsvp, correctOwnRsvp } from '../../../contract/rsvps.ts'
import type { ReviewedTopic } from '../../../contract/topic-words.ts'
import { publishedWords } from '../../../records/published-words.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call, conflictIn, explain } from '../../lib/api.ts'
import type { Message } from '../../lib/messages.ts'
import { createForm } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { submissionList } from './dashboard.ts'
import { closeOwnAct } from './own-items.ts'

/** The words of an item by field; and its revision, so that a correction by staff is not overwritten unseen. */
export type OwnWords = { id: number; status: ReviewStatus; revision: number; [field: string]: string | number | null }
type Api = OwnItemEndpoints<ReviewedTopic, ZodType<OwnWords>, ZodType<object>>

const messages = accountMessages.ownItems
const urlOf = (topic: ReviewedTopic) => `/api/profile/${topic}/:id` as const

/** The words as they stand; null when they could not be loaded, which a toast says. */
export async function readOwnWords(topic: ReviewedTopic, id: number): Promise<OwnWords | null> {
  try {
    return await call<Api['read']>('GET', urlOf(topic), { params: { id } })
  } catch (error) {
    showError(explain(messages.notLoaded, error))
    return null
  }
}

/** The form of a correction. `$current`: the words that our team saved meanwhile; null unless it did. */
export function createCorrection(topic: ReviewedTopic, read: OwnWords) {
  const fields = Object.entries(publishedWords[topic])
  const $current = atom<OwnWords | null>(null)
  const form = createForm({
    required: fields.flatMap(([name, field]) => (field.isNullable || field.mayBeBlank ? [] : name)),
    failed: messages.correctFailed,
    showsServerMessage: true,
    done: messages.corrected,
    async send(_read, _readAll, written: object) {
      const { id } = read
      const { revision } = $current.get() ?? read
      try {
        await call<Api['correct']>('PUT', urlOf(topic), { params: { id }, body: written, revision })
      } catch (error) {
        const conflict = conflictIn<OwnWords>(error)
        if (conflict) $current.set(conflict.current)
        throw error
      }
      closeOwnAct()
      void submissionList.reload()
    },
  })
  return { form, $current, fields }
}

/** The form for the name on a registration. */
export const createRenaming = (id: number) =>
  createForm({
    required: ['name'],
    failed: messages.renameFailed,
    showsServerMessage: true,
    done: messages.renamed,
    async send(read) {
      await call<typeof correctOwnRsvp>('PUT', '/api/profile/rsvps/:id', {
        params: { id },
        body: { name: read('name') },
      })
      closeOwnAct()
      void submissionList.reload()
    },
  })

async function taken(act: () => Promise<unknown>, done: Message, failed: Message): Promise<void> {
  try {
    await act()
    showToast(done)
  } catch (error) {
    showError(explain(failed, error))
  }
  await submissionList.reload()
}

export const withdraw = (topic: ReviewedTopic, id: number) =>
  taken(
    () => call<Api['withdraw']>('POST', `${urlOf(topic)}/withdraw`, { params: { id } }),
    messages.withdrawn,
    messages.withdrawFailed,
  )

export const cancelRegistration = (id: number) =>
  taken(
    () => call<typeof cancelOwnRsvp>('POST', '/api/profile/rsvps/:id/cancel', { params: { id } }),
    messages.cancelled,
    messages.cancelFailed,
  )
