import { atom } from 'nanostores'
import type { ZodType } from 'zod'
import type { cancelLinkedRsvp, correctLinkedRsvp } from '../../../contract/my-campaign.ts'
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
import { $ownLink, closeOwnAct } from './own-items.ts'

/** The words of an item by field; and its revision, so that a correction by staff is not overwritten unseen. */
export type OwnWords = { id: number; status: ReviewStatus; revision: number; [field: string]: string | number | null }
type Api = OwnItemEndpoints<ReviewedTopic, ZodType<OwnWords>, ZodType<object>>

const messages = accountMessages.ownItems
const urlOf = (topic: ReviewedTopic) => `/api/profile/${topic}/:id` as const
const linkedUrlOf = (topic: ReviewedTopic) => `/api/my-campaign/${topic}/:id` as const
type Linked = Api['linked']

/** The words as they stand; null when they could not be loaded, which a toast says. */
export async function readOwnWords(topic: ReviewedTopic, id: number): Promise<OwnWords | null> {
  try {
    const token = $ownLink.get()
    return token === null
      ? await call<Api['read']>('GET', urlOf(topic), { params: { id } })
      : await call<Linked['read']>('POST', `${linkedUrlOf(topic)}/words`, { params: { id }, body: { token } })
  } catch (error) {
    showError(explain(messages.notLoaded, error))
    return null
  }
}

function sendCorrection(topic: ReviewedTopic, id: number, words: object, revision: number): Promise<OwnWords> {
  const token = $ownLink.get()
  const params = { id }
  return token === null
    ? call<Api['correct']>('PUT', urlOf(topic), { params, body: words, revision })
    : call<Linked['correct']>('POST', `${linkedUrlOf(topic)}/correct`, { params, body: { token, words }, revision })
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
        await sendCorrection(topic, id, written, revision)
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
      const token = $ownLink.get()
      const [params, name] = [{ id }, read('name')]
      await (token === null
        ? call<typeof correctOwnRsvp>('PUT', '/api/profile/rsvps/:id', { params, body: { name } })
        : call<typeof correctLinkedRsvp>('POST', '/api/my-campaign/rsvps/:id/name', { params, body: { token, name } }))
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

export function withdraw(topic: ReviewedTopic, id: number): Promise<void> {
  const token = $ownLink.get()
  const params = { id }
  const act = () =>
    token === null
      ? call<Api['withdraw']>('POST', `${urlOf(topic)}/withdraw`, { params })
      : call<Linked['withdraw']>('POST', `${linkedUrlOf(topic)}/withdraw`, { params, body: { token } })
  return taken(act, messages.withdrawn, messages.withdrawFailed)
}

export function cancelRegistration(id: number): Promise<void> {
  const token = $ownLink.get()
  const params = { id }
  const act = () =>
    token === null
      ? call<typeof cancelOwnRsvp>('POST', '/api/profile/rsvps/:id/cancel', { params })
      : call<typeof cancelLinkedRsvp>('POST', '/api/my-campaign/rsvps/:id/cancel', { params, body: { token } })
  return taken(act, messages.cancelled, messages.cancelFailed)
}
