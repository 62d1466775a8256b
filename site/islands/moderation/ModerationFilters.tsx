import { useStore } from '@nanostores/react'
import { filterLabels, isFilterValue, type QueueFilter } from '../../lib/queue-filter.ts'
import { $filter, chooseFilter } from '../../stores/moderation/moderation.ts'
import { Chooser } from '../ui/Chooser.tsx'

export function ModerationFilters() {
  const { status, contentType, violationType } = useStore($filter)
  return (
    <search className="filters" aria-label="Filter the queue">
      <Choice
        label="Show"
        value={status}
        options={filterLabels.status}
        onChoose={(word) => chooseFilter({ status: word })}
      />
      <Choice
        label="Content"
        value={contentType}
        options={filterLabels.contentType}
        onChoose={(word) => chooseFilter({ contentType: word })}
      />
      <Choice
        label="Violation"
        value={violationType}
        options={filterLabels.violationType}
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
  return (
    <Chooser
      label={label}
      value={value}
      options={Object.entries<string>(options)}
      onChoose={(word) => isFilterValue(options, word) && onChoose(word)}
    />
  )
}
