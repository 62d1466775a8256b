import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  value: string
  options: readonly (readonly [value: string, words: ReactNode])[]
  className?: string
  onChoose: (value: string) => void
}

/** A labeled select whose value a store keeps. */
export function Chooser({ label, value, options, className = 'field', onChoose }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map(([option, words]) => (
          <option value={option} key={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
