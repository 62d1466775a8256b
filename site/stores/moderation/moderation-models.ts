import { atom } from 'nanostores'
import type { addModel, listModels, ModerationModel, removeModel } from '../../../contract/moderation-models.ts'
import { ApiError, call, callWithFile, sentenceOf } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { showError, showToast } from '../toasts.ts'

/** Bytes; the server takes no more. */
const maxBytes = 5 * 1024 * 1024

/** The one that ships stands first; null until they are read. */
export const $models = atom<ModerationModel[] | null>(null)
export const $changingModels = atom(false)
/** The model that was added last: the next one to try. */
export const $addedModel = atom<string | null>(null)

export async function loadModels(): Promise<void> {
  try {
    $models.set(await call<typeof listModels>('GET', '/api/moderation/models'))
  } catch (error) {
    showError(explained(messages.model.loadFailed, error))
  }
}

export async function addModelFile(file: File): Promise<void> {
  if (file.size > maxBytes) return showError(messages.model.tooLarge)
  await change(messages.model.addFailed, async () => {
    // Whatever the browser takes a .bin for.
    const bytes = file.slice(0, file.size, 'application/octet-stream')
    const { model, version } = await callWithFile<typeof addModel>('POST', '/api/moderation/models', bytes)
    await loadModels()
    $addedModel.set(model)
    showToast(messages.model.added(version))
  })
}

export const removeModelFile = (model: string) =>
  change(messages.model.removeFailed, async () => {
    await call<typeof removeModel>('DELETE', '/api/moderation/models/:model', { params: { model } })
    if ($addedModel.get() === model) $addedModel.set(null)
    await loadModels()
    showToast(messages.model.removed(model))
  })

async function change(failed: Message, work: () => Promise<void>): Promise<void> {
  if ($changingModels.get()) return
  $changingModels.set(true)
  try {
    await work()
  } catch (error) {
    showError(error instanceof ApiError && error.status === 413 ? messages.model.tooLarge : explained(failed, error))
  } finally {
    $changingModels.set(false)
  }
}

const explained = ({ title, description }: Message, error: unknown): Message => ({
  title,
  description: sentenceOf(error) ?? description ?? '',
})
