import { followSupporters } from '../stores/supporters/supporters.ts'

/** Shows the number of volunteers in `VolunteerStats.astro`. */
export function startVolunteerCount() {
  const place = document.querySelector('[data-volunteer-count]')
  if (place) followSupporters(({ volunteers }) => place.replaceChildren(volunteers.toLocaleString('en-US')))
}
