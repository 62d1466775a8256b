import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Person, PersonEntry, PersonItem, PersonMail } from '../../../../contract/people.ts'
import { itemWords } from '../../../../contract/topic-words.ts'
import { capitalized } from '../../../lib/capitalized.ts'
import { actorLabel } from '../../../lib/history-fields.ts'
import { codeLabel, eventLabel } from '../../../lib/labels.ts'
import { dateAndTime, shortDate } from '../../../lib/local-dates.ts'
import { adminTabs, tabAddress } from '../../../stores/admin/console.ts'
import { openHistory } from '../../../stores/admin/history.ts'
import { $isLoadingMore, loadEarlier, loadPerson, type Shown } from '../../../stores/admin/people.ts'
import { openPerson } from '../../../stores/admin/person.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { RetryNotice } from '../../ui/RetryNotice.tsx'

/** Everything about one person, and what happened, newest first. */
export function PersonPanel({ state }: { state: Shown }) {
  switch (state.status) {
    case 'loading':
      return (
        <p className="notice" role="status">
          Loading…
        </p>
      )
    case 'failed':
      return <RetryNotice onRetry={loadPerson}>{state.message}</RetryNotice>
    case 'loaded':
      return <Loaded person={state.person} />
  }
}

const many = (topics: readonly string[]) => topics.map((topic) => `${itemWords.get(topic)}s`).join(', ')

function Loaded({ person }: { person: Person }) {
  const { emails, phones, zipCodes, items, isMore, sharing, mails, leftOut } = person
  return (
    <div className="stack person-panel">
      {items.length === 0 && (
        <p className="notice">Nothing that you may read names this person, or they were erased.</p>
      )}
      <dl className="person-facts">
        {emails.length > 0 && (
          <Fact label="Email">
            {emails.map((email) => (
              <a href={`mailto:${email}`} key={email}>
                <bdi>{email}</bdi>
              </a>
            ))}
          </Fact>
        )}
        {phones.length > 0 && (
          <Fact label="Phone">
            {phones.map((phone) => (
              <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} key={phone}>
                {phone}
              </a>
            ))}
          </Fact>
        )}
        {zipCodes.length > 0 && (
          <Fact label="ZIP code">
            <span>{zipCodes.join(', ')}</span>
          </Fact>
        )}
      </dl>
      {sharing.length > 0 && <Sharing people={sharing} />}
      <Items items={items} isMore={isMore} />
      {mails !== null && mails.length > 0 && <Mails mails={mails} />}
      <Entries person={person} />
      {leftOut.length > 0 && <p className="quiet small">Not part of your role, and left out here: {many(leftOut)}.</p>}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Sharing = ({ people }: { people: PersonItem[] }) => (
  <section className="stack-tight" aria-labelledby="sharing-title">
    <h3 id="sharing-title">Also at this address</h3>
    <p className="quiet small">Other names use the same email address. Each of them is a person of their own here.</p>
    <ul className="rows">
      {people.map(({ topic, id, name }) => (
        <li key={`${topic} ${id}`}>
          <bdi>{name}</bdi>
          <button type="button" className="button button-small" onClick={() => openPerson(topic, id)}>
            Open<span className="visually-hidden"> {name}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)

/** The tab of the console that lists items of a topic. */
const tabOf = (topic: string) => adminTabs.find(({ id }) => id === (topic === 'email-signups' ? 'emails' : topic))

/** Rows of lists that are shown at first. */
const maxShown = 5

const Items = ({ items, isMore }: { items: PersonItem[]; isMore: boolean }) =>
  items.length > 0 && (
    <section className="stack-tight" aria-labelledby="items-title">
      <h3 id="items-title">In our lists</h3>
      <ItemList items={items.slice(0, maxShown)} />
      {items.length > maxShown && (
        <details>
          <summary>{items.length - maxShown} more</summary>
          <ItemList items={items.slice(maxShown)} />
          {isMore && <p className="quiet small">Older ones stand under ‘What happened’.</p>}
        </details>
      )}
    </section>
  )

const ItemList = ({ items }: { items: PersonItem[] }) => (
  <ul className="rows">
    {items.map(({ topic, id, name, email, at }) => {
      const tab = tabOf(topic)
      const words = capitalized(`${itemWords.get(topic)} ${id}`)
      return (
        <li key={`${topic} ${id}`}>
          <span>
            <strong>{words}</strong> <bdi>{name}</bdi>
            <span className="quiet small person-when"> {shortDate(at)}</span>
          </span>
          <span className="row-buttons">
            {tab && (
              <a
                className="button button-small"
                href={tabAddress(tab.id, [['q', email ?? name ?? '']])}
                aria-label={`Show in ${tab.label}: ${words}`}
              >
                Show in {tab.label}
              </a>
            )}
            <button type="button" className="button button-small" onClick={() => openHistory(topic, id)}>
              History<span className="visually-hidden"> of {words}</span>
            </button>
          </span>
        </li>
      )
    })}
  </ul>
)

const clicked = (clicks: number) => (clicks === 1 ? 'followed a link' : `followed ${clicks} links`)

const Mails = ({ mails }: { mails: PersonMail[] }) => (
  <section className="stack-tight" aria-labelledby="mails-title">
    <h3 id="mails-title">Email campaigns</h3>
    <ul className="rows">
      {mails.map(({ campaignId, name, status, clicks, at }) => (
        <li key={campaignId}>
          <span>
            <bdi>{name}</bdi>
            <span className="quiet small person-when">
              {' '}
              {[codeLabel(status), clicks > 0 ? clicked(clicks) : null, dateAndTime(at)].filter(Boolean).join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function Entries({ person: { entries, total } }: { person: Person }) {
  const isBusy = useStore($isLoadingMore)
  return (
    entries.length > 0 && (
      <section className="stack-tight" aria-labelledby="entries-title">
        <h3 id="entries-title">What happened</h3>
        <ol className="timeline">
          {entries.map((entry) => (
            <li key={entry.eventId}>
              <Entry entry={entry} />
            </li>
          ))}
        </ol>
        {entries.length < total && (
          <BusyButton className="button button-small" busy="Loading…" isBusy={isBusy} onClick={loadEarlier}>
            {`Show earlier (${total - entries.length} more)`}
          </BusyButton>
        )}
      </section>
    )
  )
}

function Entry({ entry }: { entry: PersonEntry }) {
  const { topic, id, at, type } = entry
  const words = (
    <>
      <strong>{eventLabel(type)}</strong>
      <span>
        {topic !== null && `${capitalized(`${itemWords.get(topic)} ${id}`)} · `}
        <bdi>{actorLabel({ ...entry, changes: {} })}</bdi>
      </span>
      <time dateTime={at}>{dateAndTime(at)}</time>
    </>
  )
  if (topic === null || id === null) return <div className="moment">{words}</div>
  return (
    <button type="button" className="moment" onClick={() => openHistory(topic, id, entry)}>
      {words}
    </button>
  )
}
