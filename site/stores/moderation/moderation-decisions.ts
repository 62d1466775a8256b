import { atom } from 'nanostores'
import type { approveContent, rejectContent } from '../../../contract/moderation.ts'
import { ApiError, call } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { countPending } from '../admin/pending.ts'
import { showError, showToast } from '../toasts.ts'
import { $selected, $selectedItems, queue } from './moderation.ts'

export type Action = 'approve' | 'reject'

/** Ids with a decision in progress. */
export const $deciding = atom<readonly number[]>([])

/** Progress of a bulk decision; null while there is none. */
export const $bulkProgress = atom<{ done: number; total: number } | null>(null)

const send = (action: Action, id: number, adminNotes: string) => {
  const parts = { params: { id }, body: { adminNotes } }
  return action === 'approve'
    ? call<typeof approveContent>('POST', '/api/moderation/approve/:id', parts)
    : call<typeof rejectContent>('POST', '/api/moderation/reject/:id', parts)
}

const texts = {
  approve: { done: messages.moderation.approved, failed: messages.moderation.approveFailed },
  reject: { done: messages.moderation.rejected, failed: messages.moderation.rejectFailed },
}

/** Why it failed; a conflict means that another admin was first. */
function failure(action: Action, error: unknown): Message {
  const { title, description } = texts[action].failed
  const isConflict = error instanceof ApiError && error.status === 409
  return { title, description: isConflict ? `${description} ${error.sentence ?? ''}`.trim() : description }
}

/** One decision per item at a time, so a double click counts once. Resolves to null on success, else to the problem. */
async function decideOne(action: Action, id: number, adminNotes: string): Promise<Message | null> {
  $deciding.set([...$deciding.get(), id])
  try {
    await send(action, id, adminNotes)
    queue.remove(id)
    return null
  } catch (error) {
    return failure(action, error)
  } finally {
    $deciding.set($deciding.get().filter((other) => other !== id))
  }
}

export async function decide(action: Action, id: number, adminNotes: string): Promise<void> {
  if ($deciding.get().includes(id)) return
  const problem = await decideOne(action, id, adminNotes)
  if (problem === null) showToast(texts[action].done)
  else showError(problem)
  await Promise.all([queue.reload(), countPending()])
}

/**
 * Decides all selected items with one reason; without one, each gets its own notes. Failed ones stay selected. Resolves
 * to true when all succeeded.
 */
export async function decideSelected(
  action: Action,
  reason: string,
  notesOf: (id: number) => string,
): Promise<boolean> {
  const ids = $selectedItems.get().map(({ id }) => id)
  if (ids.length === 0 || $bulkProgress.get() !== null || ids.some((id) => $deciding.get().includes(id))) return false
  const problems: Message[] = []
  // Copied first, because the cards and their input may leave the screen before their turn.
  const notes = new Map(ids.map((id) => [id, reason === '' ? notesOf(id) : reason]))
  for (const [done, [id, adminNotes]] of [...notes].entries()) {
    $bulkProgress.set({ done, total: ids.length })
    const problem = await decideOne(action, id, adminNotes)
    if (problem === null) $selected.set($selected.get().filter((other) => other !== id))
    else problems.push(problem)
  }
  $bulkProgress.set(null)
  const [problem] = problems
  const decided = ids.length - problems.length
  if (problem)
    showError({ ...problem, description: `${decided} of ${ids.length} decided. ${problem.description ?? ''}` })
  else showToast(texts[action].done)
  await Promise.all([queue.reload(), countPending()])
  return problems.length === 0
}
