import type { Suggestion, ViolationType } from './verdict.ts'

const offences: Record<ViolationType, string> = {
  harassment: 'attack or demean a person rather than what they say or do',
  hate_speech: 'demean people for who they are, such as their faith, origin, sex or disability',
  threats: 'threaten somebody with violence or wish it on them',
  spam: 'advertise or solicit rather than take part in the discussion',
  off_topic: 'have nothing to do with the campaign or public life',
  doxxing: 'make private details of a person public',
}

/** One sentence that the author may read. */
export function reasonFor(type: ViolationType | 'none', suggestion: Suggestion): string {
  if (type === 'none') return 'Nothing in this post points to a violation.'
  return suggestion === 'reject'
    ? `This post appears to ${offences[type]}.`
    : `This post may ${offences[type]}, so a person will look at it.`
}
