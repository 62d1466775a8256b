import { atom } from 'nanostores'
import type { addModel, listModels, ModerationModel, removeModel } from '../../../contract/moderation-models.ts'
import { ApiError, call, callWithFile, explain } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { showError, showToast } from '../toasts.ts'

/** Bytes; the server accepts no more. */
const maxBytes = 5 * 1024 * 1024

/** The bundled model comes first; null until they are loaded. */
export const $models = atom<ModerationModel[] | null>(null)
export const $changingModels = atom(false)
/** The model that was added last: the next one to test. */
export const $addedModel = atom<string | null>(null)

onBrowserMount($models, () => void loadModels())

export async function loadModels(): Promise<void> {
  try {
    $models.set(await call<typeof listModels>('GET', '/api/moderation/models'))
  } catch (error) {
    showError(explain(messages.model.loadFailed, error))
  }
}

export async function addModelFile(file: File): Promise<void> {
  if (file.size > maxBytes) return showError(messages.model.tooLarge)
  await change(messages.model.addFailed, async () => {
    // Whatever type the browser guesses for a .bin file.
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

/** A proxy may reject a file that is too large, without a sentence from our server. */
const change = (failed: Message, work: () => Promise<void>) =>
  runExclusively($changingModels, failed, async () => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 413)) throw error
      showError(messages.model.tooLarge)
    }
  })
