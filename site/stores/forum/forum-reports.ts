import { atom } from 'nanostores'
import type { ForumPost } from '../../../contract/forum-threads.ts'
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

type Text = Pick<ForumPost, 'id' | 'editedAt'>
/** An edited post is another text. */
export const textKey = ({ id, editedAt }: Text): string => `${id} ${editedAt}`

/** The post that the reader is reporting. */
export const $reporting = atom<Text | null>(null)
/** Keys of the texts reported since the page was loaded; the server counts each person once anyway. */
export const $reported = atom<readonly string[]>([])

export function report(text: Text): void {
  if ($session.get().status === 'signed-out') askToLogIn(messages.loginRequired)
  else $reporting.set(text)
}

const isReason = (word: string): word is ReportReason => Object.hasOwn(reportReasons, word)

export const reportForm = (text: Text): Form =>
  createForm({
    required: ['reason'],
    missing: messages.missing,
    failed: messages.failed,
    signedOut: withLogIn(messages.loginRequired),
    showsServerMessage: true,
    async send(read) {
      const reason = read('reason')
      const body = { contentId: text.id, reason: isReason(reason) ? reason : 'other', note: read('note') } as const
      await call<typeof reportContent>('POST', '/api/forum/reports', { body })
      $reported.set([...$reported.get(), textKey(text)])
      if ($reporting.get() === text) $reporting.set(null)
      showToast(messages.done)
    },
  })
