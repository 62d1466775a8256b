import { followSupporters, hasEnoughSupporters, percentOf } from '../../stores/supporters/supporters.ts'

/** Shows the store's counts, once there are enough supporters. */
export function startTracker() {
  const tracker = document.querySelector<HTMLElement>('[data-tracker]')
  const progress = tracker?.querySelector<HTMLElement>('[data-goal]')
  const bar = tracker?.querySelector<HTMLElement>('[data-bar]')
  if (!tracker || !progress || !bar) return
  const write = (selector: string, text: string) => tracker.querySelector(selector)?.replaceChildren(text)
  followSupporters((supporters) => {
    const { signups, volunteers } = supporters
    const percent = percentOf(signups, Number(progress.dataset.goal))
    write('[data-signups]', signups.toLocaleString('en-US'))
    write('[data-volunteers]', volunteers.toLocaleString('en-US'))
    write('[data-volunteer-noun]', volunteers === 1 ? 'volunteer' : 'volunteers')
    write('[data-percent]', `${percent}%`)
    progress.setAttribute('aria-valuenow', String(percent))
    bar.style.width = `${percent}%`
    tracker.hidden = !hasEnoughSupporters(supporters)
  })
}
