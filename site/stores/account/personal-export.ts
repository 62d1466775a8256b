import { atom } from 'nanostores'
import type { exportProfile } from '../../../contract/profile.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showError, showToast } from '../toasts.ts'

export const $exporting = atom(false)

/** Saves everything that is held about the person as a file. */
export async function downloadMyData(): Promise<void> {
  if ($exporting.get()) return
  $exporting.set(true)
  try {
    const held = await call<typeof exportProfile>('GET', '/api/profile/export')
    saveFile('my-data.json', new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }))
    showToast(messages.personalExport.done)
  } catch (error) {
    const { title, description } = messages.personalExport.failed
    showError({ title, description: sentenceOf(error) ?? description })
  } finally {
    $exporting.set(false)
  }
}
