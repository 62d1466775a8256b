import { useState } from 'react'
import { excerpt } from '../../../lib/names.ts'

/** The first 100 characters (administration §9); the rest opens in place. */
export function LongText({ text, of }: { text: string; of: string }) {
  const [isOpen, setOpen] = useState(false)
  const short = excerpt(text, 100)
  if (short === text) return text
  return (
    <>
      <span className={isOpen ? 'long-text' : undefined}>{isOpen ? text : short}</span>{' '}
      <button
        type="button"
        className="link-button"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Show less' : 'Show all'} of the ${of}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Show less' : 'Show all'}
      </button>
    </>
  )
}
