import { useContext, useId, useState } from 'react'
import { FormContext, textOf } from '../forms/form-context.ts'

const other = 'Other…'

type Props = { options: readonly string[]; labelOf?: (category: string) => string }

/** A category of the campaign's vocabulary, or one that is typed. */
export function CategoryField({ options, labelOf = (category) => category }: Props) {
  const { values } = useContext(FormContext)
  const id = useId()
  const now = textOf(values.category) ?? ''
  const known = options.find((option) => option.toLowerCase() === now.toLowerCase())
  const [chosen, choose] = useState(known ?? other)
  return (
    <div className="field">
      <label htmlFor={id}>
        Category <span className="field-optional">(optional)</span>
      </label>
      <select
        className="input"
        id={id}
        name={chosen === other ? undefined : 'category'}
        value={chosen}
        onChange={({ target }) => choose(target.value)}
      >
        {[...options, other].map((option) => (
          <option value={option} key={option}>
            {labelOf(option)}
          </option>
        ))}
      </select>
      {chosen === other && (
        <input
          className="input"
          name="category"
          aria-label="Other category"
          dir="auto"
          maxLength={50}
          defaultValue={known === undefined ? now : ''}
        />
      )}
    </div>
  )
}
