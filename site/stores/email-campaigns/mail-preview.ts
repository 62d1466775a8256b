import { atom, type ReadableAtom } from 'nanostores'
import type { AnyMail, previewMail, testMail } from '../../../contract/email-campaigns.ts'
import type { MailPurpose } from '../../../contract/email-segments.ts'
import { call } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle, type SingleState } from '../lists/single.ts'
import { showToast } from '../toasts.ts'

/** A preview of an email, and the number of its recipients. */
export type MailPreview = {
  from: { name: string; address: string }
  replyTo: string | null
  subject: string
  preheader: string
  html: string
  text: string
  size: number
  recipients: number
  leftOut: { [reason: string]: number | undefined }
  /** The switches in Settings that it obeys. */
  obeys: MailPurpose[]
}

type Asked = { mail: AnyMail | null }

export type PreviewStore = {
  $state: ReadableAtom<SingleState<MailPreview>>
  $isLoading: ReadableAtom<boolean>
  /** Shows another mail, loading until it is there. */
  show: (mail: AnyMail) => void
  /** Shows the edited email; the old one stays until it is loaded. */
  refresh: (mail: AnyMail) => void
  reload: () => void
}

/** A preview of one mail at a time. */
export function createMailPreview(): PreviewStore {
  const preview = createSingle<MailPreview, Asked>({
    query: null,
    failed: emailCampaignMessages.mail.previewFailed,
    read: async ({ mail }) => {
      if (mail === null) throw new Error('There is no mail to preview.')
      return call<typeof previewMail>('POST', '/api/email-campaigns/preview', { body: mail })
    },
  })
  const { $state, $isLoading, show, refine, reload } = preview
  return {
    $state,
    $isLoading,
    show: (mail) => {
      const now = preview.$query.get()?.mail
      // The number of people may have changed since.
      if (now && JSON.stringify(now) === JSON.stringify(mail)) void reload()
      else void show({ mail })
    },
    refresh: (mail) => {
      if (preview.$query.get() === null) void show({ mail })
      else void refine({ mail })
    },
    reload: () => void reload(),
  }
}

export const $isTesting = atom(false)

/** Sends a mail to the signed-in admin alone. */
export const sendTest = (mail: AnyMail) =>
  runExclusively($isTesting, emailCampaignMessages.mail.testFailed, async () => {
    const { to } = await call<typeof testMail>('POST', '/api/email-campaigns/test', { body: mail })
    showToast(emailCampaignMessages.mail.testSent(to))
  })
