/** Topics by the name of their id in an action's details; the first match counts. */
const topics = [
  ['rsvpId', 'rsvps'],
  ['prayerId', 'prayers'],
  ['endorsementId', 'endorsements'],
  ['emailSignupId', 'email-signups'],
  ['volunteerId', 'volunteers'],
  ['articleId', 'news'],
  ['campaignEventId', 'campaign-events'],
  ['userId', 'users'],
] as const

/** The item an admin's action was about, if there is one; even a deleted item has a history. */
export function targetOf(details: { [name: string]: unknown }) {
  for (const [name, topic] of topics) {
    const id = Object.hasOwn(details, name) ? details[name] : undefined
    if (typeof id === 'number') return { topic, id }
  }
  return null
}
