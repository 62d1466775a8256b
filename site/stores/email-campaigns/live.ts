import type { ReadableAtom } from 'nanostores'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { onBrowserMount } from '../browser-mount.ts'

const every = 1500 // ms

type Live<State> = { $state: ReadableAtom<State>; $isLoading: ReadableAtom<boolean>; reload: () => Promise<void> }

/** Polls while the email campaign changes and the page is visible. */
export function reloadWhile<State>({ $state, $isLoading, reload }: Live<State>, isMoving: (state: State) => boolean) {
  onBrowserMount($state, () => {
    const timer = setInterval(() => {
      if (!document.hidden && !$isLoading.get() && isMoving($state.get())) void reload()
    }, every)
    return () => clearInterval(timer)
  })
}

type Moving = Pick<EmailCampaign, 'status' | 'scheduledFor' | 'progress'>

/**
 * True when an email campaign changes by itself: it is being sent, its time has come, or waiting recipients are being
 * skipped.
 */
export function moves({ status, scheduledFor, progress }: Moving): boolean {
  switch (status) {
    case 'sending':
      return true
    case 'scheduled':
      return scheduledFor !== null && Date.parse(scheduledFor) <= Date.now()
    case 'cancelled':
      return progress !== null && progress.waiting > 0
    case 'draft':
    case 'paused':
    case 'sent':
    case 'failed':
      return false
  }
}
