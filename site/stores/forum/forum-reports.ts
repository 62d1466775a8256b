import { atom } from 'nanostores'
import type { ReportReason, reportContent } from '../../../contract/moderation.ts'
import { call } from '../../lib/api.ts'
import { reportReasons } from '../../lib/report-reasons.ts'
import { createForm, type Form } from '../form.ts'
import { $session } from '../session.ts'
import { showToast } from '../toasts.ts'
import { askToLogIn, withLogIn } from './forum.ts'

const messages = {
  missing: { title: 'Missing Information', description: 'Please choose what is wrong with the post.' },
  failed: { title: 'Error', description: 'Failed to send your report. Please try again.' },
  done: { title: 'Report sent', description: 'Thank you. A moderator will read it and decide.' },
  loginRequired: { title: 'Login required', description: 'Please log in to report a post.' },
}

/** The id of the post that the reader is reporting. */
export const $reporting = atom<number | null>(null)
/** Posts reported since the page was loaded; the server counts each person once anyway. */
export const $reported = atom<readonly number[]>([])

export function report(id: number): void {
  if ($session.get().status === 'signed-out') askToLogIn(messages.loginRequired)
  else $reporting.set(id)
}

const isReason = (word: string): word is ReportReason => Object.hasOwn(reportReasons, word)

export const reportForm = (contentId: number): Form =>
  createForm({
    required: ['reason'],
    missing: messages.missing,
    failed: messages.failed,
    signedOut: withLogIn(messages.loginRequired),
    showsServerMessage: true,
    async send(read) {
      const reason = read('reason')
      const body = { contentId, reason: isReason(reason) ? reason : 'other', note: read('note') } as const
      await call<typeof reportContent>('POST', '/api/forum/reports', { body })
      $reported.set([...$reported.get(), contentId])
      if ($reporting.get() === contentId) $reporting.set(null)
      showToast(messages.done)
    },
  })
