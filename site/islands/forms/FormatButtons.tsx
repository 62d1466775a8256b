import type { RefObject } from 'react'

/** Marks that a button puts around the selected words, and the words it puts there when none are selected. */
const formats = [
  { label: 'Bold', before: '**', after: '**', words: 'important' },
  { label: 'Italics', before: '*', after: '*', words: 'words' },
  { label: 'Link', before: '[', after: '](https://)', words: 'words of the link' },
  { label: 'List', before: '\n- ', after: '\n', words: 'first point' },
] as const

type Props = { field: RefObject<HTMLTextAreaElement | null>; hasLists: boolean }

/** Buttons that write Markdown around the selection. */
export function FormatButtons({ field, hasLists }: Props) {
  function apply({ before, after, words }: (typeof formats)[number]) {
    const area = field.current
    if (!area) return
    const { selectionStart: start, selectionEnd: end } = area
    const chosen = area.value.slice(start, end) || words
    area.setRangeText(before + chosen + after, start, end, 'end')
    // The words stay selected, to be typed over or formatted again.
    area.setSelectionRange(start + before.length, start + before.length + chosen.length)
    area.dispatchEvent(new Event('input', { bubbles: true }))
    area.focus()
  }
  return (
    <fieldset className="word-buttons">
      <legend className="visually-hidden">Format</legend>
      {formats.slice(0, hasLists ? undefined : -1).map((format) => (
        <button type="button" className="button button-small" key={format.label} onClick={() => apply(format)}>
          {format.label}
        </button>
      ))}
    </fieldset>
  )
}
