import { useId } from 'react'

/** A choice between a few words, all of them visible. */
export function Segmented<Word extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: Word
  options: readonly (readonly [word: Word, text: string])[]
  onChoose: (word: Word) => void
}) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {options.map(([word, text]) => (
        <label key={word}>
          <input type="radio" name={name} value={word} checked={word === value} onChange={() => onChoose(word)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
