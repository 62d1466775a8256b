const maxNamed = 100

/** Whose personal fields could not be read, and what to do about it. */
export function unreadableSentence(subjects: ReadonlySet<string>): string {
  const named = [...subjects].slice(0, maxNamed).join(', ')
  const more = subjects.size > maxNamed ? ` and ${subjects.size - maxNamed} more` : ''
  const keys = subjects.size === 1 ? 'The key of 1 person' : `The keys of ${subjects.size} people`
  return `${keys} cannot be opened, so what they wrote shows as erased (${subjects.size === 1 ? 'subject' : 'subjects'} ${named}${more}). Restore their rows of eventlog.subject_keys from a backup, then run npm run rebuild.`
}
