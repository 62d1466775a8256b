import type { RefObject } from 'react'

const mergeFields = [
  ['First name', '{{firstName|friend}}'],
  ['Campaign name', '{{siteName}}'],
] as const

type Props = { field: RefObject<HTMLTextAreaElement | null>; onInsert: (text: string) => void }

/** Buttons that put a merge field where the cursor is. */
export function MergeFields({ field, onInsert }: Props) {
  function insert(words: string) {
    const area = field.current
    if (!area) return
    area.setRangeText(words, area.selectionStart, area.selectionEnd, 'end')
    onInsert(area.value)
    area.focus()
  }
  return (
    <div className="word-buttons">
      <span className="quiet small">Insert:</span>
      {mergeFields.map(([label, words]) => (
        <button type="button" className="button button-small" key={words} onClick={() => insert(words)}>
          {label}
        </button>
      ))}
      <span className="quiet small">“friend” is used when we don’t know the name; change it as you like.</span>
    </div>
  )
}
