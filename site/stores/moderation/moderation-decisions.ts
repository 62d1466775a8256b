import { atom } from 'nanostores'
import type { approveContent, ModerationItem, rejectContent } from '../../../contract/moderation.ts'
import { ApiError, call, conflictIn } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { countPending } from '../admin/pending.ts'
import { showError, showToast } from '../toasts.ts'
import { $selected, $selectedItems, queue } from './moderation.ts'

export type Action = 'approve' | 'reject'

/** Ids with a decision in progress. */
export const $deciding = atom<readonly number[]>([])

/** Progress of a bulk decision; null while there is none. */
export const $bulkProgress = atom<{ done: number; total: number } | null>(null)

type Read = Pick<ModerationItem, 'id' | 'revision'>

const send = (action: Action, { id, revision }: Read, adminNotes: string) => {
  const parts = { params: { id }, body: { adminNotes }, revision }
  return action === 'approve'
    ? call<typeof approveContent>('POST', '/api/moderation/approve/:id', parts)
    : call<typeof rejectContent>('POST', '/api/moderation/reject/:id', parts)
}

const texts = {
  approve: { done: messages.moderation.approved, failed: messages.moderation.approveFailed },
  reject: { done: messages.moderation.rejected, failed: messages.moderation.rejectFailed },
}

/** `isTextChanged`: the list shows the new text, which may no longer wait. */
type Problem = Message & { isTextChanged: boolean }

/** Why it failed; a conflict means that another admin or the author was first. */
function failure(action: Action, error: unknown): Message {
  const { title, description } = texts[action].failed
  const isConflict = error instanceof ApiError && error.status === 409
  return { title, description: isConflict ? `${description} ${error.sentence ?? ''}`.trim() : description }
}

/** One decision per item at a time, so a double click counts once. Resolves to null on success, else to the problem. */
async function decideOne(action: Action, item: Read, adminNotes: string): Promise<Problem | null> {
  const { id } = item
  $deciding.set([...$deciding.get(), id])
  try {
    await send(action, item, adminNotes)
    queue.remove(id)
    return null
  } catch (error) {
    const conflict = conflictIn<ModerationItem>(error)
    if (conflict) queue.replace(conflict.current)
    return { ...failure(action, error), isTextChanged: conflict !== null }
  } finally {
    $deciding.set($deciding.get().filter((other) => other !== id))
  }
}

export async function decide(action: Action, id: number, adminNotes: string): Promise<void> {
  const state = queue.$state.get()
  const item = state.status === 'loaded' && state.items.find((item) => item.id === id)
  if (!item || $deciding.get().includes(id)) return
  const problem = await decideOne(action, item, adminNotes)
  if (problem === null) showToast(texts[action].done)
  else showError(problem)
  await Promise.all([problem?.isTextChanged || queue.reload(), countPending()])
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
  const items = $selectedItems.get()
  const ids = items.map(({ id }) => id)
  if (ids.length === 0 || $bulkProgress.get() !== null || ids.some((id) => $deciding.get().includes(id))) return false
  const problems: Problem[] = []
  // Copied first, because the cards and their input may leave the screen before their turn.
  const notes = new Map(items.map((item) => [item, reason === '' ? notesOf(item.id) : reason]))
  for (const [done, [item, adminNotes]] of [...notes].entries()) {
    $bulkProgress.set({ done, total: ids.length })
    const problem = await decideOne(action, item, adminNotes)
    if (problem === null) $selected.set($selected.get().filter((other) => other !== item.id))
    else problems.push(problem)
  }
  $bulkProgress.set(null)
  const [problem] = problems
  const decided = ids.length - problems.length
  if (problem)
    showError({ ...problem, description: `${decided} of ${ids.length} decided. ${problem.description ?? ''}` })
  else showToast(texts[action].done)
  await Promise.all([problems.some(({ isTextChanged }) => isTextChanged) || queue.reload(), countPending()])
  return problems.length === 0
}
