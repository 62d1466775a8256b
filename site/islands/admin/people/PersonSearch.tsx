import { useStore } from '@nanostores/react'
import type { FoundPerson } from '../../../../contract/people.ts'
import { itemWords } from '../../../../contract/topic-words.ts'
import { capitalized } from '../../../lib/capitalized.ts'
import { $results, $words, type Results, search, searchFor } from '../../../stores/admin/people.ts'
import { openPerson } from '../../../stores/admin/person.ts'
import { RetryNotice } from '../../ui/RetryNotice.tsx'

export function PersonSearch() {
  const words = useStore($words)
  const results = useStore($results)
  return (
    <div className="stack">
      <div className="field">
        <label htmlFor="person-words">Name, email, phone, ZIP code or payment ID</label>
        <input
          className="input"
          id="person-words"
          type="search"
          dir="auto"
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={words}
          onChange={({ currentTarget }) => searchFor(currentTarget.value)}
        />
      </div>
      <p className="quiet small" role="status">
        {summary(results)}
      </p>
      {results.status === 'failed' && <RetryNotice onRetry={() => search()}>{results.message}</RetryNotice>}
      {results.status === 'loaded' && (
        <ul className="rows people-found" aria-label="People">
          {results.people.map((person) => (
            <li key={`${person.topic} ${person.id}`}>
              <Found person={person} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function summary(results: Results): string {
  switch (results.status) {
    case 'idle':
      return 'Type at least two letters, or the last four digits of a phone number.'
    case 'loading':
      return 'Searching…'
    case 'failed':
      return ''
    case 'loaded': {
      const { length } = results.people
      if (length === 0) return 'No one found. Names, addresses and numbers are found by any part of them.'
      if (results.isMore) return `More people match than these ${length}. Type more to narrow it down.`
      return length === 1 ? 'One person' : `${length} people`
    }
  }
}

const Found = ({ person: { topic, id, name, email, phone, zipCode, topics } }: { person: FoundPerson }) => (
  <button type="button" className="person-found" onClick={() => openPerson(topic, id)}>
    <strong>
      <bdi>{name ?? email ?? 'No name'}</bdi>
    </strong>
    <span className="quiet small person-contacts">
      {name !== null && <bdi>{email}</bdi>}
      <span>{phone}</span>
      <span>{zipCode}</span>
    </span>
    <span className="small">{capitalized(topics.map((one) => itemWords.get(one)).join(', '))}</span>
  </button>
)
