import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { violationLabels } from '../lib/labels.ts'
import { $filter, chooseFilter, type QueueFilter } from '../stores/moderation.ts'

const statuses = { pending: 'Waiting', appealed: 'Appeals', decided: 'Decided' } as const
const contentTypes = { all: 'All content', thread: 'Threads', post: 'Posts' } as const
const violations = { all: 'All violations', ...violationLabels } as const

export function ModerationFilters() {
  const { status, contentType, violationType } = useStore($filter)
  return (
    <search className="filters" aria-label="Filter the queue">
      <Choice label="Show" value={status} options={statuses} onChoose={(word) => chooseFilter({ status: word })} />
      <Choice
        label="Content"
        value={contentType}
        options={contentTypes}
        onChoose={(word) => chooseFilter({ contentType: word })}
      />
      <Choice
        label="Violation"
        value={violationType}
        options={violations}
        onChoose={(word) => chooseFilter({ violationType: word })}
      />
    </search>
  )
}

type Word = QueueFilter[keyof QueueFilter]

function Choice<W extends Word>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: W
  options: { readonly [Key in W]: string }
  onChoose: (word: W) => void
}) {
  const id = useId()
  const isOption = (word: string): word is W => Object.hasOwn(options, word)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="input"
        id={id}
        value={value}
        onChange={({ target }) => isOption(target.value) && onChoose(target.value)}
      >
        {Object.entries<string>(options).map(([word, text]) => (
          <option value={word} key={word}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
