import type { ReadableAtom } from 'nanostores'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { onBrowserMount } from '../browser-mount.ts'

const every = 1500 // ms

type Live<State> = { $state: ReadableAtom<State>; $isLoading: ReadableAtom<boolean>; reload: () => Promise<void> }

/** Loads again and again while something moves and somebody looks; asks nothing otherwise. */
export function reloadWhile<State>({ $state, $isLoading, reload }: Live<State>, isMoving: (state: State) => boolean) {
  onBrowserMount($state, () => {
    const timer = setInterval(() => {
      if (!document.hidden && !$isLoading.get() && isMoving($state.get())) void reload()
    }, every)
    return () => clearInterval(timer)
  })
}

/** Whether a campaign changes by itself: it is being sent, or its time has come. */
export const moves = ({ status, scheduledFor }: Pick<EmailCampaign, 'status' | 'scheduledFor'>): boolean =>
  status === 'sending' || (status === 'scheduled' && scheduledFor !== null && Date.parse(scheduledFor) <= Date.now())
