import type { RefObject } from 'react'
import type { PersonTopic } from '../../../contract/people.ts'
import type { IconName } from '../../lib/icons.ts'
import { isPast } from '../../stores/admin/console.ts'
import { openPerson } from '../../stores/admin/person.ts'
import { Icon } from '../ui/Icon.tsx'

/** Of the buttons that only show something; in the past there are no others. */
const looks: readonly IconName[] = ['history', 'user', 'people', 'shield', 'ascending', 'descending']

/** A link in a row to the page that shows it, in another tab; that page is of now. */
export const RowLink = ({ href, label }: { href: string; label: string }) =>
  isPast ? null : (
    <a className="icon-button" href={href} target="_blank" rel="noreferrer" aria-label={label} title={label}>
      <Icon name="outside" />
      <span className="row-word">View</span>
    </a>
  )

/** An icon button in a row; its label says what it does to which row. On a phone, it shows its word. */
export function RowButton({
  icon,
  label,
  word = label.split(' ', 1)[0],
  isBusy = false,
  isOpen,
  button,
  onClick,
}: {
  icon: IconName
  label: string
  /** By default the first one of the label. */
  word?: string | undefined
  /** True when what it opens is open. */
  isOpen?: boolean
  isBusy?: boolean
  button?: RefObject<HTMLButtonElement | null>
  onClick: () => void
}) {
  if (isPast && !looks.includes(icon)) return null
  return (
    <button
      className={`icon-button icon-${icon}`}
      ref={button}
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      title={label}
      disabled={isBusy}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="row-word">{word}</span>
    </button>
  )
}

/** A name that opens everything about its person. */
export const PersonName = ({ topic, id, name }: { topic: PersonTopic; id: number; name: string }) => (
  <button
    type="button"
    className="person-name"
    title={`Everything about ${name}`}
    onClick={() => openPerson(topic, id)}
  >
    <bdi>{name}</bdi>
  </button>
)

/** The same where a row is named by something else. */
export const PersonButton = ({ topic, id, of }: { topic: PersonTopic; id: number; of: string }) => (
  <RowButton icon="user" label={`Person of the ${of}`} onClick={() => openPerson(topic, id)} />
)
