import { atom } from 'nanostores'
import type { exportProfile } from '../../../contract/profile.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call } from '../../lib/api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { runExclusively } from '../exclusive.ts'
import { showToast } from '../toasts.ts'

export const $exporting = atom(false)

/** Downloads everything we have about the person. */
export const downloadMyData = () =>
  runExclusively($exporting, accountMessages.personalExport.failed, async () => {
    const held = await call<typeof exportProfile>('GET', '/api/profile/export')
    saveFile('my-data.json', new Blob([JSON.stringify(held, null, 2)], { type: 'application/json' }))
    showToast(accountMessages.personalExport.done)
  })
