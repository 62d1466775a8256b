import { useId } from 'react'

const charactersIn = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'character' : 'characters'}`

/** True when a text has at most this many characters; an emoji counts as one, as in the database. */
export const isWithin = (text: string, max: number) => [...text.trim()].length <= max

type Props = { label: string; help: string; max: number; value: string; onChange: (value: string) => void }

/** A short optional text that says how many characters are left. */
export function LimitedText({ label, help, max, value, onChange }: Props) {
  const id = useId()
  const left = max - [...value.trim()].length
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} <span className="field-optional">(optional)</span>
      </label>
      <textarea
        dir="auto"
        className="input"
        id={id}
        rows={3}
        value={value}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="field-help" id={`${id}-help`}>
        {help} {left < 0 ? `${charactersIn(-left)} too long.` : `${charactersIn(left)} left.`}
      </p>
    </div>
  )
}
