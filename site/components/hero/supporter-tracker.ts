import { followSupporters, hasEnoughSupporters, nextGoal, percentOf } from '../../stores/supporters/supporters.ts'

/** Shows the store's counts, once there are enough supporters. */
export function startTracker() {
  const tracker = document.querySelector<HTMLElement>('[data-tracker]')
  const progress = tracker?.querySelector<HTMLElement>('[data-goals]')
  const bar = tracker?.querySelector<HTMLElement>('[data-bar]')
  if (!tracker || !progress || !bar) return
  const write = (selector: string, text: string) => tracker.querySelector(selector)?.replaceChildren(text)
  const goals = progress.dataset.goals?.split(',').map(Number) ?? []
  followSupporters((supporters) => {
    const { signups, volunteers } = supporters
    const goal = nextGoal(signups, goals)
    const percent = percentOf(signups, goal)
    write('[data-goal]', goal.toLocaleString('en-US'))
    write('[data-signups]', signups.toLocaleString('en-US'))
    write('[data-volunteers]', volunteers.toLocaleString('en-US'))
    write('[data-volunteer-noun]', volunteers === 1 ? 'volunteer' : 'volunteers')
    write('[data-percent]', `${percent}%`)
    progress.setAttribute('aria-valuenow', String(percent))
    bar.style.width = `${percent}%`
    tracker.hidden = !hasEnoughSupporters(supporters)
  })
}
