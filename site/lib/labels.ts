/** How the log's event types are told to people; an unknown type is shown as words. */
const eventLabels: { [type: string]: string } = {
  PrayerSubmitted: 'Prayer submitted',
  PrayerApproved: 'Prayer approved',
  PrayerDeleted: 'Prayer deleted',
  EndorsementSubmitted: 'Endorsement submitted',
  EndorsementApproved: 'Endorsement approved',
  EndorsementDeleted: 'Endorsement deleted',
  SubjectErased: 'Personal data erased',
}

/** 'PrayerSubmitted' → 'Prayer submitted'. */
export const eventLabel = (type: string) => eventLabels[type] ?? words(type)

/** 'firstName' → 'First name'. */
export const fieldLabel = (name: string) => words(name)

/** One item of a topic, as in 'History of prayer 7'. */
export const topicItems = {
  prayers: 'prayer',
  endorsements: 'endorsement',
  'email-signups': 'email signup',
  users: 'user',
} as const

/** Badge of a reviewed item: text and class go together, never colour alone. */
export const reviewStatus = (isApproved: boolean) =>
  isApproved ? { label: 'Approved', badge: 'badge badge-good' } : { label: 'Pending', badge: 'badge badge-waiting' }

function words(name: string): string {
  const spaced = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
